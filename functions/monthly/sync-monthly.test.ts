import { beforeEach, describe, expect, it } from 'vitest';
import { defaultPreferences, encodePreferences } from '../../core/documents/account-document';
import { paths } from '../../core/documents/documents';
import { projectMonthly } from '../../core/monthly/monthly-projection';
import { fakeMonthly, fakeMonthlySnapshot, fakeSubscription } from '../../core/testing/monthly-fakes';
import { yearsAfter } from '../../core/tip/tip';
import { runSweeps } from '../jobs/run-sweep';
import { adaUid, anotherProcess, sendEvent, storedTips } from '../testing/ada';
import { monthlyFan, type MonthlyFan } from '../testing/monthly-fan';
import { endAtOnce, namesIn, paymentsIn, renewTimes, saveTexts } from '../testing/monthly-names';
import {
  begin,
  monthlyIn,
  monthlyReference,
  monthlyStage,
  type MonthlyStage,
} from '../testing/monthly-stage';
import { tipIn, totalsIn } from '../testing/stored-state';
import { workOff } from '../testing/work-off';
import { cycleTipIdOf } from '../tips/tip-access';
import { writeMonthly } from '../tips/write-tip';
import { syncMonthly } from './sync-monthly';

describe('sync monthly', () => {
  describe('sync monthly', () => {
    const month = 31 * 24 * 60 * 60_000;
    const sync = ({ deps }: MonthlyStage) =>
      syncMonthly(deps, monthlyReference, { cause: 'schedule', eventId: null });
    const supportIn = ({ deps }: MonthlyStage) =>
      Object.entries(deps.store.dump()).flatMap(([path, data]) =>
        path.includes('/totals/monthly-') ? [data] : [],
      );
    const invoicesOf = (stage: MonthlyStage, id: string) =>
      stage.deps.subscriptions.subscriptions.get(id)?.invoices ?? [];
    const renewalIn = (stage: MonthlyStage, id: string, index = 1) =>
      tipIn(stage, cycleTipIdOf('acct_ada', invoicesOf(stage, id)[index]?.id ?? ''));

    describe('a fan who pays the first period', () => {
      // Holds pay-254.
      it('has one paid tip, and one active monthly tip that counts as monthly support', async () => {
        const stage = await monthlyStage();
        await begin(stage);
        expect(storedTips(stage)).toHaveLength(1);
        expect(tipIn(stage, monthlyReference.tipId)).toMatchObject({
          state: 'paid',
          contrib: { count: 1, gross: 537 },
          cycle: { number: 1, invoiceId: expect.any(String), period: { from: expect.any(Number) } },
        });
        expect(monthlyIn(stage)).toMatchObject({
          state: 'active',
          paidCycles: 1,
          contrib: { perYear: 6444 },
        });
        expect(supportIn(stage)).toEqual([
          expect.objectContaining({ active: 1, perYear: 6444, currency: 'usd' }),
        ]);
      });

      it('whose page runs out has no monthly tip', async () => {
        const stage = await monthlyStage();
        await stage.deps.payments.expireCheckout('acct_ada', stage.sessionId);
        await sendEvent(stage, 'checkout.session.expired', { reference: monthlyReference });
        expect(monthlyIn(stage)).toMatchObject({ state: 'never-began', contrib: { active: 0 } });
        expect(supportIn(stage)).toEqual([]);
      });
    });

    // Holds pay-313.
    it('monthly support in two currencies is two sums', async () => {
      const stage = await monthlyStage();
      await begin(stage);
      const euros = fakeMonthly({ monthlyId: 'b'.repeat(25), ownerUid: adaUid, currency: 'eur' });
      const subscription = fakeSubscription({ tipId: euros.monthlyId, uid: adaUid });
      await stage.deps.store.transaction((tx) => {
        const active = projectMonthly(euros, fakeMonthlySnapshot({ subscription }));
        writeMonthly(tx, euros, active, { cause: 'schedule', eventId: null }, stage.deps.clock.now());
        return Promise.resolve();
      });
      const sums = Object.entries(stage.deps.store.dump()).flatMap(([path, sum]) => {
        const [, currency] = /\/totals\/monthly-([a-z]+)-/.exec(path) ?? [];
        return currency === undefined ? [] : [[currency, sum]];
      });
      const perYear = 6444;
      expect(Object.fromEntries(sums)).toMatchObject({ eur: { perYear }, usd: { perYear } });
    });

    describe('a renewal', () => {
      // Holds pay-255.
      it.each([
        [
          'invoice.paid',
          (invoiceId: string) => ({ objectId: invoiceId, invoiceId, reference: monthlyReference }),
        ],
        ['invoice_payment.paid', (invoiceId: string) => ({ invoiceId })],
        ['payment_intent.succeeded', (_: string, paymentIntentId: string) => ({ paymentIntentId })],
        ['customer.subscription.updated', () => ({ reference: monthlyReference })],
      ])('is one tip of its own, whichever event comes first: %s', async (type, about) => {
        const stage = await monthlyStage();
        const id = await begin(stage);
        stage.deps.clock.advance(month);
        const paymentIntentId = stage.billing.renew(id);
        await sendEvent(stage, type, about(invoicesOf(stage, id)[1]?.id ?? '', paymentIntentId));
        expect(storedTips(stage)).toHaveLength(2);
        expect(renewalIn(stage, id)).toMatchObject({
          state: 'paid',
          amount: 537,
          fan: { name: 'Grace', message: null },
          cycle: { number: 2, subscriptionId: id },
        });
        expect(stage.deps.store.dump()).toHaveProperty([paths.stripePayment(paymentIntentId)]);
        expect(renewalIn(stage, id)).toMatchObject({ contrib: { count: 1 }, moderation: { reasons: [] } });
        expect(monthlyIn(stage)).toMatchObject({ state: 'active', paidCycles: 2 });
      });

      // Holds pay-257.
      it('whose two events reach two servers at once is one tip, in one index document, and counted once', async () => {
        const stage = await monthlyStage();
        const id = await begin(stage);
        stage.deps.clock.advance(month);
        const paymentIntentId = stage.billing.renew(id);
        const invoiceId = invoicesOf(stage, id)[1]?.id ?? '';
        const statuses = await Promise.all([
          sendEvent(stage, 'invoice.paid', { objectId: invoiceId, invoiceId, reference: monthlyReference }),
          sendEvent(anotherProcess(stage), 'invoice_payment.paid', { invoiceId }),
        ]);
        expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
        expect(storedTips(stage)).toHaveLength(2);
        expect(Object.keys(stage.deps.store.dump())).toContain(paths.stripePayment(paymentIntentId));
        const indexed = Object.entries(stage.deps.store.dump()).filter(
          ([path, data]) =>
            path.startsWith('stripePayments/') && (data as { invoiceId: string }).invoiceId === invoiceId,
        );
        expect(indexed).toHaveLength(1);
        expect(totalsIn(stage).usd).toMatchObject({ count: 2, gross: 2 * 537 });
      });

      // Holds pay-256.
      it('that is declined makes the monthly tip overdue, and Stripe’s next try makes the same tip paid', async () => {
        const stage = await monthlyStage();
        const id = await begin(stage);
        stage.deps.clock.advance(month);
        stage.billing.renew(id, 'declined');
        await sendEvent(stage, 'invoice.payment_failed', { reference: monthlyReference });
        expect(monthlyIn(stage)).toMatchObject({ state: 'overdue', contrib: { active: 0 } });
        expect(renewalIn(stage, id)).toMatchObject({ state: 'failed', contrib: { count: 0 } });
        stage.billing.retry(id, 'asks');
        await sendEvent(stage, 'invoice.payment_action_required', { reference: monthlyReference });
        expect(monthlyIn(stage).state).toBe('needs-action');
        stage.billing.retry(id, 'paid');
        await sendEvent(stage, 'invoice.paid', { reference: monthlyReference });
        expect(monthlyIn(stage)).toMatchObject({ state: 'active', failing: null, contrib: { active: 1 } });
        expect(renewalIn(stage, id)).toMatchObject({ state: 'paid', contrib: { count: 1 } });
        expect(storedTips(stage)).toHaveLength(2);
      });

      it('that is declined again without an event has every try in its tip', async () => {
        const stage = await monthlyStage();
        const id = await begin(stage);
        stage.deps.clock.advance(month);
        stage.billing.renew(id, 'declined');
        await sync(stage);
        const declined = renewalIn(stage, id).payment;
        stage.deps.clock.advance(24 * 60 * 60_000);
        stage.billing.retry(id, 'declined');
        await sync(stage);
        const again = renewalIn(stage, id).payment;
        expect([declined.attempts, again.attempts]).toEqual([1, 2]);
        expect(again.lastError?.at).toBeGreaterThan(declined.lastError?.at ?? Infinity);
      });
    });

    describe('a sync', () => {
      it('of one that Stripe has not changed writes no new revision', async () => {
        const stage = await monthlyStage();
        await begin(stage);
        const { rev } = monthlyIn(stage);
        expect(await sync(stage)).toMatchObject({ ok: true, value: { rev } });
        expect(monthlyIn(stage).rev).toBe(rev);
      });

      // Holds pay-257.
      it('on two servers at once makes one tip and counts it once', async () => {
        const stage = await monthlyStage();
        const id = await begin(stage);
        stage.deps.clock.advance(month);
        stage.billing.renew(id);
        await Promise.all([sync(stage), sync(stage), sync(stage)]);
        expect(storedTips(stage)).toHaveLength(2);
        expect(monthlyIn(stage).paidCycles).toBe(2);
        expect(renewalIn(stage, id)).toMatchObject({ state: 'paid', contrib: { count: 1 } });
      });

      // Holds pay-243.
      it('leaves it alone when the subscription names another one, and reports that', async () => {
        const stage = await monthlyStage();
        const id = await begin(stage);
        stage.billing.change(id, { tipId: 'other', status: 'canceled' });
        stage.billing.renew(id);
        await sync(stage);
        expect(monthlyIn(stage)).toMatchObject({ state: 'active' });
        expect(storedTips(stage)).toHaveLength(1);
      });

      it('says when Stripe is away, when nothing is stored, and does nothing before there is a page', async () => {
        const stage = await monthlyStage();
        stage.deps.subscriptions.failNext('snapshot', { kind: 'unavailable', error: new Error('away') });
        expect(await sync(stage)).toMatchObject({ ok: false, problem: { kind: 'unavailable' } });
        const nobody = syncMonthly(stage.deps, { uid: adaUid, tipId: 'x' }, { cause: 'poll', eventId: null });
        expect(await nobody).toMatchObject({ ok: false, problem: { kind: 'no-tip' } });
      });
    });

    describe('events that are about no monthly tip of ours', () => {
      // Holds pay-258.
      it('pass by: an owner’s own subscriptions, other accounts, and removed tips', async () => {
        const stage = await monthlyStage();
        await begin(stage);
        const before = monthlyIn(stage);
        const unknown = { uid: adaUid, tipId: 'unknown' };
        for (const about of [
          { reference: null },
          { invoiceId: 'in_theirs' },
          { paymentIntentId: 'pi_theirs' },
          { reference: unknown },
          { reference: monthlyReference, account: 'acct_eve' },
        ])
          expect((await sendEvent(stage, 'invoice.paid', about)).status).toBe(200);
        expect((await sendEvent(stage, 'payment_intent.succeeded', { paymentIntentId: 'pi_1' })).status).toBe(
          200,
        );
        expect(monthlyIn(stage)).toEqual(before);
        expect(storedTips(stage)).toHaveLength(1);
      });

      it('are sent again by Stripe while it does not answer', async () => {
        const stage = await monthlyStage();
        await begin(stage);
        const away = { kind: 'unavailable', error: new Error('away') } as const;
        stage.deps.subscriptions.failNext('snapshot', away);
        expect((await sendEvent(stage, 'invoice.paid', { reference: monthlyReference })).status).toBe(503);
        stage.deps.subscriptions.failNext('ofInvoice', away);
        expect((await sendEvent(stage, 'invoice.paid', { invoiceId: 'in_1' })).status).toBe(503);
        stage.deps.subscriptions.failNext('ofInvoice', { kind: 'gone' });
        expect((await sendEvent(stage, 'invoice.paid', { invoiceId: 'in_1' })).status).toBe(200);
      });
    });
  });

  describe('name at end', () => {
    // Patient: the sweep is stopped at each of its requests.

    const day = 24 * 60 * 60_000;

    async function begun(renewals: number) {
      const stage = await monthlyStage();
      const id = await begin(stage);
      await renewTimes(stage, id, renewals);
      return { stage, id };
    }

    const choose = ({ deps }: MonthlyStage, keepTipsYears: number): void =>
      deps.store.put(
        paths.account(adaUid),
        encodePreferences({ ...defaultPreferences, keepTipsYears, updatedAt: deps.clock.now() }),
      );

    const eraseTexts = ({ deps }: MonthlyStage) => runSweeps(deps, ['erase-texts']);

    /** The clock of the stage moves to the end of the texts of a payment. */
    function toEndOf(
      { deps }: MonthlyStage,
      payment: { readonly createdAt: number } | undefined,
      years: number,
    ) {
      deps.clock.advance(yearsAfter(payment?.createdAt ?? 0, years) - deps.clock.now());
    }

    // Holds pay-317.
    it('an ended monthly tip keeps the name until the texts of its latest payment are erased, and has none after that', async () => {
      const { stage, id } = await begun(2);
      await endAtOnce(stage, id);
      const [first, , latest] = paymentsIn(stage);
      toEndOf(stage, first, 7);
      await eraseTexts(stage);
      expect(paymentsIn(stage)[0]?.fan.name).toBeNull();
      expect(monthlyIn(stage).fan.name).toBe('Grace');
      toEndOf(stage, latest, 7);
      await eraseTexts(stage);
      expect(namesIn(stage)).toEqual([null]);
      expect(monthlyIn(stage).state).toBe('ended');
      expect(JSON.stringify(stage.deps.store.dump())).not.toContain('Grace');
    });

    // Holds pay-317.
    it('an ended monthly tip loses the name when a shorter choice erases all its payments in one sweep', async () => {
      const { stage, id } = await begun(13);
      await endAtOnce(stage, id);
      stage.deps.clock.advance(500 * day);
      choose(stage, 1);
      await eraseTexts(stage);
      await workOff(stage.deps);
      await eraseTexts(stage);
      expect(namesIn(stage)).toEqual([null]);
    });

    // Holds pay-317.
    it('an ended monthly tip loses the name also when the sweep is stopped at any request to the store', async () => {
      for (let death = 0; ; death += 1) {
        const { stage, id } = await begun(1);
        await endAtOnce(stage, id);
        toEndOf(stage, paymentsIn(stage)[1], 7);
        let left = death;
        stage.deps.store.fault = () => {
          left -= 1;
          if (left < 0) throw new Error('killed');
        };
        await eraseTexts(stage).catch(() => undefined);
        stage.deps.store.fault = () => undefined;
        stage.deps.clock.advance(day);
        await eraseTexts(stage);
        expect(namesIn(stage)).toEqual([null]);
        if (left >= 0) return;
      }
    });

    // Holds pay-317.
    it('a monthly tip that ends after the texts of its latest payment were erased has no name from then on', async () => {
      const { stage, id } = await begun(1);
      toEndOf(stage, paymentsIn(stage)[1], 7);
      await eraseTexts(stage);
      expect(monthlyIn(stage).fan.name).toBe('Grace');
      await endAtOnce(stage, id);
      expect(monthlyIn(stage)).toMatchObject({ state: 'ended', fan: { name: null } });
    });

    // Holds pay-317.
    it('a monthly tip that ends before that keeps it', async () => {
      const { stage, id } = await begun(1);
      toEndOf(stage, paymentsIn(stage)[0], 7);
      await eraseTexts(stage);
      await endAtOnce(stage, id);
      expect(monthlyIn(stage)).toMatchObject({ state: 'ended', fan: { name: 'Grace' } });
    });

    it('a name that a fan writes after the end goes with the next sweep', async () => {
      const { stage, id } = await begun(1);
      await endAtOnce(stage, id);
      toEndOf(stage, paymentsIn(stage)[1], 7);
      await eraseTexts(stage);
      await saveTexts(stage, { name: 'Zoe' });
      await eraseTexts(stage);
      expect(namesIn(stage)).toEqual([null]);
    });

    it('a monthly tip whose first tip is gone before a payment keeps no name', async () => {
      const stage = await monthlyStage();
      await stage.deps.store.commit([], (writes) => {
        writes.remove(paths.tip(adaUid, monthlyReference.tipId));
      });
      await sendEvent(stage, 'checkout.session.expired', { reference: monthlyReference });
      await runSweeps(stage.deps, ['follow-monthlies']);
      stage.deps.clock.advance(day);
      await runSweeps(stage.deps, ['follow-monthlies']);
      expect(monthlyIn(stage)).toMatchObject({ state: 'never-began', fan: { name: null } });
    });
  });
});

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
