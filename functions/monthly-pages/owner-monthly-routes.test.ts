import { beforeEach, describe, expect, it } from 'vitest';
import { ownerStopAnswer, stopAllAnswer } from '../../core/api/monthly-api';
import { parseWith } from '../../core/base/result';
import { paths } from '../../core/documents/documents';
import { encodeMonthly } from '../../core/documents/monthly-document';
import type { Monthly } from '../../core/monthly/monthly';
import { fakeMonthly } from '../../core/testing/monthly-fakes';
import { runSweeps } from '../jobs/run-sweep';
import { adaToken, adaUid, adasStage, bearerOf, refusedFields, signIn, type Stage } from '../testing/ada';
import { monthlyFan, type MonthlyFan } from '../testing/monthly-fan';
import { monthlyId, monthlyIn, monthlyStage } from '../testing/monthly-stage';

describe('stop by owner', () => {
  const away = { kind: 'unavailable', error: new Error('away') } as const;

  let fan: MonthlyFan;
  beforeEach(async () => {
    fan = await monthlyFan();
  });

  const stop = (when: 'period-end' | 'now' = 'period-end', { id = monthlyId, token = adaToken } = {}) =>
    fan.stage.call('POST', `/v1/me/monthly/${id}/stop`, { when }, bearerOf(token));
  const facts = () => fan.stage.deps.subscriptions.subscriptions.get(fan.subscription)?.facts;

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
      fan.stage.billing.renew(fan.subscription, 'declined');
      expect((await stop('now')).json).toEqual({ monthlyId, state: 'ended', asked: null });
      const { invoices } = fan.stage.deps.subscriptions.subscriptions.get(fan.subscription) ?? {};
      expect(invoices?.map(({ status }) => status)).toEqual(['paid', 'void']);
      expect(monthlyIn(fan.stage)).toMatchObject({ endReason: 'owner', contrib: { active: 0 } });
    });

    // Holds pay-302.
    it('changes nothing when it is pressed twice', async () => {
      await stop();
      const { rev } = monthlyIn(fan.stage);
      const [first, second] = await Promise.all([stop(), stop()]);
      expect([first.json, second.json]).toEqual(Array(2).fill({ monthlyId, state: 'ending', asked: null }));
      expect(monthlyIn(fan.stage)).toMatchObject({ state: 'ending', endReason: 'owner', asked: null });
      expect(monthlyIn(fan.stage).rev - rev).toBeLessThanOrEqual(4);
    });

    it('leaves it the fan’s stop when the fan has stopped it before', async () => {
      await fan.stop();
      expect((await stop()).status).toBe(200);
      expect(monthlyIn(fan.stage)).toMatchObject({ state: 'ending', endReason: 'fan' });
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
        fan.stage.deps.clock.advance(60_000);
        fan.stage.deps.subscriptions.failNext(call, away, lost);
        const answer = await stop(when);
        expect([answer.status, answer.json['code']]).toEqual([503, 'service-unavailable']);
        fan.stage.deps.clock.advance(60 * 60_000);
        await runSweeps(fan.stage.deps, ['follow-monthlies']);
        expect(monthlyIn(fan.stage)).toMatchObject({ state, endReason: 'owner', asked: null });
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
      const unpaid = await monthlyStage();
      const path = `/v1/me/monthly/${monthlyId}/stop`;
      const answer = await unpaid.call('POST', path, { when: 'now' }, bearerOf(adaToken));
      expect(answer.json['code']).toBe('monthly-ended');
    });

    it('says that only Stripe can stop it once the account has disconnected', async () => {
      fan.stage.deps.subscriptions.outage = { kind: 'gone' };
      const answer = await stop();
      expect([answer.status, answer.json['code']]).toEqual([409, 'monthly-elsewhere']);
    });

    // Holds pay-302.
    it('does not find another owner’s, and needs a sign-in', async () => {
      signIn(fan.stage.deps, 'uid-grace', 'token-grace');
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

  const stopAll = (stage: Stage, body: Body = {}) =>
    stage.call(
      'POST',
      '/v1/me/monthly/stop-all',
      { when: 'period-end', handle: 'ada', ...body },
      bearerOf(adaToken),
    );

  const counts = { contrib: { active: 1, perYear: 6444 }, state: 'active' } as const;

  /** A monthly tip of Ada's that Stripe would charge again. */
  function put({ deps }: Stage, id: string, given: Partial<Monthly> = counts): string {
    const stripe = { ...fakeMonthly().stripe, subscriptionId: `sub_${id}` };
    const monthly = fakeMonthly({ monthlyId: id, ownerUid: adaUid, stripe, ...given });
    deps.store.put(paths.monthly(adaUid, id), encodeMonthly(monthly));
    return id;
  }

  const askedOf = (stage: Stage, id: string) => monthlyIn(stage, id).asked;

  describe('POST /v1/me/monthly/stop-all', () => {
    // Holds pay-303.
    it('says how many are to stop, and the next sweep stops them at Stripe', async () => {
      const { stage, subscription, view } = await monthlyFan();
      stage.deps.clock.advance(60_000);
      const answer = await stopAll(stage, { handle: '@Ada' });
      expect([answer.status, answer.json]).toEqual([202, { count: 1 }]);
      expect(parseWith(stopAllAnswer, answer.json).ok).toBe(true);
      expect(stage.deps.subscriptions.calls).not.toContain('stopAtPeriodEnd');
      stage.deps.clock.advance(5 * 60_000);
      await runSweeps(stage.deps, ['follow-monthlies']);
      const at = stage.deps.subscriptions.subscriptions.get(subscription);
      expect(at?.facts).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
      expect(await view()).toMatchObject({ state: 'ending', endReason: 'owner', asked: null });
    });

    // Holds pay-303.
    it('ends them now when the owner wants that, also those that are stopped already', async () => {
      const { stage, subscription, stop } = await monthlyFan();
      await stop();
      stage.deps.clock.advance(60_000);
      expect((await stopAll(stage, { when: 'now' })).json).toEqual({ count: 1 });
      stage.deps.clock.advance(5 * 60_000);
      await runSweeps(stage.deps, ['follow-monthlies']);
      expect(stage.deps.subscriptions.subscriptions.get(subscription)?.facts.status).toBe('canceled');
      expect(monthlyIn(stage)).toMatchObject({ state: 'ended', endReason: 'owner' });
    });

    // Holds pay-303.
    it('leaves those that are over, not paid yet, stopped or out of reach', async () => {
      const stage = await adasStage();
      const left = [
        put(stage, 'ended', { state: 'ended' }),
        put(stage, 'never', { state: 'never-began', stripe: fakeMonthly().stripe }),
        put(stage, 'starting', { state: 'starting', stripe: fakeMonthly().stripe }),
        put(stage, 'ending', { state: 'ending', endReason: 'fan' }),
        put(stage, 'elsewhere', { state: 'active' }),
      ];
      const meant = [
        put(stage, 'active'),
        put(stage, 'overdue', { state: 'overdue' }),
        put(stage, 'asking', { state: 'needs-action' }),
        put(stage, 'paused', { state: 'paused' }),
      ];
      expect((await stopAll(stage)).json).toEqual({ count: meant.length });
      expect(left.map((id) => askedOf(stage, id))).toEqual(left.map(() => null));
      for (const id of meant) expect(askedOf(stage, id)).toMatchObject({ what: 'stop', reason: 'owner' });
    });

    // Holds pay-303.
    it('notes 2,000 in few commits, and nothing more when it is asked again', async () => {
      const stage = await adasStage();
      const ids = Array.from({ length: 2000 }, (_, index) =>
        put(stage, `m${String(index).padStart(5, '0')}`),
      );
      const before = stage.deps.store.requests;
      expect((await stopAll(stage)).json).toEqual({ count: 2000 });
      expect(stage.deps.store.requests - before).toBeLessThan(100);
      const noted = stage.deps.store.dump();
      for (const id of ids)
        expect(noted[paths.monthly(adaUid, id)]).toMatchObject({ asked: { what: 'stop' } });
      stage.deps.clock.advance(1000);
      expect((await stopAll(stage)).json).toEqual({ count: 2000 });
      expect(stage.deps.store.dump()).toEqual(noted);
    });

    // Holds pay-303.
    it('ends one whose period is unpaid now, since Stripe would go on charging that period', async () => {
      const { stage, subscription } = await monthlyFan();
      stage.deps.clock.advance(31 * 24 * 60 * 60_000);
      stage.billing.renew(subscription, 'declined');
      signIn(stage.deps, adaUid, adaToken);
      expect((await stopAll(stage)).json).toEqual({ count: 1 });
      stage.deps.clock.advance(5 * 60_000);
      await runSweeps(stage.deps, ['follow-monthlies']);
      expect(monthlyIn(stage)).toMatchObject({ state: 'ended', endReason: 'owner', asked: null });
      expect(stage.deps.subscriptions.subscriptions.get(subscription)?.invoices[1]?.status).toBe('void');
    });

    it('notes all others when one cannot be read', async () => {
      const stage = await adasStage();
      put(stage, 'good');
      stage.deps.store.put(paths.monthly(adaUid, 'odd'), { v: 9, state: 'active' });
      expect((await stopAll(stage)).json).toEqual({ count: 1 });
      expect(askedOf(stage, 'good')?.what).toBe('stop');
    });

    // Holds pay-303.
    it('needs the owner’s own handle and a sign-in of the last five minutes', async () => {
      const { stage } = await monthlyFan();
      const wrong = await stopAll(stage, { handle: 'grace' });
      expect([wrong.status, refusedFields(wrong)]).toEqual([422, ['handle']]);
      stage.deps.clock.advance(5 * 60_000 + 1);
      const late = await stopAll(stage);
      expect([late.status, late.json['code']]).toEqual([401, 'recent-sign-in-required']);
      expect(askedOf(stage, monthlyId)).toBeNull();
    });
  });
});
