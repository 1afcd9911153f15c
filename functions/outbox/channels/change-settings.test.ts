import { describe, expect, it } from 'vitest';
import { adasStage, adaToken, adaUid, bearerOf, signIn } from '../../testing/ada';
import {
  callChannel,
  isGone,
  isRefused,
  listChannels,
  newChannelOf,
  newChannels,
  senderOf,
} from '../../testing/channel-calls';
import { channelsIn, putChannel, putEvent, secretIn } from '../../testing/put-channels';

const hour = 60 * 60_000;

describe('a change of a channel', () => {
  it('changes what it names, and nothing else', async () => {
    const stage = await adasStage();
    putChannel(stage.deps, adaUid, 'c1', { lastOkAt: 5 });
    const before = channelsIn(stage.deps, adaUid).channels['c1'];
    const changes = {
      label: 'Garage',
      events: ['tip.paid', 'tip.paid'],
      minimum: { usd: 500 },
      mode: 'daily',
      words: false,
    };
    const answer = await callChannel(stage, 'PATCH', 'c1', changes);
    const after = { ...before, ...changes, events: ['tip.paid'] };
    expect(answer.json['channel']).toEqual({ ...after, channelId: 'c1' });
    expect(channelsIn(stage.deps, adaUid).channels['c1']).toEqual(after);
    expect((await callChannel(stage, 'PATCH', 'c1', {})).json['channel']).toEqual({
      ...after,
      channelId: 'c1',
    });
  });

  it('switches it off and on, and then nothing of its failures is left', async () => {
    const stage = await adasStage();
    putChannel(stage.deps, adaUid, 'c1', {
      state: 'failing',
      problem: 'timed-out',
      failures: 3,
      failingSince: 7,
    });
    const off = await callChannel(stage, 'PATCH', 'c1', { on: false });
    expect(off.json['channel']).toMatchObject({ state: 'off', end: 'owner' });
    const on = await callChannel(stage, 'PATCH', 'c1', { on: true });
    const asNew = { state: 'on', end: null, problem: null, failures: 0, failingSince: null };
    expect(on.json['channel']).toMatchObject(asNew);
  });

  it('is refused after 300 in an hour', async () => {
    const stage = await adasStage({ limitFactor: 1 });
    putChannel(stage.deps, adaUid, 'c1');
    for (let n = 0; n < 300; n += 1) await callChannel(stage, 'PATCH', 'c1', {});
    expect((await callChannel(stage, 'PATCH', 'c1', {})).json['code']).toBe('too-many-requests');
  });
});

it('a removed channel is gone with its secret', async () => {
  const stage = await adasStage();
  putChannel(stage.deps, adaUid, 'c1');
  putChannel(stage.deps, adaUid, 'c2');
  const answer = await callChannel(stage, 'DELETE', 'c1');
  expect([answer.status, answer.json]).toEqual([200, {}]);
  expect(Object.keys(channelsIn(stage.deps, adaUid).channels)).toEqual(['c2']);
  expect([secretIn(stage.deps, 'c1'), secretIn(stage.deps, 'c2')?.uid]).toEqual([undefined, adaUid]);
  expect((await callChannel(stage, 'DELETE', 'c1')).json['code']).toBe('channel-not-found');
});

