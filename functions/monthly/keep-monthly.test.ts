import { beforeEach, expect, it, vi } from 'vitest';
import { runSweeps } from '../jobs/run-sweep';
import { adaToken, bearerOf } from '../testing/ada';
import { monthlyFan, type MonthlyFan } from '../testing/monthly-fan';
import { monthlyIn } from '../testing/monthly-scenario';

const hour = 60 * 60_000;
const away = { kind: 'unavailable', error: new Error('away') } as const;

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
  expect(fan.scenario.deps.subscriptions.calls.filter((call) => call === 'stopAtPeriodEnd')).toHaveLength(1);
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
