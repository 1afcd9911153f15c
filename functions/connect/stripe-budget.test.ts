import { expect, it } from 'vitest';
import { adasScenario, adaToken, bearerOf } from '../testing/ada';
import { traces } from '../testing/traces';

// Holds host-079.
it.each(['refresh', 'connect'])(
  '60 presses of %s make at most 40 calls of Stripe, and are told to wait',
  async (what) => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const body = what === 'connect' ? { country: 'US', currency: null } : undefined;
    const press = () => scenario.call('POST', `/v1/me/payments/${what}`, body, bearerOf(adaToken));
    const { calls } = scenario.deps.accounts;
    const before = calls.length;
    const statuses = [];
    for (let n = 0; n < 15; n += 1) statuses.push((await press()).status);
    expect(statuses).toEqual(Array<number>(15).fill(200));
    const after = traces(scenario);
    for (let n = 15; n < 60; n += 1) {
      const refused = await press();
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    }
    expect(traces(scenario)).toBe(after);
    expect(calls.length - before).toBeLessThanOrEqual(40);
  },
);

// Holds host-079.
it('a draft that is published again unchanged writes nothing, and tells nobody', async () => {
  const scenario = await adasScenario();
  const publish = () => scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken));
  scenario.deps.clock.advance(60_000);
  const before = JSON.stringify(scenario.deps.store.dump());
  const answers = [];
  for (let n = 0; n < 25; n += 1) answers.push(await publish());
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(25).fill(200));
  expect(answers[0]?.json).toMatchObject({ handle: 'ada', revision: 1 });
  expect(JSON.stringify(scenario.deps.store.dump())).toBe(before);
});
