import { describe, expect, it } from 'vitest';
import {
  adaDraft,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  emptyScenario,
  putDraft,
  signIn,
  refusedFields,
  word,
  type Scenario,
} from '../testing/ada';

const publish = (scenario: Scenario, revision: number, token = adaToken) =>
  scenario.call('POST', '/v1/me/publish', { revision }, bearerOf(token));

async function rename(scenario: Scenario, handle: string, revision: number) {
  putDraft(scenario.deps, adaUid, { ...adaDraft, handle, revision });
  const answer = await publish(scenario, revision);
  await scenario.call('GET', `/v1/profiles/${handle}`);
  return answer;
}

describe('POST /v1/me/publish', () => {
  it('publishes the draft at its handle', async () => {
    const scenario = emptyScenario();
    signIn(scenario.deps, adaUid, adaToken);
    putDraft(scenario.deps, adaUid, adaDraft);
    expect((await scenario.call('GET', '/v1/profiles/ada')).status).toBe(404);
    const answer = await publish(scenario, 1);
    const publishedAt = scenario.deps.clock.now();
    expect(answer.json).toEqual({ handle: 'ada', url: 'https://busker.test/@ada', publishedAt, revision: 1 });
    expect((await scenario.call('GET', '/v1/profiles/ada')).json.name).toBe('Ada Lovelace');
  });

  // Holds web-053.
  it("refuses until the owner's revision is stored, and publishes a newer one", async () => {
    const scenario = await adasScenario();
    const behind = await publish(scenario, 2);
    expect({ status: behind.status, code: behind.json.code, figures: behind.json.figures }).toEqual({
      status: 409,
      code: 'draft-behind',
      figures: { revision: 1 },
    });
    putDraft(scenario.deps, adaUid, { ...adaDraft, revision: 3 });
    expect((await publish(scenario, 2)).json.revision).toBe(3);
  });

  // Holds web-054, dash-039, pay-132.
  it('redirects up to five earlier handles for ever, and gives none to another owner', async () => {
    const scenario = await adasScenario();
    const names = ['ada2', 'ada3', 'ada4', 'ada5', 'ada6', 'ada7'];
    for (const [index, name] of names.entries())
      expect((await rename(scenario, name, index + 2)).status).toBe(200);
    for (const name of ['ada2', 'ada6', 'ada7']) {
      expect((await scenario.call('GET', `/v1/profiles/${name}`)).json.handle).toBe('ada7');
    }
    expect((await scenario.call('GET', '/v1/profiles/ada')).status).toBe(404);
    signIn(scenario.deps, 'uid-eve', 'token-eve');
    for (const name of ['ada', 'ada2', 'ada7']) {
      putDraft(scenario.deps, 'uid-eve', { ...adaDraft, handle: name });
      const taken = await publish(scenario, 1, 'token-eve');
      expect(taken).toMatchObject({ status: 409, json: { code: 'handle-taken' } });
      expect(taken.json.fields).toHaveProperty('handle');
    }
  });

  it('returns an earlier handle to its owner', async () => {
    const scenario = await adasScenario();
    await rename(scenario, 'countess', 2);
    expect((await rename(scenario, 'ada', 3)).status).toBe(200);
    expect((await scenario.call('GET', '/v1/profiles/countess')).json.handle).toBe('ada');
  });

  // Holds dash-039.
  it('gives a handle to one of two owners who publish at once', async () => {
    const scenario = emptyScenario();
    for (const name of ['one', 'two']) {
      signIn(scenario.deps, `uid-${name}`, `token-${name}`);
      putDraft(scenario.deps, `uid-${name}`, { ...adaDraft, handle: 'wanted' });
    }
    const answers = await Promise.all(['one', 'two'].map((name) => publish(scenario, 1, `token-${name}`)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
  });

  // Holds dash-046.
  it('copies the picture under its hash and serves it with a cache time of a day', async () => {
    const scenario = emptyScenario();
    const picture = { slot: 'picture-a', generation: '17' } as const;
    const png = new Uint8Array([0x89, ...Buffer.from('PNG\r\n\x1a\n'), 1, 2, 3]);
    signIn(scenario.deps, adaUid, adaToken);
    scenario.deps.pictures.upload(adaUid, picture, png);
    putDraft(scenario.deps, adaUid, { ...adaDraft, picture });
    await publish(scenario, 1);
    const path = word(await scenario.call('GET', '/v1/profiles/ada'), 'picture');
    expect(path).toMatch(/^\/img\/[0-9a-f]{64}$/);
    const served = await scenario.app.request(path);
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(png);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(served.headers.get('cache-control')).toBe('public, max-age=86400, immutable');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await scenario.call('GET', `/img/${'0'.repeat(64)}`)).status).toBe(404);
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', Buffer.from('<!doctype html>')],
    ['nothing', Buffer.from('')],
    ['more than 5 MB', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(5 * 1024 * 1024)])],
  ])('refuses %s as a picture, and publishes nothing', async (_, bytes) => {
    const scenario = emptyScenario();
    const picture = { slot: 'picture-a', generation: '17' } as const;
    signIn(scenario.deps, adaUid, adaToken);
    scenario.deps.pictures.upload(adaUid, picture, bytes);
    putDraft(scenario.deps, adaUid, { ...adaDraft, picture });
    const answer = await publish(scenario, 1);
    expect({ status: answer.status, fields: refusedFields(answer) }).toEqual({
      status: 422,
      fields: ['picture'],
    });
    expect((await scenario.call('GET', '/v1/profiles/ada')).status).toBe(404);
  });

  const png = (last: number) => new Uint8Array([0x89, ...Buffer.from('PNG\r\n\x1a\n'), last]);
  const upload = { slot: 'link-01', generation: '17' } as const;
  const pictured = {
    ...adaDraft,
    links: {
      k1: {
        url: 'https://ada.example',
        label: 'Site',
        order: 1,
        on: true,
        sign: { kind: 'picture', ...upload } as const,
      },
    },
  };
  const linkPicture = async (scenario: Scenario) => {
    const { links } = (await scenario.call('GET', '/v1/profiles/ada')).json;
    return Array.isArray(links) ? (links[0] as { picture: string | null }).picture : undefined;
  };

  it('copies a link’s picture, and keeps it when its slot holds another upload later', async () => {
    const scenario = emptyScenario();
    signIn(scenario.deps, adaUid, adaToken);
    scenario.deps.pictures.upload(adaUid, upload, png(1));
    putDraft(scenario.deps, adaUid, pictured);
    expect((await publish(scenario, 1)).status).toBe(200);
    const path = await linkPicture(scenario);
    expect((await scenario.app.request(path ?? '')).status).toBe(200);
    scenario.deps.pictures.upload(adaUid, { ...upload, generation: '18' }, png(2));
    putDraft(scenario.deps, adaUid, { ...pictured, revision: 2 });
    expect((await publish(scenario, 2)).status).toBe(200);
    expect(await linkPicture(scenario)).toBe(path);
  });

  it.each([
    ['missing', null],
    ['no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['larger than 256 kB', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(256 * 1024)])],
  ])('names the link with the picture that is %s, and publishes nothing', async (_, bytes) => {
    const scenario = emptyScenario();
    signIn(scenario.deps, adaUid, adaToken);
    if (bytes) scenario.deps.pictures.upload(adaUid, upload, bytes);
    putDraft(scenario.deps, adaUid, pictured);
    const answer = await publish(scenario, 1);
    expect({ status: answer.status, fields: refusedFields(answer) }).toEqual({
      status: 422,
      fields: ['links.k1.sign'],
    });
    expect((await scenario.call('GET', '/v1/profiles/ada')).status).toBe(404);
  });

  // Holds dash-010.
  it('refuses guests, unverified addresses, missing tokens and missing drafts', async () => {
    const scenario = emptyScenario();
    const owner = {
      uid: adaUid,
      provider: 'password',
      email: null,
      emailVerified: true,
      signedInAt: 0,
      guest: false,
    };
    scenario.deps.idTokens.signIn('guest', { ...owner, guest: true, provider: 'anonymous' });
    scenario.deps.idTokens.signIn('unverified', { ...owner, emailVerified: false });
    scenario.deps.idTokens.signIn('google', { ...owner, provider: 'google.com', emailVerified: false });
    const codes = await Promise.all(
      ['guest', 'unverified', 'google', 'unknown'].map(
        async (token) => (await publish(scenario, 1, token)).json.code,
      ),
    );
    expect(codes).toEqual(['account-needed', 'email-not-verified', 'draft-not-found', 'sign-in-required']);
    const bare = await scenario.call('POST', '/v1/me/publish', { revision: 1 });
    expect(bare).toMatchObject({ status: 401, json: { code: 'sign-in-required' } });
  });

  // Holds dash-036.
  it('names each invalid field and keeps the published profile', async () => {
    const scenario = await adasScenario();
    const links = { k: { url: 'javascript:alert(1)', label: '', order: 1, on: true } };
    putDraft(scenario.deps, adaUid, { ...adaDraft, name: '', handle: 'admin', links, revision: 2 });
    const answer = await publish(scenario, 2);
    expect(answer).toMatchObject({ status: 422, json: { code: 'invalid-fields' } });
    expect(refusedFields(answer)).toEqual(['handle', 'links.k.label', 'links.k.url', 'name']);
    expect((await scenario.call('GET', '/v1/profiles/ada')).json.name).toBe('Ada Lovelace');
  });

  it.each([
    [{}],
    [{ revision: -1 }],
    [{ revision: 1.5 }],
    [{ revision: '1' }],
    [{ revision: 1, force: true }],
    [[]],
  ])('refuses the body %j', async (body) => {
    const scenario = await adasScenario();
    const answer = await scenario.call('POST', '/v1/me/publish', body, bearerOf(adaToken));
    expect(answer).toMatchObject({ status: 422, json: { code: 'invalid-fields' } });
  });
});

describe('GET /v1/handles/{handle}', () => {
  it('answers whether a handle is free, yours or taken', async () => {
    const scenario = await adasScenario();
    const state = async (handle: string, headers = {}) =>
      (await scenario.call('GET', `/v1/handles/${handle}`, undefined, headers)).json.state;
    expect(await state('grace')).toBe('free');
    expect(await state('ada')).toBe('taken');
    expect(await state('Ada', bearerOf(adaToken))).toBe('yours');
  });

  it.each(['admin', 'ab', 'no-dash', 'a'.repeat(31)])('refuses %s with the reason', async (handle) => {
    const answer = await emptyScenario().call('GET', `/v1/handles/${handle}`);
    expect({ status: answer.status, fields: refusedFields(answer) }).toEqual({
      status: 422,
      fields: ['handle'],
    });
  });
});
