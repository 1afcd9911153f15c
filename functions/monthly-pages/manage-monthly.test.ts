import { beforeEach, describe, expect, it } from 'vitest';
import { monthlyView, type MonthlyView } from '../../core/fan-api/monthly-api';
import { parseWith } from '../../core/base/result';
import { amountConsentOf } from '../../core/monthly/monthly';
import { wordsVersion } from '../../core/monthly/monthly-words';
import { runSweeps } from '../jobs/run-sweep';
import { adaDraft, adaToken, adaUid, bearerOf, sendEvent, signIn } from '../testing/ada';
import { scenarioWithAccount } from '../testing/known-account';
import { fanOf, monthlyFan, type MonthlyFan } from '../testing/monthly-fan';
import { begin, monthlyId, monthlyIn, monthlyReference, monthlyScenario } from '../testing/monthly-scenario';
import { aDayLater } from '../testing/without-events';
import { signTipToken } from '../tips/tip-access';

describe('manage monthly', () => {
  describe('manage monthly', () => {
    const hour = 60 * 60_000;
    const day = 24 * hour;

    let fan: MonthlyFan;
    beforeEach(async () => {
      fan = await monthlyFan();
    });

    const facts = () => fan.scenario.deps.subscriptions.subscriptions.get(fan.subscription)?.facts;
    const away = { kind: 'unavailable', error: new Error('away') } as const;
    const sweep = () => runSweeps(fan.scenario.deps, ['follow-monthlies']);
    const renew = async (end: 'paid' | 'declined' | 'asks' = 'paid') => {
      fan.scenario.deps.clock.advance(31 * day);
      fan.scenario.billing.renew(fan.subscription, end);
      const type = end === 'paid' ? 'invoice.paid' : 'invoice.payment_failed';
      await sendEvent(fan.scenario, type, { reference: monthlyReference });
    };

    describe('GET /v1/monthly/{id}', () => {
      // Holds pay-277.
      it('shows the fan state, card, next charge, time to withdraw and all payments, and nothing else', async () => {
        await renew();
        const answer = await fan.call('GET');
        expect(parseWith(monthlyView, answer.json).ok).toBe(true);
        expect(answer.json).toMatchObject({
          state: 'active',
          amount: 537,
          owner: { name: 'Ada Lovelace', handle: 'ada' },
          card: { last4: '4242' },
          elsewhere: false,
          withdrawUntil: null,
          payments: [
            { amount: 537, state: 'paid' },
            { tipId: monthlyId, amount: 537, state: 'paid' },
          ],
        });
      });

      // Holds pay-277.
      it('needs the token of its first tip, and hides whether there is one', async () => {
        const token = signTipToken(fan.scenario.deps.config.secrets, { uid: adaUid, tipId: 'b'.repeat(25) });
        const with1 = await fan.scenario.call('GET', `/v1/monthly/${monthlyId}`, undefined, bearerOf(token));
        const without = await fan.scenario.call(
          'GET',
          `/v1/monthly/${'b'.repeat(25)}`,
          undefined,
          bearerOf(token),
        );
        expect([with1.status, without.status]).toEqual([404, 404]);
        expect(with1.json['code']).toBe('tip-not-found');
      });

      it('finds a first payment whose event is lost', async () => {
        const unpaid = await monthlyScenario();
        unpaid.billing.subscribe(unpaid.sessionId);
        unpaid.deps.clock.advance(5000);
        expect(await fanOf(unpaid).view()).toMatchObject({ state: 'active', payments: [{ state: 'paid' }] });
      });

      // Holds pay-265.
      it('says that Stripe alone can stop it once the owner has left', async () => {
        fan.scenario.deps.subscriptions.outage = { kind: 'gone' };
        fan.scenario.deps.clock.advance(8 * day);
        await sweep();
        expect(await fan.view()).toMatchObject({ state: 'active', elsewhere: true });
        const answer = await fan.stop();
        expect([answer.status, answer.json['code']]).toEqual([409, 'monthly-elsewhere']);
      });
    });

    describe('stopping', () => {
      // Holds pay-278.
      it('ends it with the period, and can be taken back before', async () => {
        expect((await fan.stop()).json).toMatchObject({ state: 'ending', endReason: 'fan', asked: null });
        expect(facts()?.cancelAtPeriodEnd).toBe(true);
        expect((await fan.call('POST', '/keep')).json).toMatchObject({ state: 'active', endReason: null });
        expect(facts()?.cancelAtPeriodEnd).toBe(false);
      });

      // Holds pay-278.
      it('is over with the period, and then nothing can be kept or stopped', async () => {
        await fan.stop();
        fan.scenario.deps.clock.advance(31 * day);
        fan.scenario.billing.change(fan.subscription, {
          status: 'canceled',
          cancelReason: 'cancellation_requested',
        });
        const kept = await fan.call('POST', '/keep');
        expect([kept.status, kept.json['code']]).toEqual([409, 'monthly-ended']);
        expect(await fan.view()).toMatchObject({ state: 'ended', endReason: 'fan' });
        expect((await fan.stop()).json['code']).toBe('monthly-ended');
      });

      // Holds pay-279.
      it.each(['before', 'after'] as const)(
        'is made by the next look when Stripe’s answer is lost %s it was made',
        async (when) => {
          fan.scenario.deps.subscriptions.failNext('stopAtPeriodEnd', away, when);
          expect((await fan.stop()).status).toBe(503);
          fan.scenario.deps.clock.advance(hour);
          await sweep();
          expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'ending', endReason: 'fan', asked: null });
        },
      );

      // Holds pay-279.
      it('twice is one stop', async () => {
        const [first, second] = await Promise.all([fan.stop(), fan.stop()]);
        expect([first.status, second.status]).toEqual([200, 200]);
        expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'ending', endReason: 'fan' });
      });

      it('now ends it at once and voids what is open', async () => {
        await renew('declined');
        expect((await fan.stop('now')).json).toMatchObject({ state: 'ended', endReason: 'fan' });
        const open = fan.scenario.deps.subscriptions.subscriptions.get(fan.subscription)?.invoices;
        expect(open?.map(({ status }) => status)).toEqual(['paid', 'void']);
      });

      it('is refused above twenty changes in ten minutes', async () => {
        fan = await monthlyFan({ limitFactor: 1 });
        const statuses: number[] = [];
        for (let count = 0; count < 21; count += 1) statuses.push((await fan.stop()).status);
        expect(statuses.slice(-2)).toEqual([200, 429]);
      });
    });

    describe('stopping in the moment of a renewal', () => {
      const stopAtRenewal = async () => {
        fan.scenario.deps.clock.advance(31 * day);
        // Stripe has charged, and we do not know of it yet.
        fan.scenario.billing.renew(fan.subscription);
        return (await fan.stop()).json as unknown as MonthlyView;
      };

      // Holds pay-312.
      it('stops the period after the one that was just charged, whose payment stands', async () => {
        const view = await stopAtRenewal();
        expect(view).toMatchObject({
          state: 'ending',
          endReason: 'fan',
          withdrawUntil: null,
          payments: [{ state: 'paid' }, { state: 'paid' }],
        });
        expect(view.endingAt).toBe(facts()?.item?.periodEnd);
        expect(view.endingAt).toBeGreaterThan(fan.scenario.deps.clock.now() + 25 * day);
        const late = await fan.call('POST', '/withdraw');
        expect([late.status, late.json['code']]).toEqual([409, 'withdraw-over']);
      });

      // Holds pay-312.
      it('of a yearly tip can still be withdrawn from, for the payment of today', async () => {
        const item = facts()?.item;
        if (item) fan.scenario.billing.change(fan.subscription, { item: { ...item, interval: 'year' } });
        const { withdrawUntil } = await stopAtRenewal();
        expect(withdrawUntil).toBe(fan.scenario.deps.clock.now() + 15 * day);
        expect((await fan.call('POST', '/withdraw')).json).toMatchObject({
          endReason: 'withdrawn',
          payments: [{ state: 'refunded' }, { state: 'paid' }],
        });
      });
    });

    describe('confirming', () => {
      // Holds pay-282.
      it('leads to Stripe’s page of the payment that the bank asks about, which is stored nowhere', async () => {
        await renew('asks');
        expect(await fan.view()).toMatchObject({ state: 'needs-action' });
        const answer = await fan.call('POST', '/confirm');
        expect(answer.json['url']).toContain('https://invoice.test/i/in_');
        const kept = JSON.stringify(fan.scenario.deps.store.dump()) + fan.scenario.deps.lines.join('');
        expect(kept).not.toContain('invoice.test');
        // Time has passed since the renewal, and an export needs a recent sign-in.
        signIn(fan.scenario.deps, adaUid, adaToken);
        for (const format of ['csv', 'json']) {
          const path = `/v1/me/export.${format}`;
          const { status, text } = await fan.scenario.call('GET', path, undefined, bearerOf(adaToken));
          expect(status).toBe(200);
          expect(text).not.toContain('invoice.test');
        }
      });

      it('has nothing to do while everything is paid', async () => {
        const answer = await fan.call('POST', '/confirm');
        expect([answer.status, answer.json['code']]).toEqual([409, 'nothing-due']);
      });

      it('says so while Stripe does not answer', async () => {
        await renew('asks');
        fan.scenario.deps.subscriptions.failNext('invoicePage', away);
        expect((await fan.call('POST', '/confirm')).status).toBe(503);
      });
    });

    describe('a dispute', () => {
      const dispute = async (status: 'needs_response' | 'warning_needs_response') => {
        await renew();
        const paymentIntentId = [...fan.scenario.deps.payments.payments.keys()].at(-1) ?? '';
        fan.scenario.stripe.dispute(paymentIntentId, status);
        await sendEvent(fan.scenario, 'charge.dispute.created', { paymentIntentId });
        fan.scenario.deps.clock.advance(hour);
        await sweep();
      };

      // Holds pay-283.
      it('of any payment stops the monthly tip with its period', async () => {
        await dispute('needs_response');
        expect(await fan.view()).toMatchObject({
          state: 'ending',
          endReason: 'disputed',
          payments: [{ state: 'disputed' }, { state: 'paid' }],
        });
      });

      // Holds pay-283.
      it('whose event is lost is found within a day, and stops the monthly tip all the same', async () => {
        const scenario = await monthlyScenario(await scenarioWithAccount());
        const subscription = await begin(scenario);
        scenario.deps.clock.advance(31 * day);
        const paymentIntentId = scenario.billing.renew(subscription);
        await sendEvent(scenario, 'invoice.paid', { reference: monthlyReference });
        scenario.deps.clock.advance(hour);
        scenario.stripe.dispute(paymentIntentId, 'needs_response');
        await aDayLater(scenario);
        scenario.deps.clock.advance(hour);
        await runSweeps(scenario.deps, ['follow-monthlies']);
        expect(await fanOf(scenario).view()).toMatchObject({
          state: 'ending',
          endReason: 'disputed',
          payments: [{ state: 'disputed' }, { state: 'paid' }],
        });
      });

      // Holds pay-283.
      it('that is only an inquiry stops nothing', async () => {
        await dispute('warning_needs_response');
        expect(await fan.view()).toMatchObject({ state: 'active' });
      });
    });

    it('a monthly tip that never began has nothing to change', async () => {
      const unpaid = fanOf(await monthlyScenario());
      for (const path of ['/keep', '/withdraw', '/confirm'])
        expect((await unpaid.call('POST', path)).json['code']).toBe('monthly-ended');
    });
  });

  describe('change period amount', () => {
    const day = 24 * 60 * 60_000;
    const away = { kind: 'unavailable', error: new Error('away') } as const;

    let fan: MonthlyFan;
    beforeEach(async () => {
      fan = await monthlyFan();
    });

    const change = (tipAmount: number, given: object = {}) =>
      fan.call('POST', '/amount?lang=de', {
        tipAmount,
        coverCosts: false,
        total: tipAmount,
        wordsVersion,
        ...given,
      });

    describe('POST /v1/monthly/{id}/amount', () => {
      // Holds pay-293.
      it('charges the new amount with the next period, and nothing today', async () => {
        const before = fan.scenario.deps.payments.payments.size;
        const answer = await change(800);
        expect(answer.json).toMatchObject({ amount: 800, tipAmount: 800, coverAmount: 0, state: 'active' });
        expect(fan.scenario.deps.payments.payments.size).toBe(before);
        expect(monthlyIn(fan.scenario).contrib).toEqual({ active: 1, perYear: 9600 });
        fan.scenario.deps.clock.advance(31 * day);
        fan.scenario.billing.renew(fan.subscription);
        await sendEvent(fan.scenario, 'invoice.paid', { reference: monthlyReference });
        expect(await fan.view()).toMatchObject({ payments: [{ amount: 800 }, { amount: 537 }] });
      });

      it('computes the covered costs again, with Stripe’s fee for recurring payments', async () => {
        const refused = await change(500, { coverCosts: true });
        expect([refused.status, refused.json['code']]).toEqual([409, 'total-changed']);
        const { amount } = refused.json['figures'] as unknown as { readonly amount: number };
        const answer = await change(500, { coverCosts: true, total: amount });
        expect(answer.json).toMatchObject({ amount, tipAmount: 500, coverAmount: amount - 500 });
      });

      it('refuses an amount outside the limits with the limits, which the page knows before', async () => {
        const { limits } = await fan.view();
        const answer = await change((limits?.max ?? 0) + 1);
        expect(answer.json).toMatchObject({ code: 'amount-too-large', figures: limits });
        expect((await change(1)).json['code']).toBe('amount-too-small');
        expect(monthlyIn(fan.scenario).amount).toBe(537);
      });

      // Holds pay-293.
      it.each(['before', 'after'] as const)(
        'tells the truth when Stripe’s answer is lost %s it was made',
        async (when) => {
          fan.scenario.deps.subscriptions.failNext('changeAmount', away, when);
          expect((await change(800)).status).toBe(503);
          expect((await fan.view()).amount).toBe(when === 'after' ? 800 : 537);
          expect((await change(800)).json).toMatchObject({ amount: 800, tipAmount: 800 });
        },
      );

      // Holds pay-366.
      it('keeps what the fan read for the new amount, in their language, beside the first consent', async () => {
        const { consent } = monthlyIn(fan.scenario);
        await change(800);
        const at = fan.scenario.deps.clock.now();
        const { consent: first, amountConsents } = monthlyIn(fan.scenario);
        expect(first).toEqual(consent);
        expect(amountConsents).toEqual([
          { amount: 800, words: expect.any(String), wordsVersion, language: 'de', at },
        ]);
        expect(amountConsents[0]?.words).toMatch(
          /^Neuer Betrag \(USD\): 8,00\s\$\. Wird ab .* abgebucht\. Heute wird nichts abgebucht/,
        );
      });

      // Holds pay-366.
      it.each([
        ['before', 800],
        ['after', 900],
      ] as const)(
        'keeps the consent to the amount that is charged when Stripe’s answer is lost (%s it was made)',
        async (when, charged) => {
          await change(800);
          fan.scenario.deps.subscriptions.failNext('changeAmount', away, when);
          await change(900);
          const { amount, amountConsents } = monthlyIn(fan.scenario);
          expect(amount).toBe(charged);
          expect(amountConsents.map((each) => each.amount)).toEqual([800, 900]);
        },
      );

      // Holds pay-366.
      it('keeps the consent to what Stripe took when its answer, the look after it and the next change are lost', async () => {
        const { subscriptions } = fan.scenario.deps;
        subscriptions.failNext('changeAmount', away, 'after');
        subscriptions.failNext('snapshot', away);
        await change(800);
        expect(monthlyIn(fan.scenario).amount).toBe(537);
        subscriptions.failNext('changeAmount', away, 'before');
        await change(900);
        const monthly = monthlyIn(fan.scenario);
        expect(monthly.amount).toBe(800);
        expect(amountConsentOf(monthly)).toMatchObject({ amount: 800, language: 'de' });
      });

      // Holds pay-366.
      it.each([
        ['shows those of another version', wordsVersion + 1],
        ['is from before they had a version', undefined],
      ])('is refused with the present words when the page %s, and nothing changes', async (_, version) => {
        const answer = await change(800, { wordsVersion: version });
        expect(answer.status).toBe(409);
        expect(answer.json).toMatchObject({
          code: 'words-changed',
          figures: { wordsVersion, from: expect.stringContaining('Heute wird nichts abgebucht') },
        });
        expect(monthlyIn(fan.scenario)).toMatchObject({ amount: 537, amountConsents: [] });
      });

      it('is refused once it is stopped or over', async () => {
        await fan.stop();
        expect((await change(800)).json['code']).toBe('monthly-ended');
        expect((await fan.view()).limits).toBeNull();
        await fan.stop('now');
        expect((await change(800)).json['code']).toBe('monthly-ended');
      });

      it('keeps to the currency’s limits once the owner has no profile', async () => {
        expect(adaDraft.tips.min).toBeNull();
        expect((await fan.view()).limits).toMatchObject({ min: 100, step: 1 });
      });
    });
  });
});
