import { describe, expect, it } from 'vitest';
import {
  adasScenario,
  adaToken,
  bearerOf,
  emptyScenario,
  refusedFields,
  signIn,
  type Scenario,
} from '../testing/ada';

const url = 'https://blog.example/about';
const script = '<script type="module" async src="https://busker.test/embed/v1.js"></script>';
const card = '<busker-card profile="ada"></busker-card>';

const check = (scenario: Scenario, body: object = {}) =>
  scenario.call('POST', '/v1/me/sites/check', { url, pay: 'hosted', ...body }, bearerOf(adaToken));

async function checked(html: string, headers: Record<string, string> = {}, body: object = {}) {
  const scenario = await adasScenario();
  scenario.deps.pages.put(url, html, { headers });
  return (await check(scenario, body)).json;
}

describe('POST /v1/me/sites/check', () => {
  it('finds the card and its script on a page without policies', async () => {
    expect(await checked(script + card)).toEqual({
      url,
      status: 200,
      failure: null,
      found: 'card',
      otherHandles: [],
      script: 'here',
      policies: [],
      permissionsLine: null,
      live: true,
    });
  });

  it.each([
    ['<iframe src="https://busker.test/@ada/embed"></iframe>', 'frame', 'none', true],
    ['<a href="https://busker.test/@ada/tip">Tip</a>', 'link', 'none', false],
    ['<a href="https://busker.test/@grace">Tip</a>', 'nothing', 'none', false],
    [card, 'card', 'none', false],
    [`<script src="https://other.example/embed/v1.js"></script>${card}`, 'card', 'other-host', false],
    [`<script src="https://busker.test/embed/1.2.0/busker.js"></script>${card}`, 'card', 'here', true],
    [`<!-- ${card} -->${script}`, 'nothing', 'here', false],
  ])('tells %j: %s, script %s, live %s', async (html, found, has, live) => {
    expect(await checked(html)).toMatchObject({ found, script: has, live });
  });

  it('lists cards of other handles, as after a spelling mistake', async () => {
    const answer = await checked(`${script}<busker-card profile="adda"></busker-card>`);
    expect(answer).toMatchObject({ found: 'nothing', otherHandles: ['adda'], live: false });
  });

  // Holds dash-091.
  it('returns for every policy what it lacks and the completed policy', async () => {
    const html = `<meta http-equiv="Content-Security-Policy" content="img-src 'self'">${script}${card}`;
    const headers = { 'content-security-policy': "default-src https:, connect-src 'self'" };
    const answer = await checked(html, headers);
    expect(answer.live).toBe(false);
    expect(answer.policies).toMatchObject([
      { from: 'header', missing: [] },
      {
        from: 'header',
        missing: [{ directive: 'connect-src', sources: ['https://busker.test'] }],
        mended: "connect-src 'self' https://busker.test",
      },
      { from: 'meta', missing: [{ directive: 'img-src', sources: ['https://busker.test'] }] },
    ]);
  });

  it("requires Stripe's sources only for payment in the page", async () => {
    const headers = { 'content-security-policy': 'default-src https://busker.test' };
    expect((await checked(script + card, headers)).live).toBe(true);
    const inPage = await checked(script + card, headers, { pay: 'in-page' });
    expect(inPage.live).toBe(false);
    expect(JSON.stringify(inPage.policies)).toContain('http://127.0.0.1:12111');
  });

  it('accepts a script with a nonce where addresses are ignored', async () => {
    const headers = { 'content-security-policy': "script-src 'nonce-x' 'strict-dynamic'" };
    expect(await checked(script + card, headers)).toMatchObject({
      live: false,
      policies: [{ needsNonce: true }],
    });
    const withNonce = script.replace('async', 'async nonce="x"');
    expect(await checked(withNonce + card, headers)).toMatchObject({
      live: true,
      policies: [{ needsNonce: false }],
    });
  });

  // Holds web-008, dash-090.
  it('returns the Permissions-Policy that allows the wallets', async () => {
    const answer = await checked(script + card, { 'permissions-policy': 'payment=()' }, { pay: 'in-page' });
    expect(answer.permissionsLine).toBe('payment=(self "http://127.0.0.1:12111")');
  });

  it('answers with the reason when the page cannot be fetched', async () => {
    const scenario = await adasScenario();
    scenario.deps.pages.fail(url, 'address-not-public');
    expect((await check(scenario)).json).toMatchObject({
      url,
      status: null,
      failure: 'not-allowed',
      live: false,
    });
    scenario.deps.pages.fail(url, 'timed-out');
    expect((await check(scenario)).json).toMatchObject({ failure: 'timed-out' });
    scenario.deps.pages.put(url, script + card, { status: 404 });
    expect((await check(scenario)).json).toMatchObject({ failure: 'error-status', status: 404, live: false });
  });

  it('adds a missing scheme, and refuses other addresses', async () => {
    const scenario = await adasScenario();
    await check(scenario, { url: 'blog.example/about' });
    expect(scenario.deps.pages.asked).toEqual([url]);
    for (const wrong of [
      '',
      'javascript:alert(1)',
      'mailto:ada@example.com',
      'https://a@b.example/',
      7,
      'x'.repeat(3000),
    ])
      expect(refusedFields(await check(scenario, { url: wrong }))).toEqual(['url']);
    expect(refusedFields(await check(scenario, { pay: 'cash' }))).toEqual(['pay']);
    expect(scenario.deps.pages.asked).toEqual([url]);
  });

  it('requires a published profile, and has a rate limit', async () => {
    const empty = emptyScenario();
    expect((await check(empty)).status).toBe(401);
    signIn(empty.deps, 'uid-ada', adaToken);
    expect((await check(empty)).json.code).toBe('profile-not-found');
    const scenario = await adasScenario({ limitFactor: 1 });
    const statuses: number[] = [];
    for (let tries = 0; tries < 31; tries += 1) statuses.push((await check(scenario)).status);
    expect([...new Set(statuses.slice(0, 30)), statuses.at(-1)]).toEqual([200, 429]);
    expect(scenario.deps.pages.asked).toHaveLength(30);
  });
});
