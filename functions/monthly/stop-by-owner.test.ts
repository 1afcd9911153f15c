import { beforeEach, describe, expect, it } from 'vitest';
import { ownerStopAnswer } from '../../core/api/monthly-api';
import { parseWith } from '../../core/base/parse';
import { runSweeps } from '../jobs/run-sweep';
import { adaToken, bearerOf, signIn } from '../testing/ada';
import { monthlyFan, type MonthlyFan } from '../testing/monthly-fan';
import { monthlyId, monthlyIn, monthlyStage } from '../testing/monthly-stage';

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
  ] as const)('%s is made by the sweep when the answer of %s is lost %s', async (when, call, lost, state) => {
    fan.stage.deps.clock.advance(60_000);
    fan.stage.deps.subscriptions.failNext(call, away, lost);
    const answer = await stop(when);
    expect([answer.status, answer.json['code']]).toEqual([503, 'service-unavailable']);
    fan.stage.deps.clock.advance(60 * 60_000);
    await runSweeps(fan.stage.deps, ['follow-monthlies']);
    expect(monthlyIn(fan.stage)).toMatchObject({ state, endReason: 'owner', asked: null });
  });

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
