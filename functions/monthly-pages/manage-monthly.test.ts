import { beforeEach, describe, expect, it } from 'vitest';
import { parseWith } from '@busker/core/base/result';
import { paths } from '@busker/core/documents/documents';
import {
  monthlyView,
  ownerStopAnswer,
  stopAllAnswer,
  type MonthlyView,
} from '@busker/core/fan-api/monthly-api';
import { monthlyDocument } from '@busker/core/money-documents/monthly-document';
import { amountConsentOf, type Monthly } from '@busker/core/monthly/monthly';
import { wordsVersion } from '@busker/core/monthly/monthly-words';
import { fakeMonthly } from '@busker/core/testing/fakes';
import { runSweeps } from '../jobs/run-sweep';
import {
  adaDraft,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  refusedFields,
  sendEvent,
  signIn,
  scenarioWithAccount,
  type Scenario,
} from '../testing/ada';
import {
  fanOf,
  monthlyFan,
  begin,
  monthlyId,
  monthlyIn,
  monthlyReference,
  monthlyScenario,
  type MonthlyFan,
} from '../testing/monthly-scenario';
import { aDayLater } from '../testing/stored-state';
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

describe('stop by owner', () => {
  const away = { kind: 'unavailable', error: new Error('away') } as const;

  let fan: MonthlyFan;
  beforeEach(async () => {
    fan = await monthlyFan();
  });

  const stop = (when: 'period-end' | 'now' = 'period-end', { id = monthlyId, token = adaToken } = {}) =>
    fan.scenario.call('POST', `/v1/me/monthly/${id}/stop`, { when }, bearerOf(token));
  const facts = () => fan.scenario.deps.subscriptions.subscriptions.get(fan.subscription)?.facts;

  describe('POST /v1/me/monthly/{id}/stop', () => {
    // Holds pay-302.
    it('stops it at the end of its period, and says to the fan that the owner did', async () => {
      const answer = await stop();
      expect([answer.status, answer.json]).toEqual([200, { monthlyId, state: 'ending', asked: null }]);
      expect(parseWith(ownerStopAnswer, answer.json).ok).toBe(true);
      expect(facts()).toMatchObject({ cancelAtPeriodEnd: true, status: 'active' });
      expect(await fan.view()).toMatchObject({ state: 'ending', endReason: 'owner' });
    });

    // Holds pay-302.
    it('ends it now, and voids what is open', async () => {
      fan.scenario.billing.renew(fan.subscription, 'declined');
      expect((await stop('now')).json).toEqual({ monthlyId, state: 'ended', asked: null });
      const { invoices } = fan.scenario.deps.subscriptions.subscriptions.get(fan.subscription) ?? {};
      expect(invoices?.map(({ status }) => status)).toEqual(['paid', 'void']);
      expect(monthlyIn(fan.scenario)).toMatchObject({ endReason: 'owner', contrib: { active: 0 } });
    });

    // Holds pay-302.
    it('changes nothing when it is pressed twice', async () => {
      await stop();
      const { rev } = monthlyIn(fan.scenario);
      const [first, second] = await Promise.all([stop(), stop()]);
      expect([first.json, second.json]).toEqual(Array(2).fill({ monthlyId, state: 'ending', asked: null }));
      expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'ending', endReason: 'owner', asked: null });
      expect(monthlyIn(fan.scenario).rev - rev).toBeLessThanOrEqual(4);
    });

    it('leaves it the fan’s stop when the fan has stopped it before', async () => {
      await fan.stop();
      expect((await stop()).status).toBe(200);
      expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'ending', endReason: 'fan' });
    });

    // Holds pay-302.
    it.each([
      ['period-end', 'stopAtPeriodEnd', 'before', 'ending'],
      ['period-end', 'stopAtPeriodEnd', 'after', 'ending'],
      ['now', 'endNow', 'before', 'ended'],
      ['now', 'endNow', 'after', 'ended'],
    ] as const)(
      '%s is made by the sweep when the answer of %s is lost %s',
      async (when, call, lost, state) => {
        fan.scenario.deps.clock.advance(60_000);
        fan.scenario.deps.subscriptions.failNext(call, away, lost);
        const answer = await stop(when);
        expect([answer.status, answer.json['code']]).toEqual([503, 'service-unavailable']);
        fan.scenario.deps.clock.advance(60 * 60_000);
        await runSweeps(fan.scenario.deps, ['follow-monthlies']);
        expect(monthlyIn(fan.scenario)).toMatchObject({ state, endReason: 'owner', asked: null });
      },
    );

    it('is refused once it is over', async () => {
      await stop('now');
      for (const when of ['period-end', 'now'] as const) {
        const answer = await stop(when);
        expect([answer.status, answer.json['code']]).toEqual([409, 'monthly-ended']);
      }
    });

    it('is refused while the fan has not paid', async () => {
      const unpaid = await monthlyScenario();
      const path = `/v1/me/monthly/${monthlyId}/stop`;
      const answer = await unpaid.call('POST', path, { when: 'now' }, bearerOf(adaToken));
      expect(answer.json['code']).toBe('monthly-ended');
    });

    it('says that only Stripe can stop it once the account has disconnected', async () => {
      fan.scenario.deps.subscriptions.outage = { kind: 'gone' };
      const answer = await stop();
      expect([answer.status, answer.json['code']]).toEqual([409, 'monthly-elsewhere']);
    });

    // Holds pay-302.
    it('does not find another owner’s, and needs a sign-in', async () => {
      signIn(fan.scenario.deps, 'uid-grace', 'token-grace');
      for (const other of [{ token: 'token-grace' }, { id: 'b'.repeat(25) }]) {
        const answer = await stop('now', other);
        expect([answer.status, answer.json['code']]).toEqual([404, 'tip-not-found']);
      }
      expect((await stop('now', { token: 'nobody' })).status).toBe(401);
      expect(facts()?.status).toBe('active');
    });
  });
});

