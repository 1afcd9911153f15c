import { expect, it } from 'vitest';
import { adasStage, adaToken, bearerOf } from '../testing/ada';
import { admin, decisionText, setStanding, wishes } from '../testing/standing';

it('an owner reads what is restricted, why and until when, but not who decided', async () => {
  const stage = await adasStage();
  const read = () => stage.call('GET', '/v1/me/standing', undefined, bearerOf(adaToken));
  expect((await read()).json).toEqual({ restriction: null });
  const now = stage.deps.clock.now();
  await setStanding(stage, wishes.hide, { decisionId: 'd1' });
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
  await setStanding(stage, wishes.restore);
  expect((await read()).json).toEqual({ restriction: null });
  expect((await stage.call('GET', '/v1/me/standing')).status).toBe(401);
});
