import { expect, it } from 'vitest';
import { adasStage, adaToken, bearerOf } from '../testing/ada';

it('ends every sign-in of the owner, so that money, exports and deletion are refused from then on', async () => {
  const stage = await adasStage();
  const headers = bearerOf(adaToken);
  expect(await stage.call('POST', '/v1/me/sign-out', undefined, headers)).toMatchObject({
    status: 200,
    json: { signedOut: 'everywhere' },
  });
  const again = await stage.call('POST', '/v1/me/sign-out', undefined, headers);
  expect([again.status, again.json['code']]).toEqual([401, 'sign-in-required']);
  expect((await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, headers)).status).toBe(401);
});

it('is refused without a sign-in', async () => {
  const stage = await adasStage();
  expect((await stage.call('POST', '/v1/me/sign-out')).status).toBe(401);
});
