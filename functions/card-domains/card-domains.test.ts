import { describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { stripeAccountDocument } from '@busker/core/money-documents/stripe-account-document';
import {
  adasScenario,
  adaToken,
  bearerOf,
  emptyScenario,
  refusedFields,
  sendEvent,
  signIn,
  type Scenario,
  accountId,
  connect,
  cutAtStripe,
  finishOnboarding,
  newOwner,
  publishedOwner,
  secondId,
} from '../testing/ada';
import { reconcileDue } from '../testing/stored-state';
import { hostDomain } from './host-domain';

describe('host domain', () => {
  const hour = 60 * 60_000;
  const day = 24 * hour;
  const cut = { kind: 'unavailable', error: new Error('cut') } as const;
  const refused = { kind: 'refused', code: 'domain_refused', requestId: null } as const;

  const refresh = (scenario: Scenario) =>
    scenario.call('POST', '/v1/me/payments/refresh', undefined, bearerOf(adaToken));
  const updated = (scenario: Scenario, account = accountId) =>
    sendEvent(scenario, 'account.updated', { account });
  const registrations = ({ deps }: Scenario) =>
    deps.wallets.calls.filter((call) => call === 'register').length;

  async function registered({ deps }: Scenario, account: string | null): Promise<readonly string[]> {
    const listed = await deps.wallets.list(account);
    return listed.ok ? listed.value.map(({ domain }) => domain) : [];
  }

  function ownerOf({ deps }: Scenario, account = accountId) {
    const decoded = stripeAccountDocument.decode(deps.store.dump()[paths.stripeAccount(account)]);
    if (!decoded.ok) throw new Error('No account');
    return decoded.value;
  }

  /** Ada has connected, and her onboarding is over at Stripe. Nobody has told the server yet. */
  async function onboarded(config: Parameters<typeof newOwner>[0] = {}): Promise<Scenario> {
    const scenario = newOwner(config);
    await connect(scenario);
    finishOnboarding(scenario);
    return scenario;
  }

  /** As an earlier release left it: the account takes cards, and no domain of the host is known. */
  async function connectedEarlier(): Promise<Scenario> {
    const scenario = await publishedOwner();
    const { store } = scenario.deps;
    store.put(
      paths.stripeAccount(accountId),
      stripeAccountDocument.encode({ ...ownerOf(scenario), hostDomain: null, hostRefusedAt: null }),
    );
    return scenario;
  }

  describe('the domain of the host, whose pages carry the card too', () => {
    // Holds pay-333.
    it.each([
      ['the event that cards are active', updated],
      ['the owner coming back from the onboarding', refresh],
    ])('is registered on the account by %s, once', async (_, tell) => {
      const scenario = await onboarded();
      expect(registrations(scenario)).toBe(0);
      await tell(scenario);
      expect(await registered(scenario, accountId)).toEqual(['busker.test']);
      await tell(scenario);
      await connect(scenario);
      expect(registrations(scenario)).toBe(1);
    });

    // Holds pay-333.
    it('is registered on the own account in single mode when the owner connects', async () => {
      const scenario = newOwner({ mode: 'single' });
      expect((await connect(scenario)).status).toBe(200);
      expect(await registered(scenario, null)).toEqual(['busker.test']);
      await connect(scenario);
      scenario.deps.clock.advance(day);
      await reconcileDue(scenario.deps);
      expect(registrations(scenario)).toBe(1);
    });

    // Holds pay-333.
    it('is registered on the own account in single mode a day later when Stripe was away', async () => {
      const scenario = newOwner({ mode: 'single' });
      scenario.deps.wallets.failNext('register', cut);
      expect((await connect(scenario)).status).toBe(200);
      scenario.deps.clock.advance(day);
      await reconcileDue(scenario.deps);
      expect(await registered(scenario, null)).toEqual(['busker.test']);
    });

    // Holds pay-333.
    it('is registered on an account of an earlier release by its next look, once', async () => {
      const scenario = await connectedEarlier();
      const before = registrations(scenario);
      for (let days = 0; days < 40; days += 1) {
        scenario.deps.clock.advance(day);
        await reconcileDue(scenario.deps);
      }
      expect(registrations(scenario)).toBe(before + 1);
      expect(ownerOf(scenario)).toMatchObject({ hostDomain: 'busker.test', look: 'idle' });
    });

    // Holds pay-333.
    it('is registered again when the host moves to another domain', async () => {
      const scenario = await publishedOwner();
      Object.assign(scenario.deps.config, { publicOrigin: 'https://moved.test' });
      await updated(scenario);
      expect(await registered(scenario, accountId)).toEqual(['busker.test', 'moved.test']);
    });

    // Holds pay-333.
    it('is registered on the account that replaces a disconnected one', async () => {
      const scenario = await publishedOwner();
      cutAtStripe(scenario);
      await connect(scenario);
      finishOnboarding(scenario, secondId);
      await updated(scenario, secondId);
      expect(await registered(scenario, secondId)).toEqual(['busker.test']);
    });

    it('is not listed with the domains that move to a new account', async () => {
      const scenario = await publishedOwner();
      await scenario.call('GET', '/v1/me/sites', undefined, bearerOf(adaToken));
      expect(Object.keys(scenario.deps.store.dump()).filter((path) => path.endsWith('/wallets'))).toEqual([]);
    });
  });

  describe('without an answer of Stripe about the domain', () => {
    // Holds pay-334.
    it('the event is handled, and the account is asked again an hour later, although it is idle', async () => {
      const scenario = newOwner();
      await connect(scenario);
      const { wallets, clock, lines } = scenario.deps;
      clock.advance(day);
      await reconcileDue(scenario.deps);
      finishOnboarding(scenario);
      clock.advance(day);
      wallets.failNext('register', cut);
      expect((await updated(scenario)).status).toBe(200);
      expect(lines.filter((line) => line.includes('service unavailable'))).toHaveLength(1);
      clock.advance(hour - 1);
      await reconcileDue(scenario.deps);
      expect(registrations(scenario)).toBe(1);
      wallets.failNext('register', cut);
      clock.advance(1);
      await reconcileDue(scenario.deps);
      expect(registrations(scenario)).toBe(2);
      clock.advance(hour);
      await reconcileDue(scenario.deps);
      expect(await registered(scenario, accountId)).toEqual(['busker.test']);
      expect(ownerOf(scenario).nextLookAt).toBeGreaterThan(clock.now() + 20 * day);
    });

    // Holds pay-334.
    it('the owner gets the state of the payments all the same', async () => {
      const scenario = await onboarded();
      scenario.deps.wallets.failNext('register', cut);
      expect((await refresh(scenario)).json).toMatchObject({ cardPayments: 'active' });
      expect(await registered(scenario, accountId)).toEqual([]);
      await refresh(scenario);
      expect(await registered(scenario, accountId)).toEqual(['busker.test']);
    });

    // Holds pay-334.
    it.each([
      ['it refuses the domain', refused],
      [
        'the server’s key may not register domains',
        {
          ...cut,
          key: {
            why: 'permission',
            permission: 'rak_payment_method_domain_write',
            code: 'x',
            requestId: null,
          },
        } as const,
      ],
    ])('Stripe is asked again after 30 days when %s', async (_, failure) => {
      const scenario = await onboarded();
      const { wallets, clock } = scenario.deps;
      wallets.failNext('register', failure);
      await updated(scenario);
      for (let days = 0; days < 29; days += 1) {
        clock.advance(day);
        await updated(scenario);
        await reconcileDue(scenario.deps);
      }
      expect(registrations(scenario)).toBe(1);
      clock.advance(2 * day);
      await reconcileDue(scenario.deps);
      expect(await registered(scenario, accountId)).toEqual(['busker.test']);
    });

    // Holds pay-334.
    it('an account that is disconnected in that moment stays as it is, and is asked about nothing more', async () => {
      const scenario = await onboarded();
      const { wallets, accounts, clock, lines } = scenario.deps;
      wallets.pause = () => {
        cutAtStripe(scenario);
        return Promise.resolve();
      };
      wallets.failNext('register', { kind: 'gone' });
      expect((await updated(scenario)).status).toBe(200);
      expect(ownerOf(scenario)).toMatchObject({ hostDomain: null, hostRefusedAt: null });
      expect(lines.filter((line) => line.includes('unavailable'))).toEqual([]);
      await sendEvent(scenario, 'account.application.deauthorized', { account: accountId });
      for (let days = 0; days < 35; days += 1) {
        clock.advance(day);
        await reconcileDue(scenario.deps);
      }
      expect(registrations(scenario)).toBe(1);
      expect(accounts.states.size).toBe(0);
    });

    // Holds pay-334.
    it('an account that does not take cards yet is not asked about', async () => {
      const scenario = newOwner();
      await connect(scenario);
      await updated(scenario);
      await refresh(scenario);
      scenario.deps.clock.advance(day);
      await reconcileDue(scenario.deps);
      expect(registrations(scenario)).toBe(0);
    });
  });

  describe('the domain that is registered for the host', () => {
    it.each([
      ['https://busker.example', 'busker.example'],
      ['https://tips.busker.example:8443', 'tips.busker.example'],
      ['https://xn--bsker-kva.xn--p1ai', 'xn--bsker-kva.xn--p1ai'],
    ])('of %s is %s', (publicOrigin, domain) => {
      expect(hostDomain({ publicOrigin })).toBe(domain);
    });

    // Holds pay-333.
    it.each([
      'http://busker.example',
      'http://localhost:4100',
      'https://localhost',
      'https://busker.localhost',
      'https://127.0.0.1',
      'https://192.0.2.7:4100',
      'https://[2001:db8::1]',
    ])('of %s is none', async (publicOrigin) => {
      expect(hostDomain({ publicOrigin })).toBeNull();
      const scenario = await onboarded({ publicOrigin });
      await updated(scenario);
      expect(registrations(scenario)).toBe(0);
    });
  });
});

describe('known sites', () => {
  const sites = (scenario: Scenario) => scenario.call('GET', '/v1/me/sites', undefined, bearerOf(adaToken));
  const add = (scenario: Scenario, domain: string) =>
    scenario.call('POST', '/v1/me/sites', { domain }, bearerOf(adaToken));
  const refresh = (scenario: Scenario) =>
    scenario.call('POST', '/v1/me/payments/refresh', undefined, bearerOf(adaToken));

  /** The owner's domains that are registered on an account. */
  async function registered({ deps }: Scenario, account: string): Promise<readonly string[]> {
    const listed = await deps.wallets.list(account);
    const domains = listed.ok ? listed.value.map(({ domain }) => domain) : [];
    return domains.filter((domain) => domain !== hostDomain(deps.config));
  }

  async function ownerWithSites(): Promise<Scenario> {
    const scenario = await publishedOwner();
    for (const domain of ['ada.example', 'blog.ada.example']) await add(scenario, domain);
    return scenario;
  }

  describe('the wallet domains of an owner who connects a new account', () => {
    // Holds pay-196.
    it('are registered on it again', async () => {
      const scenario = await ownerWithSites();
      cutAtStripe(scenario);
      await connect(scenario);
      expect(await registered(scenario, secondId)).toEqual(['ada.example', 'blog.ada.example']);
    });

    // Holds pay-196.
    it('are registered once, however often the owner connects or opens the list', async () => {
      const scenario = await ownerWithSites();
      cutAtStripe(scenario);
      await connect(scenario);
      const calls = scenario.deps.wallets.calls.filter((call) => call === 'register').length;
      await connect(scenario);
      await refresh(scenario);
      expect(scenario.deps.wallets.calls.filter((call) => call === 'register')).toHaveLength(calls);
    });

    it.each([
      ['Stripe is away', { kind: 'unavailable', error: new Error('cut') }],
      ['the account is not ready', { kind: 'refused', code: 'account_not_ready', requestId: null }],
    ] as const)('are registered later when %s, and connecting goes on', async (_, failure) => {
      const scenario = await ownerWithSites();
      cutAtStripe(scenario);
      scenario.deps.wallets.failNext('register', failure);
      expect((await connect(scenario)).status).toBe(200);
      finishOnboarding(scenario, secondId);
      await refresh(scenario);
      expect(await registered(scenario, secondId)).toEqual(['ada.example', 'blog.ada.example']);
    });

    it('are dropped one by one when Stripe refuses them for a ready account', async () => {
      const scenario = await ownerWithSites();
      cutAtStripe(scenario);
      scenario.deps.wallets.failNext('register', { kind: 'unavailable', error: new Error('cut') });
      await connect(scenario);
      finishOnboarding(scenario, secondId);
      scenario.deps.wallets.failNext('register', {
        kind: 'refused',
        code: 'domain_refused',
        requestId: null,
      });
      await refresh(scenario);
      expect(await registered(scenario, secondId)).toEqual(['blog.ada.example']);
      const calls = scenario.deps.wallets.calls.filter((call) => call === 'register').length;
      await refresh(scenario);
      expect(scenario.deps.wallets.calls.filter((call) => call === 'register')).toHaveLength(calls);
    });

    it('include those that were registered at Stripe, once the owner has seen the list', async () => {
      const scenario = await publishedOwner();
      await scenario.deps.wallets.register(accountId, 'shop.ada.example');
      expect((await sites(scenario)).status).toBe(200);
      cutAtStripe(scenario);
      await connect(scenario);
      expect(await registered(scenario, secondId)).toEqual(['shop.ada.example']);
    });
  });
});

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
