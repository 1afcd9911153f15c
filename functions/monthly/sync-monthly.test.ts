import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultPreferences, preferencesDocument } from '@busker/core/account/account-document';
import { paths } from '@busker/core/documents/documents';
import { projectMonthly } from '@busker/core/monthly/monthly-projection';
import { fakeMonthly, fakeMonthlySnapshot, fakeSubscription } from '@busker/core/testing/fakes';
import { yearsAfter } from '@busker/core/tip/tip';
import { runSweeps } from '../jobs/run-sweep';
import { adaToken, adaUid, anotherProcess, bearerOf, sendEvent, storedTips } from '../testing/ada';
import {
  monthlyFan,
  endAtOnce,
  namesIn,
  paymentsIn,
  renewTimes,
  saveTexts,
  begin,
  monthlyIn,
  monthlyReference,
  monthlyScenario,
  type MonthlyFan,
  type MonthlyScenario,
} from '../testing/monthly-scenario';
import { tipIn, totalsIn, workOff } from '../testing/stored-state';
import { cycleTipIdOf } from '../tips/tip-access';
import { writeMonthly } from '../tips/write-tip';
import { syncMonthly } from './sync-monthly';

describe('sync monthly', () => {
  describe('sync monthly', () => {
    const month = 31 * 24 * 60 * 60_000;
    const sync = ({ deps }: MonthlyScenario) =>
      syncMonthly(deps, monthlyReference, { cause: 'schedule', eventId: null });
    const supportIn = ({ deps }: MonthlyScenario) =>
      Object.entries(deps.store.dump()).flatMap(([path, data]) =>
        path.includes('/totals/monthly-') ? [data] : [],
      );
    const invoicesOf = (scenario: MonthlyScenario, id: string) =>
      scenario.deps.subscriptions.subscriptions.get(id)?.invoices ?? [];
    const renewalIn = (scenario: MonthlyScenario, id: string, index = 1) =>
      tipIn(scenario, cycleTipIdOf('acct_ada', invoicesOf(scenario, id)[index]?.id ?? ''));

    describe('a fan who pays the first period', () => {
      // Holds pay-254.
      it('has one paid tip, and one active monthly tip that counts as monthly support', async () => {
        const scenario = await monthlyScenario();
        await begin(scenario);
        expect(storedTips(scenario)).toHaveLength(1);
        expect(tipIn(scenario, monthlyReference.tipId)).toMatchObject({
          state: 'paid',
          contrib: { count: 1, gross: 537 },
          cycle: { number: 1, invoiceId: expect.any(String), period: { from: expect.any(Number) } },
        });
        expect(monthlyIn(scenario)).toMatchObject({
          state: 'active',
          paidCycles: 1,
          contrib: { perYear: 6444 },
        });
        expect(supportIn(scenario)).toEqual([
          expect.objectContaining({ active: 1, perYear: 6444, currency: 'usd' }),
        ]);
      });

      it('whose page runs out has no monthly tip', async () => {
        const scenario = await monthlyScenario();
        await scenario.deps.payments.expireCheckout('acct_ada', scenario.sessionId);
        await sendEvent(scenario, 'checkout.session.expired', { reference: monthlyReference });
        expect(monthlyIn(scenario)).toMatchObject({ state: 'never-began', contrib: { active: 0 } });
        expect(supportIn(scenario)).toEqual([]);
      });
    });

    // Holds pay-313.
    it('monthly support in two currencies is two sums', async () => {
      const scenario = await monthlyScenario();
      await begin(scenario);
      const euros = fakeMonthly({ monthlyId: 'b'.repeat(25), ownerUid: adaUid, currency: 'eur' });
      const subscription = fakeSubscription({ tipId: euros.monthlyId, uid: adaUid });
      await scenario.deps.store.transaction((tx) => {
        const active = projectMonthly(euros, fakeMonthlySnapshot({ subscription }));
        writeMonthly(tx, euros, active, { cause: 'schedule', eventId: null }, scenario.deps.clock.now());
        return Promise.resolve();
      });
      const sums = Object.entries(scenario.deps.store.dump()).flatMap(([path, sum]) => {
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
        const scenario = await monthlyScenario();
        const id = await begin(scenario);
        scenario.deps.clock.advance(month);
        const paymentIntentId = scenario.billing.renew(id);
        await sendEvent(scenario, type, about(invoicesOf(scenario, id)[1]?.id ?? '', paymentIntentId));
        expect(storedTips(scenario)).toHaveLength(2);
        expect(renewalIn(scenario, id)).toMatchObject({
          state: 'paid',
          amount: 537,
          fan: { name: 'Grace', message: null },
          cycle: { number: 2, subscriptionId: id },
        });
        expect(scenario.deps.store.dump()).toHaveProperty([paths.stripePayment(paymentIntentId)]);
        expect(renewalIn(scenario, id)).toMatchObject({ contrib: { count: 1 }, moderation: { reasons: [] } });
        expect(monthlyIn(scenario)).toMatchObject({ state: 'active', paidCycles: 2 });
      });

      // Holds pay-257.
      it('whose two events reach two servers at once is one tip, in one index document, and counted once', async () => {
        const scenario = await monthlyScenario();
        const id = await begin(scenario);
        scenario.deps.clock.advance(month);
        const paymentIntentId = scenario.billing.renew(id);
        const invoiceId = invoicesOf(scenario, id)[1]?.id ?? '';
        const statuses = await Promise.all([
          sendEvent(scenario, 'invoice.paid', {
            objectId: invoiceId,
            invoiceId,
            reference: monthlyReference,
          }),
          sendEvent(anotherProcess(scenario), 'invoice_payment.paid', { invoiceId }),
        ]);
        expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
        expect(storedTips(scenario)).toHaveLength(2);
        expect(Object.keys(scenario.deps.store.dump())).toContain(paths.stripePayment(paymentIntentId));
        const indexed = Object.entries(scenario.deps.store.dump()).filter(
          ([path, data]) =>
            path.startsWith('stripePayments/') && (data as { invoiceId: string }).invoiceId === invoiceId,
        );
        expect(indexed).toHaveLength(1);
        expect(totalsIn(scenario).usd).toMatchObject({ count: 2, gross: 2 * 537 });
      });

      // Holds pay-256.
      it('that is declined makes the monthly tip overdue, and Stripe’s next try makes the same tip paid', async () => {
        const scenario = await monthlyScenario();
        const id = await begin(scenario);
        scenario.deps.clock.advance(month);
        scenario.billing.renew(id, 'declined');
        await sendEvent(scenario, 'invoice.payment_failed', { reference: monthlyReference });
        expect(monthlyIn(scenario)).toMatchObject({ state: 'overdue', contrib: { active: 0 } });
        expect(renewalIn(scenario, id)).toMatchObject({ state: 'failed', contrib: { count: 0 } });
        scenario.billing.retry(id, 'asks');
        await sendEvent(scenario, 'invoice.payment_action_required', { reference: monthlyReference });
        expect(monthlyIn(scenario).state).toBe('needs-action');
        scenario.billing.retry(id, 'paid');
        await sendEvent(scenario, 'invoice.paid', { reference: monthlyReference });
        expect(monthlyIn(scenario)).toMatchObject({ state: 'active', failing: null, contrib: { active: 1 } });
        expect(renewalIn(scenario, id)).toMatchObject({ state: 'paid', contrib: { count: 1 } });
        expect(storedTips(scenario)).toHaveLength(2);
      });

      it('that is declined again without an event has every try in its tip', async () => {
        const scenario = await monthlyScenario();
        const id = await begin(scenario);
        scenario.deps.clock.advance(month);
        scenario.billing.renew(id, 'declined');
        await sync(scenario);
        const declined = renewalIn(scenario, id).payment;
        scenario.deps.clock.advance(24 * 60 * 60_000);
        scenario.billing.retry(id, 'declined');
        await sync(scenario);
        const again = renewalIn(scenario, id).payment;
        expect([declined.attempts, again.attempts]).toEqual([1, 2]);
        expect(again.lastError?.at).toBeGreaterThan(declined.lastError?.at ?? Infinity);
      });
    });

    describe('a sync', () => {
      it('of one that Stripe has not changed writes no new revision', async () => {
        const scenario = await monthlyScenario();
        await begin(scenario);
        const { rev } = monthlyIn(scenario);
        expect(await sync(scenario)).toMatchObject({ ok: true, value: { rev } });
        expect(monthlyIn(scenario).rev).toBe(rev);
      });

      // Holds pay-257.
      it('on two servers at once makes one tip and counts it once', async () => {
        const scenario = await monthlyScenario();
        const id = await begin(scenario);
        scenario.deps.clock.advance(month);
        scenario.billing.renew(id);
        await Promise.all([sync(scenario), sync(scenario), sync(scenario)]);
        expect(storedTips(scenario)).toHaveLength(2);
        expect(monthlyIn(scenario).paidCycles).toBe(2);
        expect(renewalIn(scenario, id)).toMatchObject({ state: 'paid', contrib: { count: 1 } });
      });

      // Holds pay-243.
      it('leaves it alone when the subscription names another one, and reports that', async () => {
        const scenario = await monthlyScenario();
        const id = await begin(scenario);
        scenario.billing.change(id, { tipId: 'other', status: 'canceled' });
        scenario.billing.renew(id);
        await sync(scenario);
        expect(monthlyIn(scenario)).toMatchObject({ state: 'active' });
        expect(storedTips(scenario)).toHaveLength(1);
      });

      it('says when Stripe is away, when nothing is stored, and does nothing before there is a page', async () => {
        const scenario = await monthlyScenario();
        scenario.deps.subscriptions.failNext('snapshot', { kind: 'unavailable', error: new Error('away') });
        expect(await sync(scenario)).toMatchObject({ ok: false, problem: { kind: 'unavailable' } });
        const nobody = syncMonthly(
          scenario.deps,
          { uid: adaUid, tipId: 'x' },
          { cause: 'poll', eventId: null },
        );
        expect(await nobody).toMatchObject({ ok: false, problem: { kind: 'no-tip' } });
      });
    });

    describe('events that are about no monthly tip of ours', () => {
      // Holds pay-258.
      it('pass by: an owner’s own subscriptions, other accounts, and removed tips', async () => {
        const scenario = await monthlyScenario();
        await begin(scenario);
        const before = monthlyIn(scenario);
        const unknown = { uid: adaUid, tipId: 'unknown' };
        for (const about of [
          { reference: null },
          { invoiceId: 'in_theirs' },
          { paymentIntentId: 'pi_theirs' },
          { reference: unknown },
          { reference: monthlyReference, account: 'acct_eve' },
        ])
          expect((await sendEvent(scenario, 'invoice.paid', about)).status).toBe(200);
        expect(
          (await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId: 'pi_1' })).status,
        ).toBe(200);
        expect(monthlyIn(scenario)).toEqual(before);
        expect(storedTips(scenario)).toHaveLength(1);
      });

      it('are sent again by Stripe while it does not answer', async () => {
        const scenario = await monthlyScenario();
        await begin(scenario);
        const away = { kind: 'unavailable', error: new Error('away') } as const;
        scenario.deps.subscriptions.failNext('snapshot', away);
        expect((await sendEvent(scenario, 'invoice.paid', { reference: monthlyReference })).status).toBe(503);
        scenario.deps.subscriptions.failNext('ofInvoice', away);
        expect((await sendEvent(scenario, 'invoice.paid', { invoiceId: 'in_1' })).status).toBe(503);
        scenario.deps.subscriptions.failNext('ofInvoice', { kind: 'gone' });
        expect((await sendEvent(scenario, 'invoice.paid', { invoiceId: 'in_1' })).status).toBe(200);
      });
    });
  });

  describe('name at end', () => {
    // Patient: the sweep is stopped at each of its requests.

    const day = 24 * 60 * 60_000;

    async function begun(renewals: number) {
      const scenario = await monthlyScenario();
      const id = await begin(scenario);
      await renewTimes(scenario, id, renewals);
      return { scenario, id };
    }

    const choose = ({ deps }: MonthlyScenario, keepTipsYears: number): void =>
      deps.store.put(
        paths.account(adaUid),
        preferencesDocument.encode({ ...defaultPreferences, keepTipsYears, updatedAt: deps.clock.now() }),
      );

    const eraseTexts = ({ deps }: MonthlyScenario) => runSweeps(deps, ['erase-texts']);

    /** The clock of the scenario moves to the end of the texts of a payment. */
    function toEndOf(
      { deps }: MonthlyScenario,
      payment: { readonly createdAt: number } | undefined,
      years: number,
    ) {
      deps.clock.advance(yearsAfter(payment?.createdAt ?? 0, years) - deps.clock.now());
    }

    // Holds pay-317.
    it('an ended monthly tip keeps the name until the texts of its latest payment are erased, and has none after that', async () => {
      const { scenario, id } = await begun(2);
      await endAtOnce(scenario, id);
      const [first, , latest] = paymentsIn(scenario);
      toEndOf(scenario, first, 7);
      await eraseTexts(scenario);
      expect(paymentsIn(scenario)[0]?.fan.name).toBeNull();
      expect(monthlyIn(scenario).fan.name).toBe('Grace');
      toEndOf(scenario, latest, 7);
      await eraseTexts(scenario);
      expect(namesIn(scenario)).toEqual([null]);
      expect(monthlyIn(scenario).state).toBe('ended');
      expect(JSON.stringify(scenario.deps.store.dump())).not.toContain('Grace');
    });

    // Holds pay-317.
    it('an ended monthly tip loses the name when a shorter choice erases all its payments in one sweep', async () => {
      const { scenario, id } = await begun(13);
      await endAtOnce(scenario, id);
      scenario.deps.clock.advance(500 * day);
      choose(scenario, 1);
      await eraseTexts(scenario);
      await workOff(scenario.deps);
      await eraseTexts(scenario);
      expect(namesIn(scenario)).toEqual([null]);
    });

    // Holds pay-317.
    it('an ended monthly tip loses the name also when the sweep is stopped at any request to the store', async () => {
      for (let death = 0; ; death += 1) {
        const { scenario, id } = await begun(1);
        await endAtOnce(scenario, id);
        toEndOf(scenario, paymentsIn(scenario)[1], 7);
        let left = death;
        scenario.deps.store.fault = () => {
          left -= 1;
          if (left < 0) throw new Error('killed');
        };
        await eraseTexts(scenario).catch(() => undefined);
        scenario.deps.store.fault = () => undefined;
        scenario.deps.clock.advance(day);
        await eraseTexts(scenario);
        expect(namesIn(scenario)).toEqual([null]);
        if (left >= 0) return;
      }
    });

    // Holds pay-317.
    it('a monthly tip that ends after the texts of its latest payment were erased has no name from then on', async () => {
      const { scenario, id } = await begun(1);
      toEndOf(scenario, paymentsIn(scenario)[1], 7);
      await eraseTexts(scenario);
      expect(monthlyIn(scenario).fan.name).toBe('Grace');
      await endAtOnce(scenario, id);
      expect(monthlyIn(scenario)).toMatchObject({ state: 'ended', fan: { name: null } });
    });

    // Holds pay-317.
    it('a monthly tip that ends before that keeps it', async () => {
      const { scenario, id } = await begun(1);
      toEndOf(scenario, paymentsIn(scenario)[0], 7);
      await eraseTexts(scenario);
      await endAtOnce(scenario, id);
      expect(monthlyIn(scenario)).toMatchObject({ state: 'ended', fan: { name: 'Grace' } });
    });

    it('a name that a fan writes after the end goes with the next sweep', async () => {
      const { scenario, id } = await begun(1);
      await endAtOnce(scenario, id);
      toEndOf(scenario, paymentsIn(scenario)[1], 7);
      await eraseTexts(scenario);
      await saveTexts(scenario, { name: 'Zoe' });
      await eraseTexts(scenario);
      expect(namesIn(scenario)).toEqual([null]);
    });

    it('a monthly tip whose first tip is gone before a payment keeps no name', async () => {
      const scenario = await monthlyScenario();
      await scenario.deps.store.commit([], (writes) => {
        writes.remove(paths.tip(adaUid, monthlyReference.tipId));
      });
      await sendEvent(scenario, 'checkout.session.expired', { reference: monthlyReference });
      await runSweeps(scenario.deps, ['follow-monthlies']);
      scenario.deps.clock.advance(day);
      await runSweeps(scenario.deps, ['follow-monthlies']);
      expect(monthlyIn(scenario)).toMatchObject({ state: 'never-began', fan: { name: null } });
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

  const facts = () => fan.scenario.deps.subscriptions.subscriptions.get(fan.subscription)?.facts;
  const away = { kind: 'unavailable', error: new Error('away') } as const;
  const sweep = () => runSweeps(fan.scenario.deps, ['follow-monthlies']);

  describe('withdrawing', () => {
    const withdraw = () => fan.call('POST', '/withdraw');

    // Holds pay-280.
    it('within fifteen days ends it first and then gives the payment back in full', async () => {
      fan.scenario.deps.clock.advance(14 * day);
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
      fan.scenario.deps.clock.advance(16 * day);
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
      expect(fan.scenario.deps.refunds.orders).toHaveLength(1);
    });

    // Holds pay-390.
    it('is over fifteen days after the first payment for what has ended, too', async () => {
      await fan.stop('now');
      fan.scenario.deps.clock.advance(15 * day + 1);
      expect((await fan.view()).withdrawUntil).toBeNull();
      expect((await withdraw()).json['code']).toBe('withdraw-over');
      expect(fan.scenario.deps.refunds.orders).toHaveLength(0);
    });

    // Holds pay-390.
    it('gives the paid period back where the tip ended because a later one stayed unpaid, and voids what is open', async () => {
      fan.scenario.deps.clock.advance(day);
      fan.scenario.billing.renew(fan.subscription, 'declined');
      const failed = { status: 'canceled', cancelReason: 'payment_failed' } as const;
      fan.scenario.billing.change(fan.subscription, { ...failed, endedAt: fan.scenario.deps.clock.now() });
      await sendEvent(fan.scenario, 'customer.subscription.deleted', { reference: monthlyReference });
      expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'ended', endReason: 'payment_failed' });
      expect((await withdraw()).json).toMatchObject({
        endReason: 'withdrawn',
        payments: [{ state: 'failed' }, { state: 'refunded', refunded: 537 }],
      });
      const { invoices = [] } = fan.scenario.deps.subscriptions.subscriptions.get(fan.subscription) ?? {};
      expect(invoices.map(({ status }) => status)).toEqual(['paid', 'void']);
    });

    // Holds pay-390.
    it.each(['endNow', 'createRefund'] as const)(
      'of what has ended is made once by the next look when the answer of %s is lost',
      async (call) => {
        await fan.stop('now');
        if (call === 'endNow') fan.scenario.deps.subscriptions.failNext(call, away);
        else fan.scenario.deps.refunds.failNext(call, away, 'after');
        await withdraw();
        expect(await fan.view()).toMatchObject({ state: 'ended', endReason: 'withdrawn', asked: 'end' });
        fan.scenario.deps.clock.advance(2 * hour);
        await sweep();
        expect(await fan.view()).toMatchObject({ asked: null, payments: [{ state: 'refunded' }] });
        const refunds = [...fan.scenario.deps.payments.payments.values()].flatMap(
          (payment) => payment.refunds,
        );
        expect(refunds).toHaveLength(1);
      },
    );

    // Holds pay-281.
    it.each(['before', 'after'] as const)(
      'whose end gets no answer (%s) is finished by the next look, late too',
      async (when) => {
        fan.scenario.deps.clock.advance(15 * day - hour);
        fan.scenario.deps.subscriptions.failNext('endNow', away, when);
        expect((await withdraw()).status).toBe(503);
        fan.scenario.deps.clock.advance(2 * hour);
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
        fan.scenario.deps.subscriptions.failNext('endNow', away);
        const body = path === '/stop' ? { when: 'now' } : undefined;
        expect((await fan.call('POST', path, body)).status).toBe(503);
      }
      fan.scenario.deps.clock.advance(2 * hour);
      await sweep();
      expect(await fan.view()).toMatchObject({ endReason: 'withdrawn', payments: [{ state: 'refunded' }] });
    });

    // Holds pay-281.
    it('that Stripe has not answered cannot be kept away', async () => {
      fan.scenario.deps.subscriptions.failNext('endNow', away);
      expect((await fan.call('POST', '/withdraw')).status).toBe(503);
      expect((await fan.call('POST', '/keep')).json['code']).toBe('monthly-ended');
      fan.scenario.deps.clock.advance(2 * hour);
      await sweep();
      expect(await fan.view()).toMatchObject({ endReason: 'withdrawn', payments: [{ state: 'refunded' }] });
    });

    // Holds pay-281, pay-365.
    it.each(['before', 'after'] as const)(
      'whose refund gets no answer (%s) shows the money on its way, and the next look gives it back once',
      async (when) => {
        fan.scenario.deps.refunds.failNext('createRefund', away, when);
        expect((await withdraw()).json).toMatchObject({ state: 'ended', payments: [{ refunding: 537 }] });
        expect(monthlyIn(fan.scenario)).toMatchObject({ asked: { reason: 'withdrawn' } });
        fan.scenario.deps.clock.advance(2 * hour);
        await sweep();
        expect(await fan.view()).toMatchObject({ asked: null, payments: [{ state: 'refunded' }] });
        const refunds = [...fan.scenario.deps.payments.payments.values()].flatMap(
          (payment) => payment.refunds,
        );
        expect(refunds).toHaveLength(1);
      },
    );

    // Holds pay-281.
    it('whose event arrives before the money goes back still gives it back', async () => {
      fan.scenario.deps.subscriptions.failNext('endNow', away, 'after');
      await withdraw();
      await sendEvent(fan.scenario, 'customer.subscription.deleted', { reference: monthlyReference });
      expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'ended', asked: { reason: 'withdrawn' } });
      fan.scenario.deps.clock.advance(2 * hour);
      await sweep();
      expect(await fan.view()).toMatchObject({ asked: null, payments: [{ state: 'refunded' }] });
    });

    // Holds pay-281.
    it('that Stripe cannot pay back yet is waiting, nothing is charged meanwhile, and the money goes back later', async () => {
      fan.scenario.deps.refunds.next = 'pending';
      expect((await withdraw()).json).toMatchObject({
        state: 'ended',
        asked: null,
        payments: [{ refunded: 0, refunding: 537 }],
      });
      expect(facts()?.status).toBe('canceled');
      fan.scenario.deps.clock.advance(40 * day);
      await sweep();
      expect(fan.scenario.deps.subscriptions.subscriptions.get(fan.subscription)?.invoices).toHaveLength(1);
      const [paymentIntentId = ''] = fan.scenario.deps.payments.payments.keys();
      const payment = fan.scenario.deps.payments.payments.get(paymentIntentId);
      if (payment) payment.refunds = payment.refunds.map((each) => ({ ...each, status: 'succeeded' }));
      await sendEvent(fan.scenario, 'refund.updated', { paymentIntentId });
      expect(await fan.view()).toMatchObject({
        payments: [{ state: 'refunded', refunded: 537, refunding: 0 }],
      });
      expect(fan.scenario.deps.refunds.orders).toHaveLength(1);
    });

    it('is refused while the bank reviews the payment, and nothing is ended', async () => {
      const [payment] = fan.scenario.deps.payments.payments.keys();
      fan.scenario.stripe.dispute(payment ?? '', 'needs_response');
      await sendEvent(fan.scenario, 'charge.dispute.created', { paymentIntentId: payment ?? '' });
      const answer = await withdraw();
      expect([answer.status, answer.json['code']]).toEqual([409, 'refund-unavailable']);
      expect(facts()?.status).toBe('active');
    });
  });
});

