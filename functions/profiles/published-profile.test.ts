import { describe, expect, it } from 'vitest';
import { paths, type StoredData } from '@busker/core/documents/documents';
import { parsePublicProfile } from '@busker/core/profile/profile';
import { parseWall, type Wall } from '@busker/core/wall/wall';
import {
  adaDraft,
  adaPayments,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  emptyScenario,
  paidTip,
  putDraft,
  putPayments,
  refusedFields,
  sendTip,
  signIn,
  tipSession,
  word,
  type Scenario,
} from '../testing/ada';

describe('profile routes', () => {
  describe('GET /v1/profiles/{handle}', () => {
    it("has the card's data, with links in order", async () => {
      const scenario = await adasScenario();
      const answer = await scenario.call('GET', '/v1/profiles/ada');
      expect(answer.status).toBe(200);
      const profile = parsePublicProfile(answer.json);
      expect(profile.ok).toBe(true);
      expect(answer.json.links).toMatchObject([{ label: 'Instagram' }, { label: 'Site' }]);
      expect(answer.json.tips).toEqual({
        button: 'top',
        goal: false,
        wall: 0,
        state: 'on',
        currency: 'usd',
        presets: [300, 500, 1000],
        min: 100,
        max: 50000,
      });
    });

    it('every page may read it and shared caches keep it for 30 seconds', async () => {
      const scenario = await adasScenario();
      const { headers } = await scenario.call('GET', '/v1/profiles/ada');
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=30');
      expect(headers.get('content-type')).toBe('application/json');
    });

    it('answers 304 to a client with the same version, until it is published again', async () => {
      const scenario = await adasScenario();
      const etag = (await scenario.call('GET', '/v1/profiles/ada')).headers.get('etag') ?? '';
      const again = await scenario.call('GET', '/v1/profiles/ada', undefined, {
        'if-none-match': `"x", W/${etag}`,
      });
      expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
      putDraft(scenario.deps, adaUid, { ...adaDraft, bio: 'New.', revision: 2 });
      await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
      const changed = await scenario.call('GET', '/v1/profiles/ada', undefined, { 'if-none-match': etag });
      expect(changed.status).toBe(200);
    });

    it('omits links that are off, not due or expired, and is cached no longer than until the next change', async () => {
      const link = { url: 'https://a.example/', label: 'a', order: 1, on: true };
      const now = emptyScenario().deps.clock.now();
      const links = {
        off: { ...link, on: false },
        soon: { ...link, label: 'soon', from: now + 12_400 },
        over: { ...link, until: now },
        here: { ...link, label: 'here' },
      };
      const scenario = await adasScenario({}, { draft: { links } });
      const first = await scenario.call('GET', '/v1/profiles/ada');
      expect(first.json.links).toMatchObject([{ label: 'here' }]);
      expect(first.headers.get('cache-control')).toContain('s-maxage=12');
      scenario.deps.clock.advance(12_400);
      const later = await scenario.call('GET', '/v1/profiles/ada');
      expect(later.json.links).toHaveLength(2);
      expect(later.headers.get('cache-control')).toContain('s-maxage=30');
    });

    it.each([
      ['ADA', 200],
      ['@ada', 200],
      ['ａｄａ', 200],
      ['nobody', 404],
      ['ad', 422],
      ['a..d', 422],
    ])('finds the profile for %s', async (handle, status) => {
      const scenario = await adasScenario();
      const answer = await scenario.call('GET', `/v1/profiles/${encodeURIComponent(handle)}`);
      expect(answer.status).toBe(status);
    });

    it('has the state of tips: off, or payments not ready', async () => {
      const scenario = await adasScenario();
      putPayments(scenario.deps, adaUid, { ...adaPayments, cardPayments: 'restricted' });
      const restricted = await scenario.call('GET', '/v1/profiles/ada');
      expect(restricted.json.tips).toMatchObject({ state: 'not-ready', currency: null });
      const off = await adasScenario({}, { draft: { tips: { ...adaDraft.tips, on: false } } });
      expect((await off.call('GET', '/v1/profiles/ada')).json).toMatchObject({ tips: { state: 'off' } });
    });

    it("has neither the owner's uid, account, sites nor link times", async () => {
      const scenario = await adasScenario({}, { draft: { allowedSites: ['https://secret.example'] } });
      const { text } = await scenario.call('GET', '/v1/profiles/ada');
      expect(text).not.toMatch(/uid-ada|acct_ada|secret\.example|"until"|"order"/);
    });
  });

  describe('GET /v1/profiles?handles=', () => {
    it('returns several, sorted, each once, and lists the missing ones', async () => {
      const scenario = await adasScenario();
      const answer = await scenario.call('GET', '/v1/profiles?handles=zed,ada,ADA,');
      expect(Object.keys(answer.json.profiles ?? {})).toEqual(['ada']);
      expect(answer.json['missing']).toEqual(['zed']);
      expect(answer.headers.get('cache-control')).toContain('s-maxage=30');
      expect(answer.headers.get('etag')).toMatch(/^".{27}"$/);
    });

    it.each(['no name', 'a', '__abc__', '__proto__', 'a/b', 'ada/..', 'x'.repeat(1501)])(
      'returns the existing ones and lists %s as missing',
      async (bad) => {
        const scenario = await adasScenario();
        const answer = await scenario.call('GET', `/v1/profiles?handles=ada,${encodeURIComponent(bad)},zed`);
        expect(answer.status).toBe(200);
        expect(Object.keys(answer.json.profiles ?? {})).toEqual(['ada']);
        expect(answer.json['missing']).toEqual([bad, 'zed'].toSorted());
      },
    );

    it.each([
      ['', 'handles'],
      ['?handles=', 'handles'],
      ['?handles=ada&page=2', 'page'],
      [`?handles=${Array.from({ length: 51 }, (_, index) => `name${index}`).join(',')}`, 'handles'],
    ])('refuses %s, naming the field', async (query, field) => {
      const answer = await emptyScenario().call('GET', `/v1/profiles${query}`);
      expect(answer).toMatchObject({ status: 422, json: { code: 'invalid-fields' } });
      expect(refusedFields(answer)).toContain(field);
    });
  });
});

