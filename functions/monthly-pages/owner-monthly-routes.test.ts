import { beforeEach, describe, expect, it } from 'vitest';
import { ownerStopAnswer, stopAllAnswer } from '../../core/fan-api/monthly-api';
import { parseWith } from '../../core/base/result';
import { paths } from '../../core/documents/documents';
import { monthlyDocument } from '../../core/money-documents/monthly-document';
import type { Monthly } from '../../core/monthly/monthly';
import { fakeMonthly } from '../../core/testing/monthly-fakes';
import { runSweeps } from '../jobs/run-sweep';
import {
  adaToken,
  adaUid,
  adasScenario,
  bearerOf,
  refusedFields,
  signIn,
  type Scenario,
} from '../testing/ada';
import { monthlyFan, type MonthlyFan } from '../testing/monthly-fan';
import { monthlyId, monthlyIn, monthlyScenario } from '../testing/monthly-scenario';

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
    it('needs the owner’s own handle and a sign-in of the last five minutes', async () => {
      const { scenario } = await monthlyFan();
      const wrong = await stopAll(scenario, { handle: 'grace' });
      expect([wrong.status, refusedFields(wrong)]).toEqual([422, ['handle']]);
      scenario.deps.clock.advance(5 * 60_000 + 1);
      const late = await stopAll(scenario);
      expect([late.status, late.json['code']]).toEqual([401, 'recent-sign-in-required']);
      expect(askedOf(scenario, monthlyId)).toBeNull();
    });
  });
});
