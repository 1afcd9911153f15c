import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { stripeAccountDocument } from '../../core/money-documents/stripe-account-document';
import { adaToken, bearerOf, sendEvent, type Scenario } from '../testing/ada';
import {
  accountId,
  connect,
  cutAtStripe,
  finishOnboarding,
  newOwner,
  publishedOwner,
  secondId,
} from '../testing/connecting-owner';
import { reconcileDue } from '../testing/without-events';
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