const goal = { label: 'A new bow', amount: 5000 };
const open = { draft: { tips: { ...adaDraft.tips, showWall: true, goal } } };

async function wallOf(scenario: Scenario): Promise<Wall> {
  const answer = await scenario.call('GET', '/v1/profiles/ada/wall');
  const wall = parseWall(answer.json);
  if (!wall.ok) throw new Error(`No wall: ${answer.text}`);
  return wall.value;
}

const names = async (scenario: Scenario) => (await wallOf(scenario)).supporters.map(({ name }) => name);

describe('GET /v1/profiles/{handle}/wall', () => {
  // Holds tag-030.
  it('is empty until the owner switches it on', async () => {
    const scenario = await adasScenario();
    await paidTip(scenario, { name: 'Zoe' });
    expect(await wallOf(scenario)).toEqual({ v: 1, goal: null, supporters: [] });
  });

  it('shows the goal and the newest supporters with their public fields only', async () => {
    const scenario = await adasScenario({}, open);
    await paidTip(scenario, { name: 'Zoe', message: 'For the rain piece' });
    scenario.deps.clock.advance(60_000);
    await paidTip(scenario, {
      name: 'Mo',
      tipAmount: 1000,
      total: 1000,
      session: await tipSession(scenario),
    });
    const { supporters, goal: shown } = await wallOf(scenario);
    expect(shown).toEqual({ ...goal, currency: 'usd', reached: 1500 });
    expect(supporters.map(({ name, message, amount }) => ({ name, message, amount }))).toEqual([
      { name: 'Mo', message: null, amount: 1000 },
      { name: 'Zoe', message: 'For the rain piece', amount: 500 },
    ]);
    expect(supporters.every((each) => Object.keys(each).length === 5)).toBe(true);
  });

  // Holds web-031, pay-141.
  it('omits tips that are unpaid, without texts, or anonymous', async () => {
    const scenario = await adasScenario({}, open);
    await sendTip(scenario, { name: 'Unpaid' });
    await paidTip(scenario, { name: 'Shy', anonymous: true });
    await paidTip(scenario);
    expect(await names(scenario)).toEqual([]);
  });

  it("omits a private name with its message, which the owner's export has", async () => {
    const scenario = await adasScenario({}, open);
    await paidTip(scenario, { name: 'Shy', message: 'For you alone', anonymous: true });
    for (const path of ['/v1/profiles/ada', '/v1/profiles/ada/wall', '/@ada', '/@ada/embed']) {
      expect((await scenario.call('GET', path)).text, path).not.toMatch(/Shy|For you alone/);
    }
    for (const format of ['csv', 'json']) {
      const { text } = await scenario.call('GET', `/v1/me/export.${format}`, undefined, bearerOf(adaToken));
      expect(text, format).toMatch(/Shy[^]*For you alone/);
    }
  });

  // Holds tag-180.
  it("shows the name without a message for the owner alone, which the owner's export has", async () => {
    const scenario = await adasScenario({}, open);
    await paidTip(scenario, { name: 'Zoe', message: 'For you alone', privateMessage: true });
    expect((await wallOf(scenario)).supporters).toMatchObject([{ name: 'Zoe', message: null }]);
    for (const path of ['/v1/profiles/ada/wall', '/@ada', '/@ada/embed'])
      expect((await scenario.call('GET', path)).text, path).not.toContain('For you alone');
    const { text } = await scenario.call('GET', '/v1/me/export.csv', undefined, bearerOf(adaToken));
    expect(text).toMatch(/private_message,amount_hidden\s[^]*For you alone.*,yes,no\s*$/);
  });

  // Holds tag-183.
  it('shows no amount that the fan hides, and counts it for the goal', async () => {
    const scenario = await adasScenario({}, open);
    await paidTip(scenario, { name: 'Zoe', tipAmount: 700, total: 700, hideAmount: true });
    expect(await wallOf(scenario)).toMatchObject({
      goal: { reached: 700 },
      supporters: [{ name: 'Zoe', amount: null }],
    });
    const page = (await scenario.call('GET', '/@ada')).text;
    expect(page).toMatch(/<b>Zoe<\/b> <\/span> <\/p>/);
    const { text } = await scenario.call('GET', '/v1/me/export.csv', undefined, bearerOf(adaToken));
    expect(text).toMatch(/7\.00[^]*,no,yes\s*$/);
  });

  // Holds dash-940.
  it('shows no amounts where the owner hides them, and they count for the goal', async () => {
    const tips = { ...open.draft.tips, hideAmounts: true };
    const scenario = await adasScenario({}, { ...open, draft: { ...open.draft, tips } });
    await paidTip(scenario, { name: 'Zoe' });
    expect(await wallOf(scenario)).toMatchObject({
      goal: { reached: 500 },
      supporters: [{ name: 'Zoe', amount: null }],
    });
    expect((await scenario.call('GET', '/@ada')).text).toMatch(/<b>Zoe<\/b> <\/span> <\/p>/);
  });

  // Holds pay-141.
  it('omits held texts until the owner shows them, and texts that the owner hides', async () => {
    const scenario = await adasScenario({}, open);
    const { tipId } = await paidTip(scenario, { name: 'Buy at spam.example.com' });
    expect(await names(scenario)).toEqual([]);
    const say = (state: string) =>
      scenario.call('POST', `/v1/me/tips/${tipId}/moderation`, { state }, bearerOf(adaToken));
    expect((await say('visible')).status).toBe(200);
    expect(await names(scenario)).toEqual(['Buy at spam.example.com']);
    await say('hidden');
    expect(await names(scenario)).toEqual([]);
  });

  it('omits a fan at once after they erase their texts', async () => {
    const scenario = await adasScenario({}, open);
    const { tipId, tipToken } = await paidTip(scenario, { name: 'Zoe', message: 'Hello' });
    expect(await names(scenario)).toEqual(['Zoe']);
    await scenario.call('PATCH', `/v1/tips/${tipId}`, { name: null, message: null }, bearerOf(tipToken));
    expect(await names(scenario)).toEqual([]);
    expect(Object.keys(scenario.deps.store.dump()).filter((path) => path.includes('/supporters/'))).toEqual(
      [],
    );
  });

  // Holds pay-141.
  it('omits a refunded tip', async () => {
    const scenario = await adasScenario({}, open);
    const { tipId, tipToken } = await paidTip(scenario, { name: 'Zoe' });
    expect(await names(scenario)).toEqual(['Zoe']);
    const undone = await scenario.call('POST', `/v1/tips/${tipId}/undo`, undefined, bearerOf(tipToken));
    expect(undone.status).toBeLessThan(300);
    expect(await names(scenario)).toEqual([]);
    expect((await wallOf(scenario)).goal?.reached).toBe(0);
  });

  // Holds pay-921.
  it('ends a goal with its currency, and suggests the usual amounts of the new one', async () => {
    const tips = { ...adaDraft.tips, presets: [700], goal };
    const scenario = await adasScenario({}, { draft: { tips } });
    expect((await wallOf(scenario)).goal).toEqual({ ...goal, currency: 'usd', reached: 0 });
    putPayments(scenario.deps, adaUid, { ...adaPayments, currency: 'eur' });
    scenario.deps.clock.advance(60_000);
    expect((await wallOf(scenario)).goal).toBeNull();
    expect((await scenario.call('GET', '/@ada')).text).not.toContain(goal.label);
    const session = await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' });
    expect(session.json).toMatchObject({ currency: 'eur' });
    expect(session.json.presets).not.toEqual([700]);
  });

  it('starts a goal with a new title at zero, and continues one with the same title', async () => {
    const scenario = await adasScenario({}, open);
    const publishGoal = async (wanted: { label: string; amount: number } | null) => {
      const path = paths.draft(adaUid);
      const draft = scenario.deps.store.dump()[path] as StoredData;
      scenario.deps.store.put(path, { ...draft, tips: { ...adaDraft.tips, goal: wanted } });
      const { status } = await scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken));
      expect(status).toBe(200);
    };
    const reached = async () => (await wallOf(scenario)).goal?.reached;
    const early = await paidTip(scenario);
    expect(await reached()).toBe(500);
    await publishGoal({ ...goal, amount: 90_000 });
    expect(await reached()).toBe(500);
    await publishGoal({ label: 'A case for it', amount: 2000 });
    expect(await reached()).toBe(0);
    scenario.deps.clock.advance(60_000);
    await paidTip(scenario, { session: await tipSession(scenario) });
    expect(await reached()).toBe(500);
    await publishGoal(null);
    expect(await reached()).toBeUndefined();
    await publishGoal({ label: 'A case for it', amount: 2000 });
    expect(await reached()).toBe(500);
    scenario.deps.clock.advance(60_000);
    await scenario.call('POST', `/v1/tips/${early.tipId}/undo`, undefined, bearerOf(early.tipToken));
    expect(await reached()).toBe(0);
  });

  it('reads one document, however many tips there are, and makes the wall anew at most once a minute', async () => {
    const scenario = await adasScenario({}, open);
    const { store, clock } = scenario.deps;
    const readsOfWall = async () => {
      const before = store.charged.read;
      await wallOf(scenario);
      return store.charged.read - before;
    };
    for (let at = 0; at < 3; at += 1) await paidTip(scenario, { name: `Fan ${at}` });
    // The card is in this instance. The wall, eight sums, three supporters, and four documents to store it.
    expect(await readsOfWall()).toBe(16);
    expect(await readsOfWall()).toBe(1);
    await paidTip(scenario, { name: 'One more' });
    expect(await readsOfWall()).toBe(1);
    clock.advance(60_000);
    expect(await names(scenario)).toContain('One more');
    for (let minutes = 0; minutes < 5; minutes += 1) {
      clock.advance(60_000);
      await wallOf(scenario);
    }
    expect(await readsOfWall()).toBe(1);
  });

  it('is cached for a minute, and unknown handles are problems', async () => {
    const { headers } = await (await adasScenario({}, open)).call('GET', '/v1/profiles/ada/wall');
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const missing = await emptyScenario().call('GET', '/v1/profiles/nobody/wall');
    expect(missing).toMatchObject({ status: 404, json: { code: 'profile-not-found' } });
  });
});

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