describe('stop all', () => {
  // Patient: 2,000 monthly tips are stopped.

  type Body = Readonly<{ when?: 'period-end' | 'now'; handle?: string }>;

  const stopAll = (scenario: Scenario, body: Body = {}) =>
    scenario.call(
      'POST',
      '/v1/me/monthly/stop-all',
      { when: 'period-end', handle: 'ada', ...body },
      bearerOf(adaToken),
    );

  const counts = { contrib: { active: 1, perYear: 6444 }, state: 'active' } as const;

  /** A monthly tip of Ada's that Stripe would charge again. */
  function put({ deps }: Scenario, id: string, given: Partial<Monthly> = counts): string {
    const stripe = { ...fakeMonthly().stripe, subscriptionId: `sub_${id}` };
    const monthly = fakeMonthly({ monthlyId: id, ownerUid: adaUid, stripe, ...given });
    deps.store.put(paths.monthly(adaUid, id), monthlyDocument.encode(monthly));
    return id;
  }

  const askedOf = (scenario: Scenario, id: string) => monthlyIn(scenario, id).asked;

  describe('POST /v1/me/monthly/stop-all', () => {
    // Holds pay-303.
    it('says how many are to stop, and the next sweep stops them at Stripe', async () => {
      const { scenario, subscription, view } = await monthlyFan();
      scenario.deps.clock.advance(60_000);
      const answer = await stopAll(scenario, { handle: '@Ada' });
      expect([answer.status, answer.json]).toEqual([202, { count: 1 }]);
      expect(parseWith(stopAllAnswer, answer.json).ok).toBe(true);
      expect(scenario.deps.subscriptions.calls).not.toContain('stopAtPeriodEnd');
      scenario.deps.clock.advance(5 * 60_000);
      await runSweeps(scenario.deps, ['follow-monthlies']);
      const at = scenario.deps.subscriptions.subscriptions.get(subscription);
      expect(at?.facts).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
      expect(await view()).toMatchObject({ state: 'ending', endReason: 'owner', asked: null });
    });

    // Holds pay-303.
    it('ends them now when the owner wants that, also those that are stopped already', async () => {
      const { scenario, subscription, stop } = await monthlyFan();
      await stop();
      scenario.deps.clock.advance(60_000);
      expect((await stopAll(scenario, { when: 'now' })).json).toEqual({ count: 1 });
      scenario.deps.clock.advance(5 * 60_000);
      await runSweeps(scenario.deps, ['follow-monthlies']);
      expect(scenario.deps.subscriptions.subscriptions.get(subscription)?.facts.status).toBe('canceled');
      expect(monthlyIn(scenario)).toMatchObject({ state: 'ended', endReason: 'owner' });
    });

    // Holds pay-303.
    it('leaves those that are over, not paid yet, stopped or out of reach', async () => {
      const scenario = await adasScenario();
      const left = [
        put(scenario, 'ended', { state: 'ended' }),
        put(scenario, 'never', { state: 'never-began', stripe: fakeMonthly().stripe }),
        put(scenario, 'starting', { state: 'starting', stripe: fakeMonthly().stripe }),
        put(scenario, 'ending', { state: 'ending', endReason: 'fan' }),
        put(scenario, 'elsewhere', { state: 'active' }),
      ];
      const meant = [
        put(scenario, 'active'),
        put(scenario, 'overdue', { state: 'overdue' }),
        put(scenario, 'asking', { state: 'needs-action' }),
        put(scenario, 'paused', { state: 'paused' }),
      ];
      expect((await stopAll(scenario)).json).toEqual({ count: meant.length });
      expect(left.map((id) => askedOf(scenario, id))).toEqual(left.map(() => null));
      for (const id of meant) expect(askedOf(scenario, id)).toMatchObject({ what: 'stop', reason: 'owner' });
    });

    // Holds pay-303.
    it('notes 2,000 in few commits, and nothing more when it is asked again', async () => {
      const scenario = await adasScenario();
      const ids = Array.from({ length: 2000 }, (_, index) =>
        put(scenario, `m${String(index).padStart(5, '0')}`),
      );
      const before = scenario.deps.store.requests;
      expect((await stopAll(scenario)).json).toEqual({ count: 2000 });
      expect(scenario.deps.store.requests - before).toBeLessThan(100);
      const noted = scenario.deps.store.dump();
      for (const id of ids)
        expect(noted[paths.monthly(adaUid, id)]).toMatchObject({ asked: { what: 'stop' } });
      scenario.deps.clock.advance(1000);
      expect((await stopAll(scenario)).json).toEqual({ count: 2000 });
      expect(scenario.deps.store.dump()).toEqual(noted);
    });

    // Holds pay-303.
    it('ends one whose period is unpaid now, since Stripe would go on charging that period', async () => {
      const { scenario, subscription } = await monthlyFan();
      scenario.deps.clock.advance(31 * 24 * 60 * 60_000);
      scenario.billing.renew(subscription, 'declined');
      signIn(scenario.deps, adaUid, adaToken);
      expect((await stopAll(scenario)).json).toEqual({ count: 1 });
      scenario.deps.clock.advance(5 * 60_000);
      await runSweeps(scenario.deps, ['follow-monthlies']);
      expect(monthlyIn(scenario)).toMatchObject({ state: 'ended', endReason: 'owner', asked: null });
      expect(scenario.deps.subscriptions.subscriptions.get(subscription)?.invoices[1]?.status).toBe('void');
    });

    it('notes all others when one cannot be read', async () => {
      const scenario = await adasScenario();
      put(scenario, 'good');
      scenario.deps.store.put(paths.monthly(adaUid, 'odd'), { v: 9, state: 'active' });
      expect((await stopAll(scenario)).json).toEqual({ count: 1 });
      expect(askedOf(scenario, 'good')?.what).toBe('stop');
    });

    // Holds pay-303.
    it('needs the owner’s own handle and a sign-in of the last ten minutes', async () => {
      const { scenario } = await monthlyFan();
      const wrong = await stopAll(scenario, { handle: 'grace' });
      expect([wrong.status, refusedFields(wrong)]).toEqual([422, ['handle']]);
      scenario.deps.clock.advance(10 * 60_000 + 1);
      const late = await stopAll(scenario);
      expect([late.status, late.json['code']]).toEqual([401, 'recent-sign-in-required']);
      expect(askedOf(scenario, monthlyId)).toBeNull();
    });
  });
});