const hour = 60 * 60_000;
const away = { kind: 'unavailable', error: new Error('away') } as const;

describe('keeping a monthly tip', () => {
  let fan: MonthlyFan;
  beforeEach(async () => {
    fan = await monthlyFan();
    await fan.stop();
  });

  const withdraw = async () => {
    fan.scenario.deps.subscriptions.failNext('endNow', away);
    expect((await fan.call('POST', '/withdraw')).status).toBe(503);
  };
  const endAll = async () => {
    const body = { when: 'now', handle: 'ada' };
    const answer = await fan.scenario.call('POST', '/v1/me/monthly/stop-all', body, bearerOf(adaToken));
    expect(answer.json).toEqual({ count: 1 });
  };

  /** The fan presses Keep, and `meanwhile` happens after the monthly tip was read for it. */
  function keepWhile(meanwhile: () => Promise<void>) {
    const { limits } = fan.scenario.deps;
    const count = limits.count.bind(limits);
    vi.spyOn(limits, 'count').mockImplementationOnce(async (rules) => {
      await meanwhile();
      return count(rules);
    });
    return fan.call('POST', '/keep');
  }

  const laterSweep = async () => {
    fan.scenario.deps.clock.advance(2 * hour);
    await runSweeps(fan.scenario.deps, ['follow-monthlies']);
  };

  // Holds pay-400.
  it('a keep in the same moment as a withdrawal is refused, and the money goes back', async () => {
    const kept = await keepWhile(withdraw);
    expect([kept.status, kept.json['code']]).toEqual([409, 'monthly-ended']);
    expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'ending', asked: { reason: 'withdrawn' } });
    await laterSweep();
    expect(await fan.view()).toMatchObject({
      state: 'ended',
      endReason: 'withdrawn',
      payments: [{ state: 'refunded' }],
    });
  });

  // Holds pay-400.
  it('a keep in the same moment as the owner’s end of all is refused without asking Stripe, and the end is made', async () => {
    const kept = await keepWhile(endAll);
    expect([kept.status, kept.json['code']]).toEqual([409, 'monthly-ended']);
    expect(fan.scenario.deps.subscriptions.calls.filter((call) => call === 'stopAtPeriodEnd')).toHaveLength(
      1,
    );
    await laterSweep();
    expect(await fan.view()).toMatchObject({ state: 'ended', endReason: 'owner' });
  });

  // Holds pay-400.
  it('a keep that Stripe is answering while the owner ends all is refused, and the end is made', async () => {
    const { subscriptions } = fan.scenario.deps;
    const ask = subscriptions.stopAtPeriodEnd.bind(subscriptions);
    vi.spyOn(subscriptions, 'stopAtPeriodEnd').mockImplementationOnce(async (...order) => {
      await endAll();
      return ask(...order);
    });
    const kept = await fan.call('POST', '/keep');
    expect([kept.status, kept.json['code']]).toEqual([409, 'monthly-ended']);
    await laterSweep();
    expect(await fan.view()).toMatchObject({ state: 'ended', endReason: 'owner' });
  });
});
