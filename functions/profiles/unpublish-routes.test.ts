import { describe, expect, it } from 'vitest';
import { adaDraft, adasScenario, adaToken, adaUid, bearerOf, putDraft, word } from '../testing/ada';

type Scenario = Awaited<ReturnType<typeof adasScenario>>;

const takeDown = (scenario: Scenario) =>
  scenario.call('POST', '/v1/me/unpublish', undefined, bearerOf(adaToken));
const publish = (scenario: Scenario) =>
  scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken));
const publicPaths = ['/@ada', '/@ada/embed', '/@ada/tip', '/v1/profiles/ada', '/v1/profiles/ada/wall'];
const statuses = (scenario: Scenario) =>
  Promise.all(publicPaths.map(async (path) => (await scenario.call('GET', path)).status));

describe('POST /v1/me/unpublish', () => {
  it('takes every public address down at once, and publishing brings all of them back', async () => {
    const scenario = await adasScenario();
    expect(await statuses(scenario)).toEqual([200, 200, 200, 200, 200]);
    const answer = await takeDown(scenario);
    expect([answer.status, answer.json.handle]).toEqual([200, 'ada']);
    expect(await statuses(scenario)).toEqual([404, 404, 404, 404, 404]);
    expect((await scenario.call('GET', '/v1/profiles/ada')).json.code).toBe('profile-not-found');
    expect((await publish(scenario)).status).toBe(200);
    expect(await statuses(scenario)).toEqual([200, 200, 200, 200, 200]);
  });

  // Holds dash-142.
  it.each(['', '/tip', '/embed'])(
    'tells visitors of /@ada%s in their language that the page is not there at the moment, and search engines not to list it',
    async (tail) => {
      const scenario = await adasScenario();
      await takeDown(scenario);
      const page = await scenario.call('GET', `/@Ada${tail}`, undefined, { 'Accept-Language': 'de' });
      expect([page.status, page.headers.get('content-language')]).toEqual([404, 'de']);
      expect(page.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=10');
      expect(page.text).toContain('Diese Seite ist gerade nicht da');
      expect(page.text).toContain('noindex');
      expect(page.text).not.toContain('Ada Lovelace');
      const nobody = await scenario.call('GET', `/@nobody${tail}`);
      expect(nobody.text).toContain('Profile not found');
    },
  );

  it('tells a fan who had the form open that the page is not there at the moment', async () => {
    const scenario = await adasScenario();
    await takeDown(scenario);
    const form = {
      origin: scenario.deps.config.publicOrigin,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const sent = await scenario.app.request('/@ada/tip', { method: 'POST', body: 'amount=5', headers: form });
    expect(sent.status).toBe(404);
    expect(await sent.text()).toContain('This page is not there at the moment');
  });

  it('serves no picture of the page until it is published again', async () => {
    const scenario = await adasScenario();
    const picture = { slot: 'picture-a', generation: '17' } as const;
    scenario.deps.pictures.upload(
      adaUid,
      picture,
      Uint8Array.from([0x89, ...Buffer.from('PNG\r\n\x1a\n'), 1]),
    );
    putDraft(scenario.deps, adaUid, { ...adaDraft, picture });
    await publish(scenario);
    const path = word(await scenario.call('GET', '/v1/profiles/ada'), 'picture');
    const status = async () => (await scenario.call('GET', path)).status;
    expect(await status()).toBe(200);
    await takeDown(scenario);
    expect(await status()).toBe(404);
    await publish(scenario);
    expect(await status()).toBe(200);
  });

  it('writes one entry to the audit for taking down and one for publishing again, as acts of the owner', async () => {
    const scenario = await adasScenario();
    await takeDown(scenario);
    await takeDown(scenario);
    scenario.deps.clock.advance(60_000);
    await publish(scenario);
    await publish(scenario);
    const entries = Object.entries(scenario.deps.store.dump()).filter(([path]) => path.startsWith('audit/'));
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
    const scenario = await adasScenario();
    await takeDown(scenario);
    const own = await scenario.call('GET', '/v1/handles/ada', undefined, bearerOf(adaToken));
    expect(own.json.state).toBe('yours');
    expect((await scenario.call('GET', '/v1/handles/ada')).json.state).toBe('taken');
  });

  it('lets nobody begin a tip', async () => {
    const scenario = await adasScenario();
    await takeDown(scenario);
    const asked = await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' });
    expect([asked.status, asked.json.code]).toEqual([404, 'profile-not-found']);
  });

  it('answers a second call with the first time', async () => {
    const scenario = await adasScenario();
    const first = await takeDown(scenario);
    scenario.deps.clock.advance(60_000);
    expect((await takeDown(scenario)).json.takenDownAt).toBe(first.json.takenDownAt);
  });

  it('refuses strangers, and owners who never published', async () => {
    const scenario = await adasScenario();
    expect((await scenario.call('POST', '/v1/me/unpublish')).status).toBe(401);
  });
});
