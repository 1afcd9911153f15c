import { describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { newOverlaySettings } from '@busker/core/overlay/overlay';
import { defaultLook } from '@busker/core/profile/draft';
import {
  adaToken,
  adaUid,
  adasScenario,
  bearerOf,
  emptyScenario,
  refusedFields,
  signIn,
} from '../testing/ada';
import {
  callOverlay,
  keyIn,
  newOverlay,
  shownBy,
  alertsIn,
  overlayIn,
  putAlert,
} from '../testing/put-channels';

describe('overlay routes', () => {
  const minute = 60_000;

  describe('a new overlay', () => {
    it('has a key of 160 bits in the fragment of its address, and a page that names no user', async () => {
      const scenario = await adasScenario();
      const answer = await callOverlay(scenario, 'POST');
      expect(answer.status).toBe(201);
      expect(answer.json['overlay']?.['url']).toMatch(/^https:\/\/busker\.test\/o#[0-9a-f]{40}$/);
      const page = scenario.deps.store.dump()[paths.overlay(keyIn(answer))];
      expect(page).toMatchObject({
        handle: 'ada',
        paused: false,
        ...newOverlaySettings,
        accent: defaultLook.accent,
      });
      expect(JSON.stringify(page)).not.toContain(adaUid);
    });

    it('is the same when it is asked for twice', async () => {
      const scenario = await adasScenario();
      expect(await newOverlay(scenario)).toBe(await newOverlay(scenario));
      expect(keyIn(await callOverlay(scenario, 'GET'))).toBe(overlayIn(scenario.deps, adaUid)?.key);
    });

    // Holds dash-1026.
    it('has the accent colour of the page at first', async () => {
      const look = { ...defaultLook, accent: '#C2255C' };
      const scenario = await adasScenario({}, { draft: { look } });
      expect((await callOverlay(scenario, 'POST')).json['overlay']?.['settings']?.['accent']).toBe('#c2255c');
    });

    it('speaks the language of the browser', async () => {
      const scenario = await adasScenario();
      const { json } = await scenario.call('POST', '/v1/me/overlay', undefined, {
        ...bearerOf(adaToken),
        'accept-language': 'de-AT,de;q=0.9',
      });
      expect(json['overlay']?.['settings']?.['language']).toBe('de');
    });

    it('needs a published profile', async () => {
      const scenario = emptyScenario();
      signIn(scenario.deps, adaUid, adaToken);
      expect((await callOverlay(scenario, 'POST')).json['code']).toBe('profile-not-found');
      expect((await callOverlay(scenario, 'GET')).json).toEqual({ overlay: null });
    });

    // Holds out-059.
    it.each(['', '/key'])('needs a recent sign-in: POST %s', async (rest) => {
      const scenario = await adasScenario();
      await newOverlay(scenario);
      scenario.deps.clock.advance(20 * minute);
      expect((await callOverlay(scenario, 'POST', rest)).json['code']).toBe('recent-sign-in-required');
    });

    it('can be asked for 20 times a day', async () => {
      const scenario = await adasScenario({ limitFactor: 1 });
      for (let n = 0; n < 20; n += 1) await callOverlay(scenario, 'POST', n === 0 ? '' : '/key');
      expect((await callOverlay(scenario, 'POST', '/key')).json['code']).toBe('too-many-requests');
    });
  });

  // Holds out-050.
  it('a new key takes everything from the old page, which gets nothing more', async () => {
    const scenario = await adasScenario();
    const old = await newOverlay(scenario);
    await callOverlay(scenario, 'POST', '/test', { test: 'burst' });
    const key = keyIn(await callOverlay(scenario, 'POST', '/key'));
    expect(key).not.toBe(old);
    await callOverlay(scenario, 'POST', '/test', { test: 'small' });
    const left = Object.keys(scenario.deps.store.dump()).filter((path) => path.includes(old));
    expect([left, alertsIn(scenario.deps, key).length]).toEqual([[], 1]);
  });

  it('a removed overlay is gone with its alerts', async () => {
    const scenario = await adasScenario();
    const key = await newOverlay(scenario);
    putAlert(scenario.deps, key, 'tip1');
    expect((await callOverlay(scenario, 'DELETE')).json).toEqual({ overlay: null });
    expect(Object.keys(scenario.deps.store.dump()).filter((path) => /overlays?\b(?!-)/.test(path))).toEqual(
      [],
    );
    expect((await callOverlay(scenario, 'DELETE')).json['code']).toBe('channel-not-found');
  });

  describe('the settings', () => {
    it('change as named, for the page too', async () => {
      const scenario = await adasScenario();
      const key = await newOverlay(scenario);
      const changes = { look: 'plain', minimum: { usd: 300 }, seconds: 15 };
      const { json } = await callOverlay(scenario, 'PATCH', '', changes);
      expect(json['overlay']?.['settings']).toEqual({
        ...newOverlaySettings,
        accent: defaultLook.accent,
        ...changes,
      });
      expect(scenario.deps.store.dump()[paths.overlay(key)]).toMatchObject(changes);
    });

    // Holds dash-1021.
    it('change the smallest amounts of the currencies that are named, and no others', async () => {
      const scenario = await adasScenario();
      await newOverlay(scenario);
      await callOverlay(scenario, 'PATCH', '', { minimum: { usd: 300, eur: 200 } });
      const { json } = await callOverlay(scenario, 'PATCH', '', { minimumOf: { usd: 0, jpy: 100 } });
      expect(json['overlay']?.['settings']).toMatchObject({ minimum: { eur: 200, jpy: 100 } });
    });

    it.each([
      ['seconds', 2],
      ['seconds', 16],
      ['delaySeconds', 61],
      ['replayMinutes', 0.5],
      ['volume', 101],
      ['accent', 'red'],
      ['look', 'loud'],
      ['minimum.usd', -1],
      ['language', 'xx'],
      ['key', 'mine'],
    ])('are refused by the name of the field: %s %j', async (field, value) => {
      const scenario = await adasScenario();
      await newOverlay(scenario);
      const [name = '', currency] = field.split('.');
      const body = { [name]: currency === undefined ? value : { [currency]: value } };
      const answer = await callOverlay(scenario, 'PATCH', '', body);
      expect([answer.status, refusedFields(answer)]).toEqual([422, [field]]);
    });

    it.each([
      ['PATCH', '', { volume: 0 }],
      ['POST', '/live', { act: 'pause' }],
      ['POST', '/live', { act: 'again', tipId: 't' }],
      ['POST', '/test', { test: 'small' }],
      ['POST', '/key', undefined],
    ])('are not found for who has no overlay: %s %s', async (method, rest, body) => {
      const scenario = await adasScenario();
      expect((await callOverlay(scenario, method, rest, body)).json['code']).toBe('channel-not-found');
    });
  });

  describe('during a stream', () => {
    it('the owner pauses, mutes and skips', async () => {
      const scenario = await adasScenario();
      const key = await newOverlay(scenario);
      const page = () => scenario.deps.store.dump()[paths.overlay(key)];
      for (const act of ['pause', 'mute', 'skip', 'skip'])
        await callOverlay(scenario, 'POST', '/live', { act });
      expect(page()).toMatchObject({ paused: true, muted: true, skip: 2 });
      for (const act of ['resume', 'unmute']) await callOverlay(scenario, 'POST', '/live', { act });
      expect(page()).toMatchObject({ paused: false, muted: false, skip: 2 });
    });

    // Holds out-023, tag-183.
    it('the owner shows an alert again, which holds no words and no amount of its own', async () => {
      const scenario = await adasScenario();
      const key = await newOverlay(scenario);
      putAlert(scenario.deps, key, 'tip1');
      await callOverlay(scenario, 'POST', '/live', { act: 'again', tipId: 'tip1' });
      expect(shownBy(scenario, key).at(-1)).toEqual({
        kind: 'again',
        amount: null,
        name: null,
        message: null,
      });
      expect(alertsIn(scenario.deps, key).at(-1)?.of).toBe('tip1');
    });

    it('the owner lets a waiting alert go, once', async () => {
      const scenario = await adasScenario();
      const key = await newOverlay(scenario);
      putAlert(scenario.deps, key, 'tip1');
      const now = scenario.deps.clock.now();
      await callOverlay(scenario, 'POST', '/live', { act: 'show', tipId: 'tip1' });
      scenario.deps.clock.advance(minute);
      await callOverlay(scenario, 'POST', '/live', { act: 'show', tipId: 'tip1' });
      expect(alertsIn(scenario.deps, key)[0]?.approvedAt).toBe(now);
    });

    it.each(['unknown', 'a/b', 'test-1'])('an alert %s is not there', async (tipId) => {
      const scenario = await adasScenario();
      const key = await newOverlay(scenario);
      putAlert(scenario.deps, key, 'test-1', { kind: 'test' });
      const answer = await callOverlay(scenario, 'POST', '/live', { act: 'again', tipId });
      expect([answer.status, answer.json['code']]).toEqual([404, 'tip-not-found']);
    });

    it('another owner reaches nothing of it', async () => {
      const scenario = await adasScenario();
      const key = await newOverlay(scenario);
      putAlert(scenario.deps, key, 'tip1');
      signIn(scenario.deps, 'uid-eve', 'token-eve');
      const answer = await callOverlay(
        scenario,
        'POST',
        '/live',
        { act: 'again', tipId: 'tip1' },
        'token-eve',
      );
      expect(answer.json['code']).toBe('channel-not-found');
      expect((await callOverlay(scenario, 'GET', '', undefined, 'token-eve')).json).toEqual({
        overlay: null,
      });
    });
  });

  describe('a test', () => {
    it.each([
      ['small', [100]],
      ['medium', [500]],
      ['large', [25_000]],
    ])('%s is an alert in the currency of the owner', async (test, amounts) => {
      const scenario = await adasScenario();
      const key = await newOverlay(scenario);
      await callOverlay(scenario, 'POST', '/test', { test });
      expect(shownBy(scenario, key)).toEqual(
        amounts.map((amount) => ({ kind: 'test', amount, name: null, message: null })),
      );
    });

    it('of many is 20 alerts, and none of them is a tip', async () => {
      const scenario = await adasScenario();
      const key = await newOverlay(scenario);
      await callOverlay(scenario, 'POST', '/test', { test: 'burst' });
      expect(alertsIn(scenario.deps, key).map(({ kind }) => kind)).toEqual(
        Array.from({ length: 20 }, () => 'test'),
      );
    });

    it('can be made 60 times an hour', async () => {
      const scenario = await adasScenario({ limitFactor: 1 });
      await newOverlay(scenario);
      for (let n = 0; n < 60; n += 1) await callOverlay(scenario, 'POST', '/test', { test: 'small' });
      expect((await callOverlay(scenario, 'POST', '/test', { test: 'small' })).json['code']).toBe(
        'too-many-requests',
      );
    });
  });
});
