import { expect, it } from 'vitest';
import { adasStage, adaToken, adaUid, bearerOf } from '../testing/ada';
import { overlayIn, putAlert, putOverlay } from '../testing/put-overlay';
import { channelsIn, putChannel, secretIn } from '../testing/put-channels';

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

it('removes the push channels, which are of the devices that were signed out, and no others', async () => {
  const stage = await adasStage();
  putChannel(stage.deps, adaUid, 'phone', { kind: 'push' });
  putChannel(stage.deps, adaUid, 'server');
  await stage.call('POST', '/v1/me/sign-out', undefined, bearerOf(adaToken));
  expect(Object.keys(channelsIn(stage.deps, adaUid).channels)).toEqual(['server']);
  expect([secretIn(stage.deps, 'phone'), secretIn(stage.deps, 'server')?.uid]).toEqual([undefined, adaUid]);
});

it('is refused without a sign-in', async () => {
  const stage = await adasStage();
  expect((await stage.call('POST', '/v1/me/sign-out')).status).toBe(401);
});

// Holds host-077.
it('signing out everywhere gives the overlay a new address, and the old one shows nothing', async () => {
  const stage = await adasStage();
  const old = 'k'.repeat(43);
  putOverlay(stage.deps, adaUid, old);
  putAlert(stage.deps, old, 'alert1');
  expect((await stage.call('POST', '/v1/me/sign-out', undefined, bearerOf(adaToken))).status).toBe(200);
  const overlay = overlayIn(stage.deps, adaUid);
  expect(overlay?.key).not.toBe(old);
  expect(JSON.stringify(stage.deps.store.dump())).not.toContain(old);
});
