import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { decodeStripeAccount, encodeStripeAccount } from '../../core/documents/stripe-account-document';
import { adaToken, bearerOf, sendEvent, type Stage } from '../testing/ada';
import {
  accountId,
  connect,
  cutAtStripe,
  finishOnboarding,
  newOwner,
  publishedOwner,
  secondId,
} from '../testing/connecting-owner';
import { lookAtDue } from '../testing/without-events';
import { hostDomain } from './host-domain';

describe('host domain', () => {
  const hour = 60 * 60_000;
  const day = 24 * hour;
  const cut = { kind: 'unavailable', error: new Error('cut') } as const;
  const refused = { kind: 'refused', code: 'domain_refused', requestId: null } as const;

  const refresh = (stage: Stage) =>
    stage.call('POST', '/v1/me/payments/refresh', undefined, bearerOf(adaToken));
  const updated = (stage: Stage, account = accountId) => sendEvent(stage, 'account.updated', { account });
  const registrations = ({ deps }: Stage) => deps.wallets.calls.filter((call) => call === 'register').length;

  async function registered({ deps }: Stage, account: string | null): Promise<readonly string[]> {
    const listed = await deps.wallets.list(account);
    return listed.ok ? listed.value.map(({ domain }) => domain) : [];
  }

  function ownerOf({ deps }: Stage, account = accountId) {
    const decoded = decodeStripeAccount(deps.store.dump()[paths.stripeAccount(account)]);
    if (!decoded.ok) throw new Error('No account');
    return decoded.value;
  }

  /** Ada has connected, and her onboarding is over at Stripe. Nobody has told the server yet. */
  async function onboarded(config: Parameters<typeof newOwner>[0] = {}): Promise<Stage> {
    const stage = newOwner(config);
    await connect(stage);
    finishOnboarding(stage);
    return stage;
  }

  /** As an earlier release left it: the account takes cards, and no domain of the host is known. */
  async function connectedEarlier(): Promise<Stage> {
    const stage = await publishedOwner();
    const { store } = stage.deps;
    store.put(
      paths.stripeAccount(accountId),
      encodeStripeAccount({ ...ownerOf(stage), hostDomain: null, hostRefusedAt: null }),
    );
    return stage;
  }

  describe('the domain of the host, whose pages carry the card too', () => {
    // Holds pay-333.
    it.each([
      ['the event that cards are active', updated],
      ['the owner coming back from the onboarding', refresh],
    ])('is registered on the account by %s, once', async (_, tell) => {
      const stage = await onboarded();
      expect(registrations(stage)).toBe(0);
      await tell(stage);
      expect(await registered(stage, accountId)).toEqual(['busker.test']);
      await tell(stage);
      await connect(stage);
      expect(registrations(stage)).toBe(1);
    });

    // Holds pay-333.
    it('is registered on the own account in single mode when the owner connects', async () => {
      const stage = newOwner({ mode: 'single' });
      expect((await connect(stage)).status).toBe(200);
      expect(await registered(stage, null)).toEqual(['busker.test']);
      await connect(stage);
      stage.deps.clock.advance(day);
      await lookAtDue(stage.deps);
      expect(registrations(stage)).toBe(1);
    });

    // Holds pay-333.
    it('is registered on the own account in single mode a day later when Stripe was away', async () => {
      const stage = newOwner({ mode: 'single' });
      stage.deps.wallets.failNext('register', cut);
      expect((await connect(stage)).status).toBe(200);
      stage.deps.clock.advance(day);
      await lookAtDue(stage.deps);
      expect(await registered(stage, null)).toEqual(['busker.test']);
    });

    // Holds pay-333.
    it('is registered on an account of an earlier release by its next look, once', async () => {
      const stage = await connectedEarlier();
      const before = registrations(stage);
      for (let days = 0; days < 40; days += 1) {
        stage.deps.clock.advance(day);
        await lookAtDue(stage.deps);
      }
      expect(registrations(stage)).toBe(before + 1);
      expect(ownerOf(stage)).toMatchObject({ hostDomain: 'busker.test', look: 'idle' });
    });

    // Holds pay-333.
    it('is registered again when the host moves to another domain', async () => {
      const stage = await publishedOwner();
      Object.assign(stage.deps.config, { publicOrigin: 'https://moved.test' });
      await updated(stage);
      expect(await registered(stage, accountId)).toEqual(['busker.test', 'moved.test']);
    });

    // Holds pay-333.
    it('is registered on the account that replaces a disconnected one', async () => {
      const stage = await publishedOwner();
      cutAtStripe(stage);
      await connect(stage);
      finishOnboarding(stage, secondId);
      await updated(stage, secondId);
      expect(await registered(stage, secondId)).toEqual(['busker.test']);
    });

    it('is not listed with the domains that move to a new account', async () => {
      const stage = await publishedOwner();
      await stage.call('GET', '/v1/me/sites', undefined, bearerOf(adaToken));
      expect(Object.keys(stage.deps.store.dump()).filter((path) => path.endsWith('/wallets'))).toEqual([]);
    });
  });

  describe('without an answer of Stripe about the domain', () => {
    // Holds pay-334.
    it('the event is handled, and the account is asked again an hour later, although it is idle', async () => {
      const stage = newOwner();
      await connect(stage);
      const { wallets, clock, lines } = stage.deps;
      clock.advance(day);
      await lookAtDue(stage.deps);
      finishOnboarding(stage);
      clock.advance(day);
      wallets.failNext('register', cut);
      expect((await updated(stage)).status).toBe(200);
      expect(lines.filter((line) => line.includes('service unavailable'))).toHaveLength(1);
      clock.advance(hour - 1);
      await lookAtDue(stage.deps);
      expect(registrations(stage)).toBe(1);
      wallets.failNext('register', cut);
      clock.advance(1);
      await lookAtDue(stage.deps);
      expect(registrations(stage)).toBe(2);
      clock.advance(hour);
      await lookAtDue(stage.deps);
      expect(await registered(stage, accountId)).toEqual(['busker.test']);
      expect(ownerOf(stage).nextLookAt).toBeGreaterThan(clock.now() + 20 * day);
    });

    // Holds pay-334.
    it('the owner gets the state of the payments all the same', async () => {
      const stage = await onboarded();
      stage.deps.wallets.failNext('register', cut);
      expect((await refresh(stage)).json).toMatchObject({ cardPayments: 'active' });
      expect(await registered(stage, accountId)).toEqual([]);
      await refresh(stage);
      expect(await registered(stage, accountId)).toEqual(['busker.test']);
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
      const stage = await onboarded();
      const { wallets, clock } = stage.deps;
      wallets.failNext('register', failure);
      await updated(stage);
      for (let days = 0; days < 29; days += 1) {
        clock.advance(day);
        await updated(stage);
        await lookAtDue(stage.deps);
      }
      expect(registrations(stage)).toBe(1);
      clock.advance(2 * day);
      await lookAtDue(stage.deps);
      expect(await registered(stage, accountId)).toEqual(['busker.test']);
    });

    // Holds pay-334.
    it('an account that is disconnected in that moment stays as it is, and is asked about nothing more', async () => {
      const stage = await onboarded();
      const { wallets, accounts, clock, lines } = stage.deps;
      wallets.pause = () => {
        cutAtStripe(stage);
        return Promise.resolve();
      };
      wallets.failNext('register', { kind: 'gone' });
      expect((await updated(stage)).status).toBe(200);
      expect(ownerOf(stage)).toMatchObject({ hostDomain: null, hostRefusedAt: null });
      expect(lines.filter((line) => line.includes('unavailable'))).toEqual([]);
      await sendEvent(stage, 'account.application.deauthorized', { account: accountId });
      for (let days = 0; days < 35; days += 1) {
        clock.advance(day);
        await lookAtDue(stage.deps);
      }
      expect(registrations(stage)).toBe(1);
      expect(accounts.states.size).toBe(0);
    });

    // Holds pay-334.
    it('an account that does not take cards yet is not asked about', async () => {
      const stage = newOwner();
      await connect(stage);
      await updated(stage);
      await refresh(stage);
      stage.deps.clock.advance(day);
      await lookAtDue(stage.deps);
      expect(registrations(stage)).toBe(0);
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
      const stage = await onboarded({ publicOrigin });
      await updated(stage);
      expect(registrations(stage)).toBe(0);
    });
  });
});

