import { expect, it } from 'vitest';
import { adasScenario, adaToken, adaUid, bearerOf } from '../testing/ada';
import { overlayIn, putAlert, putOverlay } from '../testing/put-overlay';
import { channelsIn, putChannel, secretIn } from '../testing/put-channels';

it('ends every sign-in of the owner, so that money, exports and deletion are refused from then on', async () => {
  const scenario = await adasScenario();
  const headers = bearerOf(adaToken);
  expect(await scenario.call('POST', '/v1/me/sign-out', undefined, headers)).toMatchObject({
    status: 200,
    json: { signedOut: 'everywhere' },
  });
  const again = await scenario.call('POST', '/v1/me/sign-out', undefined, headers);
  expect([again.status, again.json['code']]).toEqual([401, 'sign-in-required']);
  expect((await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, headers)).status).toBe(401);
});

it('removes the push channels, which are of the devices that were signed out, and no others', async () => {
  const scenario = await adasScenario();
  putChannel(scenario.deps, adaUid, 'phone', { kind: 'push' });
  putChannel(scenario.deps, adaUid, 'server');
  await scenario.call('POST', '/v1/me/sign-out', undefined, bearerOf(adaToken));
  expect(Object.keys(channelsIn(scenario.deps, adaUid).channels)).toEqual(['server']);
  expect([secretIn(scenario.deps, 'phone'), secretIn(scenario.deps, 'server')?.uid]).toEqual([
    undefined,
    adaUid,
  ]);
});

it('is refused without a sign-in', async () => {
  const scenario = await adasScenario();
  expect((await scenario.call('POST', '/v1/me/sign-out')).status).toBe(401);
});

// Holds host-077.
it('signing out everywhere gives the overlay a new address, and the old one shows nothing', async () => {
  const scenario = await adasScenario();
  const old = 'k'.repeat(43);
  putOverlay(scenario.deps, adaUid, old);
  putAlert(scenario.deps, old, 'alert1');
  expect((await scenario.call('POST', '/v1/me/sign-out', undefined, bearerOf(adaToken))).status).toBe(200);
  const overlay = overlayIn(scenario.deps, adaUid);
  expect(overlay?.key).not.toBe(old);
  expect(JSON.stringify(scenario.deps.store.dump())).not.toContain(old);
});