describe('a test message', () => {
  it('answers how it went, and is noted at the channel', async () => {
    const stage = await adasStage();
    putChannel(stage.deps, adaUid, 'c1', {
      state: 'failing',
      problem: 'timed-out',
      failures: 3,
      failingSince: 7,
    });
    const now = stage.deps.clock.now();
    const good = await callChannel(stage, 'POST', 'c1/test');
    expect(good.json).toMatchObject({ arrived: true, problem: null, status: 200, ms: 1 });
    expect(good.json['channel']).toMatchObject({ state: 'on', lastOkAt: now, failures: 0 });
    senderOf(stage, 'webhook').answer = () => isRefused;
    const bad = await callChannel(stage, 'POST', 'c1/test');
    expect(bad.json).toMatchObject({ arrived: false, problem: 'refused', status: 401, text: 'Who?' });
    expect(bad.json['channel']).toMatchObject({
      state: 'failing',
      lastOkAt: now,
      failures: 1,
      failingSince: now,
    });
  });

  it('goes to the channel of the owner, with the language, the zone and the handle', async () => {
    const stage = await adasStage();
    putChannel(stage.deps, adaUid, 'c1');
    await stage.call(
      'PUT',
      '/v1/me/quiet',
      { zone: 'Europe/Berlin', language: 'de', quiet: null },
      bearerOf(adaToken),
    );
    await callChannel(stage, 'POST', 'c1/test');
    const [sent] = senderOf(stage, 'webhook').sent;
    expect(sent?.to).toMatchObject({
      uid: adaUid,
      channelId: 'c1',
      language: 'de',
      zone: 'Europe/Berlin',
      handle: 'ada',
    });
    expect(sent?.to.secret).toEqual(secretIn(stage.deps, 'c1'));
  });

  it('ends a channel whose receiver is gone', async () => {
    const stage = await adasStage();
    putChannel(stage.deps, adaUid, 'c1');
    senderOf(stage, 'webhook').answer = () => isGone;
    const answer = await callChannel(stage, 'POST', 'c1/test');
    expect(answer.json).toMatchObject({
      arrived: false,
      problem: 'gone',
      channel: { state: 'off', end: 'gone' },
    });
  });

  it('can be sent ten times an hour to each channel', async () => {
    const stage = await adasStage({ limitFactor: 1 });
    putChannel(stage.deps, adaUid, 'c1');
    putChannel(stage.deps, adaUid, 'c2');
    for (let n = 0; n < 10; n += 1) await callChannel(stage, 'POST', 'c1/test');
    expect((await callChannel(stage, 'POST', 'c1/test')).json['code']).toBe('too-many-requests');
    expect((await callChannel(stage, 'POST', 'c2/test')).status).toBe(200);
    stage.deps.clock.advance(hour);
    expect((await callChannel(stage, 'POST', 'c1/test')).status).toBe(200);
  });

  it('is refused when the host offers its kind no more', async () => {
    const stage = await adasStage();
    putChannel(stage.deps, adaUid, 'c1');
    Object.assign(stage.deps.senders, { webhook: null });
    expect((await callChannel(stage, 'POST', 'c1/test')).json['code']).toBe('channel-not-offered');
  });
});

describe('a channel that is not there, or another owner’s, or has a name that every object has', () => {
  it.each([
    ['PATCH', '', { words: false }],
    ['DELETE', '', undefined],
    ['POST', '/code', undefined],
    ['POST', '/verify', { code: '123456' }],
    ['POST', '/test', undefined],
    ['POST', '/secret', undefined],
    ['POST', '/replay', { since: 0, until: 1, types: [] }],
  ])('is not found by %s %s', async (method, rest, body) => {
    const stage = await adasStage();
    signIn(stage.deps, 'uid-eve', 'token-eve');
    putChannel(stage.deps, adaUid, 'c1');
    const before = JSON.stringify(stage.deps.store.dump());
    for (const id of ['c1', 'unknown', 'constructor', '__proto__']) {
      const answer = await callChannel(stage, method, `${id}${rest}`, body, 'token-eve');
      expect([answer.status, answer.json['code']]).toEqual([404, 'channel-not-found']);
    }
    expect(JSON.stringify(stage.deps.store.dump())).toBe(before);
  });
});

describe('the quiet hours', () => {
  const put = (body: object) => ['PUT', '/v1/me/quiet', body, bearerOf(adaToken)] as const;

  it('are kept with the zone and the language, beside the channels', async () => {
    const stage = await adasStage();
    const id = await newChannelOf(stage, newChannels.webhook);
    const settings = { zone: 'Europe/Berlin', language: 'de', quiet: { from: 1320, to: 480 } };
    const answer = await stage.call(...put(settings));
    expect([answer.status, answer.json]).toEqual([200, {}]);
    expect(await listChannels(stage)).toMatchObject({ ...settings, channels: [{ channelId: id }] });
  });

  it('can be set before there is a channel, and removed', async () => {
    const stage = await adasStage();
    await stage.call(...put({ zone: 'UTC', language: 'en', quiet: { from: 0, to: 1439 } }));
    await stage.call(...put({ zone: 'UTC', language: 'not a language', quiet: null }));
    expect(await listChannels(stage)).toMatchObject({
      zone: 'UTC',
      language: 'en',
      quiet: null,
      channels: [],
    });
  });
});

it('the export has the channels without their credentials, and the events', async () => {
  const stage = await adasStage();
  const id = await newChannelOf(stage, newChannels.webhook);
  putEvent(stage.deps, adaUid, 'e1');
  const { json, text } = await stage.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken));
  expect(json['channels']).toMatchObject({ zone: 'UTC', channels: { [id]: { kind: 'webhook' } } });
  expect(json['events']).toContainEqual(expect.objectContaining({ id: 'e1', type: 'tip.paid' }));
  expect(text).not.toMatch(/s3cret|whsec_/);
});