describe('known sites', () => {
  const sites = (stage: Stage) => stage.call('GET', '/v1/me/sites', undefined, bearerOf(adaToken));
  const add = (stage: Stage, domain: string) =>
    stage.call('POST', '/v1/me/sites', { domain }, bearerOf(adaToken));
  const refresh = (stage: Stage) =>
    stage.call('POST', '/v1/me/payments/refresh', undefined, bearerOf(adaToken));

  /** The owner's domains that are registered on an account. */
  async function registered({ deps }: Stage, account: string): Promise<readonly string[]> {
    const listed = await deps.wallets.list(account);
    const domains = listed.ok ? listed.value.map(({ domain }) => domain) : [];
    return domains.filter((domain) => domain !== hostDomain(deps.config));
  }

  async function ownerWithSites(): Promise<Stage> {
    const stage = await publishedOwner();
    for (const domain of ['ada.example', 'blog.ada.example']) await add(stage, domain);
    return stage;
  }

  describe('the wallet domains of an owner who connects a new account', () => {
    // Holds pay-196.
    it('are registered on it again', async () => {
      const stage = await ownerWithSites();
      cutAtStripe(stage);
      await connect(stage);
      expect(await registered(stage, secondId)).toEqual(['ada.example', 'blog.ada.example']);
    });

    // Holds pay-196.
    it('are registered once, however often the owner connects or opens the list', async () => {
      const stage = await ownerWithSites();
      cutAtStripe(stage);
      await connect(stage);
      const calls = stage.deps.wallets.calls.filter((call) => call === 'register').length;
      await connect(stage);
      await refresh(stage);
      expect(stage.deps.wallets.calls.filter((call) => call === 'register')).toHaveLength(calls);
    });

    it.each([
      ['Stripe is away', { kind: 'unavailable', error: new Error('cut') }],
      ['the account is not ready', { kind: 'refused', code: 'account_not_ready', requestId: null }],
    ] as const)('are registered later when %s, and connecting goes on', async (_, failure) => {
      const stage = await ownerWithSites();
      cutAtStripe(stage);
      stage.deps.wallets.failNext('register', failure);
      expect((await connect(stage)).status).toBe(200);
      finishOnboarding(stage, secondId);
      await refresh(stage);
      expect(await registered(stage, secondId)).toEqual(['ada.example', 'blog.ada.example']);
    });

    it('are dropped one by one when Stripe refuses them for a ready account', async () => {
      const stage = await ownerWithSites();
      cutAtStripe(stage);
      stage.deps.wallets.failNext('register', { kind: 'unavailable', error: new Error('cut') });
      await connect(stage);
      finishOnboarding(stage, secondId);
      stage.deps.wallets.failNext('register', { kind: 'refused', code: 'domain_refused', requestId: null });
      await refresh(stage);
      expect(await registered(stage, secondId)).toEqual(['blog.ada.example']);
      const calls = stage.deps.wallets.calls.filter((call) => call === 'register').length;
      await refresh(stage);
      expect(stage.deps.wallets.calls.filter((call) => call === 'register')).toHaveLength(calls);
    });

    it('include those that were registered at Stripe, once the owner has seen the list', async () => {
      const stage = await publishedOwner();
      await stage.deps.wallets.register(accountId, 'shop.ada.example');
      expect((await sites(stage)).status).toBe(200);
      cutAtStripe(stage);
      await connect(stage);
      expect(await registered(stage, secondId)).toEqual(['shop.ada.example']);
    });
  });
});
