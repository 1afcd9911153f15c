import { describe, expect, it } from 'vitest';
import { adaDraft, adasStage, adaToken, adaUid, bearerOf, putDraft, word } from '../testing/ada';

type Stage = Awaited<ReturnType<typeof adasStage>>;

const takeDown = (stage: Stage) => stage.call('POST', '/v1/me/unpublish', undefined, bearerOf(adaToken));
const publish = (stage: Stage) => stage.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken));
const publicPaths = ['/@ada', '/@ada/embed', '/@ada/tip', '/v1/profiles/ada', '/v1/profiles/ada/wall'];
const statuses = (stage: Stage) =>
  Promise.all(publicPaths.map(async (path) => (await stage.call('GET', path)).status));

describe('POST /v1/me/unpublish', () => {
  it('takes every public address down at once, and publishing brings all of them back', async () => {
    const stage = await adasStage();
    expect(await statuses(stage)).toEqual([200, 200, 200, 200, 200]);
    const answer = await takeDown(stage);
    expect([answer.status, answer.json.handle]).toEqual([200, 'ada']);
    expect(await statuses(stage)).toEqual([404, 404, 404, 404, 404]);
    expect((await stage.call('GET', '/v1/profiles/ada')).json.code).toBe('profile-not-found');
    expect((await publish(stage)).status).toBe(200);
    expect(await statuses(stage)).toEqual([200, 200, 200, 200, 200]);
  });

  // Holds dash-142.
  it.each(['', '/tip', '/embed'])(
    'tells visitors of /@ada%s in their language that the page is not there at the moment, and search engines not to list it',
    async (tail) => {
      const stage = await adasStage();
      await takeDown(stage);
      const page = await stage.call('GET', `/@Ada${tail}`, undefined, { 'Accept-Language': 'de' });
      expect([page.status, page.headers.get('content-language')]).toEqual([404, 'de']);
      expect(page.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=10');
      expect(page.text).toContain('Diese Seite ist gerade nicht da');
      expect(page.text).toContain('noindex');
      expect(page.text).not.toContain('Ada Lovelace');
      const nobody = await stage.call('GET', `/@nobody${tail}`);
      expect(nobody.text).toContain('Profile not found');
    },
  );

  it('tells a fan who had the form open that the page is not there at the moment', async () => {
    const stage = await adasStage();
    await takeDown(stage);
    const form = {
      origin: stage.deps.config.publicOrigin,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const sent = await stage.app.request('/@ada/tip', { method: 'POST', body: 'amount=5', headers: form });
    expect(sent.status).toBe(404);
    expect(await sent.text()).toContain('This page is not there at the moment');
  });

  it('serves no picture of the page until it is published again', async () => {
    const stage = await adasStage();
    const picture = { slot: 'picture-a', generation: '17' } as const;
    stage.deps.pictures.upload(adaUid, picture, Uint8Array.from([0x89, ...Buffer.from('PNG\r\n\x1a\n'), 1]));
    putDraft(stage.deps, adaUid, { ...adaDraft, picture });
    await publish(stage);
    const path = word(await stage.call('GET', '/v1/profiles/ada'), 'picture');
    const status = async () => (await stage.call('GET', path)).status;
    expect(await status()).toBe(200);
    await takeDown(stage);
    expect(await status()).toBe(404);
    await publish(stage);
    expect(await status()).toBe(200);
  });

  it('writes one entry to the audit for taking down and one for publishing again, as acts of the owner', async () => {
    const stage = await adasStage();
    await takeDown(stage);
    await takeDown(stage);
    stage.deps.clock.advance(60_000);
    await publish(stage);
    await publish(stage);
    const entries = Object.entries(stage.deps.store.dump()).filter(([path]) => path.startsWith('audit/'));
    const byOwner = { who: adaUid, role: 'owner', subject: adaUid, outcome: 'done' };
    expect(entries).toHaveLength(2);
    expect(entries.map(([, entry]) => entry)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...byOwner, verb: 'unpublish' }),
        expect.objectContaining({ ...byOwner, verb: 'publish-again' }),
      ]),
    );
  });

  it('keeps the handle for its owner', async () => {
    const stage = await adasStage();
    await takeDown(stage);
    const own = await stage.call('GET', '/v1/handles/ada', undefined, bearerOf(adaToken));
    expect(own.json.state).toBe('yours');
    expect((await stage.call('GET', '/v1/handles/ada')).json.state).toBe('taken');
  });

  it('lets nobody begin a tip', async () => {
    const stage = await adasStage();
    await takeDown(stage);
    const asked = await stage.call('POST', '/v1/tip-sessions', { handle: 'ada' });
    expect([asked.status, asked.json.code]).toEqual([404, 'profile-not-found']);
  });

  it('answers a second call with the first time', async () => {
    const stage = await adasStage();
    const first = await takeDown(stage);
    stage.deps.clock.advance(60_000);
    expect((await takeDown(stage)).json.takenDownAt).toBe(first.json.takenDownAt);
  });

  it('refuses strangers, and owners who never published', async () => {
    const stage = await adasStage();
    expect((await stage.call('POST', '/v1/me/unpublish')).status).toBe(401);
  });
});
