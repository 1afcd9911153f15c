import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { decodeSessions, sessionLifetime } from '../../core/documents/account-document';
import { adaToken, adaUid, adasStage, bearerOf, signIn, type Stage } from '../testing/ada';

describe('own sessions', () => {
  const phone = '0f9b1c2d-3e4f-4a5b-8c6d-000000000001';
  const laptop = '0f9b1c2d-3e4f-4a5b-8c6d-000000000002';
  const chromeOnAndroid = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36';
  const firefoxOnLinux = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

  const note = (stage: Stage, device: string, userAgent = chromeOnAndroid, token = adaToken) =>
    stage.call('POST', '/v1/me/sessions', { device }, { ...bearerOf(token), 'user-agent': userAgent });
  const remove = (stage: Stage, device: string, token = adaToken) =>
    stage.call('DELETE', `/v1/me/sessions/${device}`, undefined, bearerOf(token));
  const storedIn = (stage: Stage) => stage.deps.store.dump()[paths.sessions(adaUid)];
  const idsIn = (stage: Stage) => {
    const sessions = decodeSessions(storedIn(stage));
    return sessions.ok ? sessions.value.sessions.map(({ id }) => id) : [];
  };

  it('lists the browsers of the owner, last seen first, with their classes and times', async () => {
    const stage = await adasStage();
    const signedInAt = stage.deps.clock.now();
    stage.deps.clock.advance(1000);
    await note(stage, phone);
    stage.deps.clock.advance(1000);
    expect((await note(stage, laptop, firefoxOnLinux)).json).toEqual({
      sessions: [
        { id: laptop, browser: 'firefox', system: 'linux', signedInAt, lastSeenAt: signedInAt + 2000 },
        { id: phone, browser: 'chrome', system: 'android', signedInAt, lastSeenAt: signedInAt + 1000 },
      ],
    });
  });

  it('a browser that is seen again is one entry', async () => {
    const stage = await adasStage();
    await note(stage, phone);
    await note(stage, phone.toUpperCase());
    expect(idsIn(stage)).toEqual([phone]);
  });

  it('stores neither the address nor the User-Agent', async () => {
    const stage = await adasStage();
    await note(stage, phone, `${chromeOnAndroid} Secret/7`);
    const text = JSON.stringify(storedIn(stage));
    expect(text).toContain('android');
    expect(text).not.toMatch(/Mozilla|Secret|203\.0\.113/);
  });

  it('removes the browser that signed out, and only from its owner', async () => {
    const stage = await adasStage();
    await note(stage, phone);
    await note(stage, laptop);
    signIn(stage.deps, 'uid-eve', 'token-eve');
    await remove(stage, phone, 'token-eve');
    expect(idsIn(stage)).toEqual([laptop, phone]);
    expect((await remove(stage, phone)).json).toEqual({ removed: phone });
    expect((await remove(stage, phone)).status).toBe(200);
    expect(idsIn(stage)).toEqual([laptop]);
  });

  it('leaves out browsers whose sign-in was ended, and keeps the one that asks', async () => {
    const stage = await adasStage();
    await note(stage, phone);
    stage.deps.clock.advance(60_000);
    const validSince = stage.deps.clock.now();
    stage.deps.signIns.users.set(adaUid, { verifiedEmail: null, methods: [], factors: [], validSince });
    signIn(stage.deps, adaUid, 'token-later');
    await note(stage, laptop, firefoxOnLinux, 'token-later');
    expect(idsIn(stage)).toEqual([laptop]);
  });

  it('leaves out browsers that were not seen for 60 days', async () => {
    const stage = await adasStage();
    await note(stage, phone);
    stage.deps.clock.advance(sessionLifetime);
    await note(stage, laptop);
    expect(idsIn(stage)).toEqual([laptop]);
  });

  it('is empty after "sign out everywhere", and an ended sign-in does not come back', async () => {
    const stage = await adasStage();
    await note(stage, phone);
    await stage.call('POST', '/v1/me/sign-out', undefined, bearerOf(adaToken));
    expect(storedIn(stage)).toBeUndefined();
    expect((await note(stage, phone)).status).toBe(401);
    expect(storedIn(stage)).toBeUndefined();
  });

  it('is removed with the account, and does not come back', async () => {
    const stage = await adasStage();
    await note(stage, phone);
    await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    expect((await note(stage, phone)).status).toBe(401);
    expect(storedIn(stage)).toBeUndefined();
  });

  it('refuses an owner who asks too often', async () => {
    const stage = await adasStage({ limitFactor: 1 });
    for (let i = 0; i < 60; i += 1) await note(stage, phone);
    expect((await note(stage, phone)).json['code']).toBe('too-many-requests');
  });

  it('is part of the export', async () => {
    const stage = await adasStage();
    await note(stage, phone);
    const { json } = await stage.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken));
    expect(json['sessions']).toMatchObject([{ id: phone, browser: 'chrome', system: 'android' }]);
  });
});
