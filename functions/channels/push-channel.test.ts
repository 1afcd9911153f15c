import { createECDH, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { mostChannels } from '../../core/outbox/channel';
import { adasScenario, adaUid, word, type Scenario } from '../testing/ada';
import { addChannel, callChannel, isGone, listChannels, senderOf } from '../testing/channel-calls';
import { channelsIn, putChannel, secretIn } from '../testing/put-channels';

const vapidKey = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';
const chromeOnAndroid = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36';

const pushScenario = (): Promise<Scenario> => adasScenario({ push: { publicKey: vapidKey } });

function subscriptionAt(endpoint: string) {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  return { endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } };
}

const subscribe = (scenario: Scenario, endpoint = 'https://push.example/s3cret') =>
  addChannel(
    scenario,
    { kind: 'push', subscription: subscriptionAt(endpoint) },
    { 'user-agent': chromeOnAndroid },
  );

it('a device gets a test, is named by its browser, and works when the owner has seen it', async () => {
  const scenario = await pushScenario();
  const answer = await subscribe(scenario);
  expect(answer.json).toMatchObject({ verification: 'seen', secret: null, code: null, topicUrl: null });
  const id = word(answer, 'channelId');
  expect(senderOf(scenario, 'push').sent).toMatchObject([
    { to: { channelId: id }, message: { kind: 'test' } },
  ]);
  const shown = await listChannels(scenario);
  expect(shown).toMatchObject({ vapidKey, channels: [{ label: 'Chrome, Android', state: 'unverified' }] });
  expect(JSON.stringify(shown)).not.toContain('s3cret');
  expect(secretIn(scenario.deps, id)?.credentials).toMatchObject({ kind: 'push', vapidKey });
  const verified = await callChannel(scenario, 'POST', `${id}/verify`, {});
  expect(verified.json).toMatchObject({ arrived: true, channel: { state: 'on' } });
});

it('the same subscription replaces the earlier channel of the device, also when no more fit', async () => {
  const scenario = await pushScenario();
  const first = word(await subscribe(scenario), 'channelId');
  for (let n = 1; n < mostChannels.push; n += 1) putChannel(scenario.deps, adaUid, `p${n}`, { kind: 'push' });
  expect((await subscribe(scenario, 'https://push.example/other')).json['code']).toBe('too-many-channels');
  const second = word(await subscribe(scenario), 'channelId');
  const ids = Object.keys(channelsIn(scenario.deps, adaUid).channels);
  expect([ids.includes(first), ids.includes(second), ids.length]).toEqual([false, true, mostChannels.push]);
  expect(secretIn(scenario.deps, first)).toBe(undefined);
});

it('a subscription with a malformed key is refused, naming the field', async () => {
  const scenario = await pushScenario();
  const { endpoint, keys } = subscriptionAt('https://push.example/1');
  const subscription = { endpoint, keys: { ...keys, auth: 'short' } };
  const answer = await addChannel(scenario, { kind: 'push', subscription });
  expect(answer.json).toMatchObject({ status: 422, code: 'push-refused' });
  expect(Object.keys(answer.json['fields'] ?? {})).toEqual(['subscription.keys.auth']);
});

it('a device that is gone at its first message is not kept', async () => {
  const scenario = await pushScenario();
  senderOf(scenario, 'push').answer = () => isGone;
  expect((await subscribe(scenario)).json['code']).toBe('address-not-answering');
  expect(channelsIn(scenario.deps, adaUid).channels).toEqual({});
});

it('push is not offered without a key', async () => {
  const scenario = await adasScenario({ push: null });
  expect((await subscribe(scenario)).json['code']).toBe('channel-not-offered');
  const { offered, vapidKey: key } = await listChannels(scenario);
  expect(key).toBe(null);
  expect(offered).not.toContain('push');
});
