import { expect, it } from 'vitest';
import { adasScenario, adaToken, bearerOf } from '../testing/ada';
import { admin, decisionText, setStanding, wishes } from '../testing/standing';

it('an owner reads what is restricted, why and until when, but not who decided', async () => {
  const scenario = await adasScenario();
  const read = () => scenario.call('GET', '/v1/me/standing', undefined, bearerOf(adaToken));
  expect((await read()).json).toEqual({ restriction: null });
  const now = scenario.deps.clock.now();
  await setStanding(scenario, wishes.hide, { decisionId: 'd1' });
  const { json, text, headers } = await read();
  expect(json).toEqual({
    restriction: {
      state: 'hidden',
      scope: [],
      reason: decisionText,
      since: now,
      until: now + 7 * 24 * 60 * 60_000,
      decisionId: 'd1',
    },
  });
  expect([text.includes(admin.name), headers.get('cache-control')]).toEqual([false, 'private, no-store']);
  await setStanding(scenario, wishes.restore);
  expect((await read()).json).toEqual({ restriction: null });
  expect((await scenario.call('GET', '/v1/me/standing')).status).toBe(401);
});
