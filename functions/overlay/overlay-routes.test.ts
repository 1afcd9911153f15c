import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { newOverlaySettings } from '../../core/overlay/overlay';
import { adaToken, adaUid, adasStage, bearerOf, emptyStage, refusedFields, signIn } from '../testing/ada';
import { callOverlay, keyIn, newOverlay, shownBy } from '../testing/overlay-calls';
import { alertsIn, overlayIn, putAlert } from '../testing/put-overlay';

describe('overlay routes', () => {
  const minute = 60_000;

  describe('a new overlay', () => {
    it('has a key of 160 bits in the fragment of its address, and a page that names no user', async () => {
      const stage = await adasStage();
      const answer = await callOverlay(stage, 'POST');
      expect(answer.status).toBe(201);
      expect(answer.json['overlay']?.['url']).toMatch(/^https:\/\/busker\.test\/o#[0-9a-f]{40}$/);
      const page = stage.deps.store.dump()[paths.overlay(keyIn(answer))];
      expect(page).toMatchObject({ handle: 'ada', paused: false, ...newOverlaySettings });
      expect(JSON.stringify(page)).not.toContain(adaUid);
    });

    it('is the same when it is asked for twice', async () => {
      const stage = await adasStage();
      expect(await newOverlay(stage)).toBe(await newOverlay(stage));
      expect(keyIn(await callOverlay(stage, 'GET'))).toBe(overlayIn(stage.deps, adaUid)?.key);
    });

    it('speaks the language of the browser', async () => {
      const stage = await adasStage();
      const { json } = await stage.call('POST', '/v1/me/overlay', undefined, {
        ...bearerOf(adaToken),
        'accept-language': 'de-AT,de;q=0.9',
      });
      expect(json['overlay']?.['settings']?.['language']).toBe('de');
    });

    it('needs a published profile', async () => {
      const stage = emptyStage();
      signIn(stage.deps, adaUid, adaToken);
      expect((await callOverlay(stage, 'POST')).json['code']).toBe('profile-not-found');
      expect((await callOverlay(stage, 'GET')).json).toEqual({ overlay: null });
    });

    // Holds out-059.
    it.each(['', '/key'])('needs a recent sign-in: POST %s', async (rest) => {
      const stage = await adasStage();
      await newOverlay(stage);
      stage.deps.clock.advance(20 * minute);
      expect((await callOverlay(stage, 'POST', rest)).json['code']).toBe('recent-sign-in-required');
    });

    it('can be asked for 20 times a day', async () => {
      const stage = await adasStage({ limitFactor: 1 });
      for (let n = 0; n < 20; n += 1) await callOverlay(stage, 'POST', n === 0 ? '' : '/key');
      expect((await callOverlay(stage, 'POST', '/key')).json['code']).toBe('too-many-requests');
    });
  });

  // Holds out-050.
  it('a new key takes everything from the old page, which gets nothing more', async () => {
    const stage = await adasStage();
    const old = await newOverlay(stage);
    await callOverlay(stage, 'POST', '/test', { test: 'burst' });
    const key = keyIn(await callOverlay(stage, 'POST', '/key'));
    expect(key).not.toBe(old);
    await callOverlay(stage, 'POST', '/test', { test: 'small' });
    const left = Object.keys(stage.deps.store.dump()).filter((path) => path.includes(old));
    expect([left, alertsIn(stage.deps, key).length]).toEqual([[], 1]);
  });

  it('a removed overlay is gone with its alerts', async () => {
    const stage = await adasStage();
    const key = await newOverlay(stage);
    putAlert(stage.deps, key, 'tip1');
    expect((await callOverlay(stage, 'DELETE')).json).toEqual({ overlay: null });
    expect(Object.keys(stage.deps.store.dump()).filter((path) => /overlays?\b(?!-)/.test(path))).toEqual([]);
    expect((await callOverlay(stage, 'DELETE')).json['code']).toBe('channel-not-found');
  });

  describe('the settings', () => {
    it('change as named, for the page too', async () => {
      const stage = await adasStage();
      const key = await newOverlay(stage);
      const changes = { look: 'plain', minimum: { usd: 300 }, seconds: 15 };
      const { json } = await callOverlay(stage, 'PATCH', '', changes);
      expect(json['overlay']?.['settings']).toEqual({ ...newOverlaySettings, ...changes });
      expect(stage.deps.store.dump()[paths.overlay(key)]).toMatchObject(changes);
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
      const stage = await adasStage();
      await newOverlay(stage);
      const [name = '', currency] = field.split('.');
      const body = { [name]: currency === undefined ? value : { [currency]: value } };
      const answer = await callOverlay(stage, 'PATCH', '', body);
      expect([answer.status, refusedFields(answer)]).toEqual([422, [field]]);
    });

    it.each([
      ['PATCH', '', { volume: 0 }],
      ['POST', '/live', { act: 'pause' }],
      ['POST', '/live', { act: 'again', tipId: 't' }],
      ['POST', '/test', { test: 'small' }],
      ['POST', '/key', undefined],
    ])('are not found for who has no overlay: %s %s', async (method, rest, body) => {
      const stage = await adasStage();
      expect((await callOverlay(stage, method, rest, body)).json['code']).toBe('channel-not-found');
    });
  });

  describe('during a stream', () => {
    it('the owner pauses, mutes and skips', async () => {
      const stage = await adasStage();
      const key = await newOverlay(stage);
      const page = () => stage.deps.store.dump()[paths.overlay(key)];
      for (const act of ['pause', 'mute', 'skip', 'skip']) await callOverlay(stage, 'POST', '/live', { act });
      expect(page()).toMatchObject({ paused: true, muted: true, skip: 2 });
      for (const act of ['resume', 'unmute']) await callOverlay(stage, 'POST', '/live', { act });
      expect(page()).toMatchObject({ paused: false, muted: false, skip: 2 });
    });

    // Holds out-023.
    it('the owner shows an alert again, which holds no words of its own', async () => {
      const stage = await adasStage();
      const key = await newOverlay(stage);
      putAlert(stage.deps, key, 'tip1');
      await callOverlay(stage, 'POST', '/live', { act: 'again', tipId: 'tip1' });
      expect(shownBy(stage, key).at(-1)).toEqual({ kind: 'again', amount: 500, name: null, message: null });
      expect(alertsIn(stage.deps, key).at(-1)?.of).toBe('tip1');
    });

    it('the owner lets a waiting alert go, once', async () => {
      const stage = await adasStage();
      const key = await newOverlay(stage);
      putAlert(stage.deps, key, 'tip1');
      const now = stage.deps.clock.now();
      await callOverlay(stage, 'POST', '/live', { act: 'show', tipId: 'tip1' });
      stage.deps.clock.advance(minute);
      await callOverlay(stage, 'POST', '/live', { act: 'show', tipId: 'tip1' });
      expect(alertsIn(stage.deps, key)[0]?.approvedAt).toBe(now);
    });

    it.each(['unknown', 'a/b', 'test-1'])('an alert %s is not there', async (tipId) => {
      const stage = await adasStage();
      const key = await newOverlay(stage);
      putAlert(stage.deps, key, 'test-1', { kind: 'test' });
      const answer = await callOverlay(stage, 'POST', '/live', { act: 'again', tipId });
      expect([answer.status, answer.json['code']]).toEqual([404, 'tip-not-found']);
    });

    it('another owner reaches nothing of it', async () => {
      const stage = await adasStage();
      const key = await newOverlay(stage);
      putAlert(stage.deps, key, 'tip1');
      signIn(stage.deps, 'uid-eve', 'token-eve');
      const answer = await callOverlay(stage, 'POST', '/live', { act: 'again', tipId: 'tip1' }, 'token-eve');
      expect(answer.json['code']).toBe('channel-not-found');
      expect((await callOverlay(stage, 'GET', '', undefined, 'token-eve')).json).toEqual({ overlay: null });
    });
  });

  describe('a test', () => {
    it.each([
      ['small', [100]],
      ['medium', [500]],
      ['large', [25_000]],
    ])('%s is an alert in the currency of the owner', async (test, amounts) => {
      const stage = await adasStage();
      const key = await newOverlay(stage);
      await callOverlay(stage, 'POST', '/test', { test });
      expect(shownBy(stage, key)).toEqual(
        amounts.map((amount) => ({ kind: 'test', amount, name: null, message: null })),
      );
    });

    it('of many is 20 alerts, and none of them is a tip', async () => {
      const stage = await adasStage();
      const key = await newOverlay(stage);
      await callOverlay(stage, 'POST', '/test', { test: 'burst' });
      expect(alertsIn(stage.deps, key).map(({ kind }) => kind)).toEqual(
        Array.from({ length: 20 }, () => 'test'),
      );
    });

    it('can be made 60 times an hour', async () => {
      const stage = await adasStage({ limitFactor: 1 });
      await newOverlay(stage);
      for (let n = 0; n < 60; n += 1) await callOverlay(stage, 'POST', '/test', { test: 'small' });
      expect((await callOverlay(stage, 'POST', '/test', { test: 'small' })).json['code']).toBe(
        'too-many-requests',
      );
    });
  });
});