describe('PUT and DELETE /v1/me/pause', () => {
  const dayMs = 24 * 60 * 60_000;
  const inDays = ({ deps }: Scenario, days: number) =>
    new Date(deps.clock.now() + days * dayMs).toISOString().slice(0, 10);
  const pause = (scenario: Scenario, given: object = {}) =>
    scenario.call(
      'PUT',
      '/v1/me/pause',
      { until: inDays(scenario, 5), zone: 'UTC', note: 'On tour until spring.', ...given },
      bearerOf(adaToken),
    );
  const tips = async (scenario: Scenario) => (await scenario.call('GET', '/v1/profiles/ada')).json.tips;
  const begin = (scenario: Scenario) => scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' });

  // Holds dash-921.
  it('pauses tips at once on page, card, form and frame, keeps the goal, and ends on the day', async () => {
    const scenario = await adasScenario({}, open);
    const until = inDays(scenario, 5);
    expect((await pause(scenario)).json.pause).toMatchObject({ until, zone: 'UTC' });
    scenario.deps.recentProfiles.forget(['ada']);
    expect(await tips(scenario)).toMatchObject({
      state: 'off',
      pause: { until, note: 'On tour until spring.' },
    });
    expect((await begin(scenario)).json.code).toBe('tips-off');
    for (const path of ['/@ada', '/@ada/tip', '/@ada/embed']) {
      const page = await scenario.call('GET', path);
      expect(page.text).toContain('On tour until spring.');
      expect(page.text).toContain('Tips are paused. They start again on ');
      expect(page.text).not.toContain('is not accepting tips');
    }
    expect((await wallOf(scenario)).goal).toMatchObject({ label: 'A new bow' });
    expect((await scenario.call('GET', '/@ada')).text).toContain('A new bow');
    scenario.deps.clock.advance(5 * dayMs);
    expect(await tips(scenario)).toMatchObject({ state: 'on' });
    expect((await begin(scenario)).status).toBe(200);
  });

  it('ends a pause at once, and a second end changes nothing', async () => {
    const scenario = await adasScenario();
    await pause(scenario);
    for (const _ of [1, 2]) {
      const ended = await scenario.call('DELETE', '/v1/me/pause', undefined, bearerOf(adaToken));
      expect([ended.status, ended.json.pause]).toEqual([200, null]);
    }
    expect((await begin(scenario)).status).toBe(200);
  });

  // Holds dash-922.
  it('refuses a day in the past and an unknown time zone by name, and stores nothing', async () => {
    const scenario = await adasScenario();
    const before = scenario.deps.store.dump()[paths.profile(adaUid)];
    const past = await pause(scenario, { until: inDays(scenario, -1) });
    expect([past.status, refusedFields(past)]).toEqual([422, ['until']]);
    const nowhere = await pause(scenario, { zone: 'Europe/Atlantis' });
    expect([nowhere.status, refusedFields(nowhere)]).toEqual([422, ['zone']]);
    expect(scenario.deps.store.dump()[paths.profile(adaUid)]).toEqual(before);
    expect((await begin(scenario)).status).toBe(200);
  });

  it('is kept when the owner publishes, and is refused to strangers', async () => {
    const scenario = await adasScenario();
    await pause(scenario);
    expect((await publish(scenario)).status).toBe(200);
    expect((await begin(scenario)).json.code).toBe('tips-off');
    expect((await scenario.call('PUT', '/v1/me/pause', {})).status).toBe(401);
  });

  it('finds no profile of an owner who never published', async () => {
    const scenario = emptyScenario();
    signIn(scenario.deps, adaUid, adaToken);
    expect((await pause(scenario)).json.code).toBe('profile-not-found');
  });
});
