import { beforeEach, describe, expect, it } from 'vitest';
import { runSweeps } from '../jobs/run-sweep';
import { sendEvent } from '../testing/ada';
import { monthlyFan, type MonthlyFan } from '../testing/monthly-fan';
import { monthlyIn, monthlyReference } from '../testing/monthly-stage';

describe('withdraw monthly', () => {
  const hour = 60 * 60_000;
  const day = 24 * hour;

  let fan: MonthlyFan;
  beforeEach(async () => {
    fan = await monthlyFan();
  });

  const facts = () => fan.stage.deps.subscriptions.subscriptions.get(fan.subscription)?.facts;
  const away = { kind: 'unavailable', error: new Error('away') } as const;
  const sweep = () => runSweeps(fan.stage.deps, ['follow-monthlies']);

  describe('withdrawing', () => {
    const withdraw = () => fan.call('POST', '/withdraw');

    // Holds pay-280.
    it('within fifteen days ends it first and then gives the payment back in full', async () => {
      fan.stage.deps.clock.advance(14 * day);
      expect((await withdraw()).json).toMatchObject({
        state: 'ended',
        endReason: 'withdrawn',
        asked: null,
        withdrawUntil: null,
        payments: [{ state: 'refunded', refunded: 537 }],
      });
      expect(facts()?.status).toBe('canceled');
      const again = await withdraw();
      expect([again.status, again.json['code']]).toEqual([409, 'withdraw-over']);
    });

    // Holds pay-280.
    it('is over after fifteen days, and stopping is not', async () => {
      fan.stage.deps.clock.advance(16 * day);
      const late = await withdraw();
      expect([late.status, late.json['code']]).toEqual([409, 'withdraw-over']);
      expect((await fan.stop()).json).toMatchObject({ state: 'ending' });
    });

    // Holds pay-390.
    it('stays possible after the end, and says that it was a withdrawal', async () => {
      await fan.stop('now');
      expect(await fan.view()).toMatchObject({ state: 'ended', endReason: 'fan' });
      expect((await fan.view()).withdrawUntil).not.toBeNull();
      expect((await withdraw()).json).toMatchObject({
        state: 'ended',
        endReason: 'withdrawn',
        asked: null,
        withdrawUntil: null,
        payments: [{ state: 'refunded', refunded: 537 }],
      });
      expect((await withdraw()).json['code']).toBe('withdraw-over');
      expect(fan.stage.deps.refunds.orders).toHaveLength(1);
    });

    // Holds pay-390.
    it('is over fifteen days after the first payment for what has ended, too', async () => {
      await fan.stop('now');
      fan.stage.deps.clock.advance(15 * day + 1);
      expect((await fan.view()).withdrawUntil).toBeNull();
      expect((await withdraw()).json['code']).toBe('withdraw-over');
      expect(fan.stage.deps.refunds.orders).toHaveLength(0);
    });

    // Holds pay-390.
    it('gives the paid period back where the tip ended because a later one stayed unpaid, and voids what is open', async () => {
      fan.stage.deps.clock.advance(day);
      fan.stage.billing.renew(fan.subscription, 'declined');
      const failed = { status: 'canceled', cancelReason: 'payment_failed' } as const;
      fan.stage.billing.change(fan.subscription, { ...failed, endedAt: fan.stage.deps.clock.now() });
      await sendEvent(fan.stage, 'customer.subscription.deleted', { reference: monthlyReference });
      expect(monthlyIn(fan.stage)).toMatchObject({ state: 'ended', endReason: 'payment_failed' });
      expect((await withdraw()).json).toMatchObject({
        endReason: 'withdrawn',
        payments: [{ state: 'failed' }, { state: 'refunded', refunded: 537 }],
      });
      const { invoices = [] } = fan.stage.deps.subscriptions.subscriptions.get(fan.subscription) ?? {};
      expect(invoices.map(({ status }) => status)).toEqual(['paid', 'void']);
    });

    // Holds pay-390.
    it.each(['endNow', 'createRefund'] as const)(
      'of what has ended is made once by the next look when the answer of %s is lost',
      async (call) => {
        await fan.stop('now');
        if (call === 'endNow') fan.stage.deps.subscriptions.failNext(call, away);
        else fan.stage.deps.refunds.failNext(call, away, 'after');
        await withdraw();
        expect(await fan.view()).toMatchObject({ state: 'ended', endReason: 'withdrawn', asked: 'end' });
        fan.stage.deps.clock.advance(2 * hour);
        await sweep();
        expect(await fan.view()).toMatchObject({ asked: null, payments: [{ state: 'refunded' }] });
        const refunds = [...fan.stage.deps.payments.payments.values()].flatMap((payment) => payment.refunds);
        expect(refunds).toHaveLength(1);
      },
    );

    // Holds pay-281.
    it.each(['before', 'after'] as const)(
      'whose end gets no answer (%s) is finished by the next look, late too',
      async (when) => {
        fan.stage.deps.clock.advance(15 * day - hour);
        fan.stage.deps.subscriptions.failNext('endNow', away, when);
        expect((await withdraw()).status).toBe(503);
        fan.stage.deps.clock.advance(2 * hour);
        await sweep();
        expect(await fan.view()).toMatchObject({
          state: 'ended',
          endReason: 'withdrawn',
          asked: null,
          payments: [{ state: 'refunded' }],
        });
      },
    );

    // Holds pay-281.
    it('after an end that Stripe has not answered still gives the money back', async () => {
      for (const path of ['/stop', '/withdraw']) {
        fan.stage.deps.subscriptions.failNext('endNow', away);
        const body = path === '/stop' ? { when: 'now' } : undefined;
        expect((await fan.call('POST', path, body)).status).toBe(503);
      }
      fan.stage.deps.clock.advance(2 * hour);
      await sweep();
      expect(await fan.view()).toMatchObject({ endReason: 'withdrawn', payments: [{ state: 'refunded' }] });
    });

    // Holds pay-281.
    it('that Stripe has not answered cannot be kept away', async () => {
      fan.stage.deps.subscriptions.failNext('endNow', away);
      expect((await fan.call('POST', '/withdraw')).status).toBe(503);
      expect((await fan.call('POST', '/keep')).json['code']).toBe('monthly-ended');
      fan.stage.deps.clock.advance(2 * hour);
      await sweep();
      expect(await fan.view()).toMatchObject({ endReason: 'withdrawn', payments: [{ state: 'refunded' }] });
    });

    // Holds pay-281, pay-365.
    it.each(['before', 'after'] as const)(
      'whose refund gets no answer (%s) shows the money on its way, and the next look gives it back once',
      async (when) => {
        fan.stage.deps.refunds.failNext('createRefund', away, when);
        expect((await withdraw()).json).toMatchObject({ state: 'ended', payments: [{ refunding: 537 }] });
        expect(monthlyIn(fan.stage)).toMatchObject({ asked: { reason: 'withdrawn' } });
        fan.stage.deps.clock.advance(2 * hour);
        await sweep();
        expect(await fan.view()).toMatchObject({ asked: null, payments: [{ state: 'refunded' }] });
        const refunds = [...fan.stage.deps.payments.payments.values()].flatMap((payment) => payment.refunds);
        expect(refunds).toHaveLength(1);
      },
    );

    // Holds pay-281.
    it('whose event arrives before the money goes back still gives it back', async () => {
      fan.stage.deps.subscriptions.failNext('endNow', away, 'after');
      await withdraw();
      await sendEvent(fan.stage, 'customer.subscription.deleted', { reference: monthlyReference });
      expect(monthlyIn(fan.stage)).toMatchObject({ state: 'ended', asked: { reason: 'withdrawn' } });
      fan.stage.deps.clock.advance(2 * hour);
      await sweep();
      expect(await fan.view()).toMatchObject({ asked: null, payments: [{ state: 'refunded' }] });
    });

    // Holds pay-281.
    it('that Stripe cannot pay back yet is waiting, nothing is charged meanwhile, and the money goes back later', async () => {
      fan.stage.deps.refunds.next = 'pending';
      expect((await withdraw()).json).toMatchObject({
        state: 'ended',
        asked: null,
        payments: [{ refunded: 0, refunding: 537 }],
      });
      expect(facts()?.status).toBe('canceled');
      fan.stage.deps.clock.advance(40 * day);
      await sweep();
      expect(fan.stage.deps.subscriptions.subscriptions.get(fan.subscription)?.invoices).toHaveLength(1);
      const [paymentIntentId = ''] = fan.stage.deps.payments.payments.keys();
      const payment = fan.stage.deps.payments.payments.get(paymentIntentId);
      if (payment) payment.refunds = payment.refunds.map((each) => ({ ...each, status: 'succeeded' }));
      await sendEvent(fan.stage, 'refund.updated', { paymentIntentId });
      expect(await fan.view()).toMatchObject({
        payments: [{ state: 'refunded', refunded: 537, refunding: 0 }],
      });
      expect(fan.stage.deps.refunds.orders).toHaveLength(1);
    });

    it('is refused while the bank reviews the payment, and nothing is ended', async () => {
      const [payment] = fan.stage.deps.payments.payments.keys();
      fan.stage.stripe.dispute(payment ?? '', 'needs_response');
      await sendEvent(fan.stage, 'charge.dispute.created', { paymentIntentId: payment ?? '' });
      const answer = await withdraw();
      expect([answer.status, answer.json['code']]).toEqual([409, 'refund-unavailable']);
      expect(facts()?.status).toBe('active');
    });
  });
});
