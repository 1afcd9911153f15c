import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decider } from '@busker/core/moderation/standing';
import { walletsContract } from '@busker/functions/card-domains/wallets-contract';
import { parseAdminCall } from '@busker/functions/moderation/admin-call';
import { runAdmin } from '@busker/functions/moderation/run-admin';
import { reconcileAll } from '@busker/functions/reconcile/reconcile-account';
import { stored } from '@busker/functions/store/store';
import { adaAccount, adaUid, openApi, type OpenApi } from './open-api';

describe('connecting', () => {
  let api: OpenApi;
  beforeAll(async () => {
    api = await openApi({ PAYMENTS_MODE: 'sandbox' });
  });
  afterAll(() => api.close());

  const paymentsOf = (uid: string) => api.deps.store.read(stored.payments(uid));

  const logged = (message: string) =>
    api.lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['message'] === message);

  /** A new owner, and a function that requests the connection as the button does. */
  function ownerNamed(name: string) {
    const uid = `uid-${name}`;
    const signedInAt = api.deps.clock.now();
    const owner = { uid, guest: false, provider: 'password', email: `${name}@example.com`, signedInAt };
    api.deps.idTokens.signIn(uid, { ...owner, emailVerified: true });
    return {
      uid,
      connect: (country: string) =>
        api.call('POST', '/v1/me/payments/connect', { country, currency: null }, uid),
    };
  }

  describe('connecting on the local Stripe', () => {
    // Holds pay-004, pay-192.
    it('creates one account when the owner presses twice, and requests Link', async () => {
      const { uid, connect } = ownerNamed('grace');
      const both = await Promise.all([connect('DE'), connect('DE')]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      const payments = await paymentsOf(uid);
      expect(payments).toMatchObject({ country: 'DE', cardPayments: 'restricted', linkPayments: false });
      await api.control('accounts/capability', { account: payments?.accountId, cardPayments: 'active' });
      await api.stripe.webhooksIdle();
      expect(await paymentsOf(uid)).toMatchObject({ cardPayments: 'active', linkPayments: true });
    });

    // Holds pay-193.
    it('creates a new account in another country after the owner disconnected', async () => {
      const { uid, connect } = ownerNamed('joan');
      await connect('DE');
      const first = await paymentsOf(uid);
      await api.control('accounts/deauthorize', { account: first?.accountId });
      await api.stripe.webhooksIdle();
      expect((await paymentsOf(uid))?.disconnectedAt).not.toBeNull();
      expect((await connect('JP')).status).toBe(200);
      const second = await paymentsOf(uid);
      expect(second).toMatchObject({ country: 'JP', disconnectedAt: null });
      expect(second?.accountId).not.toBe(first?.accountId);
    });

    // Holds pay-191.
    it('says that the host must act when the key lacks a permission, and logs the permission', async () => {
      const permission = 'rak_accounts_write';
      await api.control('key', { kind: 'restricted', route: 'POST /v2/core/accounts', permission });
      const { connect } = ownerNamed('mary');
      expect(await connect('DE')).toMatchObject({ status: 503, json: { code: 'stripe-key-refused' } });
      expect(logged('connecting refused')).toMatchObject([
        { permission, stripeRequestId: expect.stringMatching(/^req_/) },
      ]);
      await api.control('key', { kind: 'good' });
      expect((await connect('DE')).status).toBe(200);
    });
  });

  // Holds pay-188.
  it('an expired key disconnects no account and changes no tip, and the next comparison finds the payment', async () => {
    const changed = async () => (await reconcileAll(api.deps))[0]?.changed;
    // First the changes that other tests left at Stripe, such as accounts that are gone.
    await expect.poll(changed).toBe(0);
    const refusals = logged('Stripe key refused').length;
    const { tipId, tipToken, paymentIntentId } = await api.sendTip();
    await api.control('webhookFaults', { drop: 1 });
    await api.pay(paymentIntentId);
    await api.control('key', { kind: 'expired' });
    await reconcileAll(api.deps);
    expect(await paymentsOf(adaUid)).toMatchObject({ accountId: adaAccount, disconnectedAt: null });
    expect(logged('Stripe key refused').length).toBeGreaterThan(refusals);
    const status = () => api.call('GET', `/v1/tips/${tipId}`, undefined, tipToken);
    expect((await status()).json['status']).toBe('pending');
    await api.control('key', { kind: 'good' });
    // Stripe books a payment a moment after it succeeded.
    const compared = async () => ({
      changed: await changed(),
      state: (await api.deps.store.read(stored.tip(adaUid, tipId)))?.state,
    });
    await expect.poll(compared).toEqual({ changed: 1, state: 'paid' });
    expect((await status()).json['status']).toBe('paid');
    await api.control('webhookFaults', { drop: 0 });
  });
});

describe('the host’s domain', () => {
  let api: OpenApi;
  beforeAll(async () => {
    api = await openApi({ PUBLIC_ORIGIN: 'https://busker.example' });
  });
  afterAll(() => api.close());

  async function domainsOf(account: string): Promise<readonly string[]> {
    const listed = await api.deps.wallets.list(account);
    if (!listed.ok) throw new Error('The local Stripe did not list the domains');
    return listed.value.map(({ domain }) => domain);
  }

  /** A new owner whose account takes cards, and the event says so. */
  async function connected(name: string): Promise<string> {
    const uid = `uid-${name}`;
    const signedInAt = api.deps.clock.now();
    const owner = { uid, guest: false, provider: 'password', email: `${name}@example.com`, signedInAt };
    api.deps.idTokens.signIn(uid, { ...owner, emailVerified: true });
    await api.call('POST', '/v1/me/payments/connect', { country: 'DE', currency: null }, uid);
    const account = (await api.deps.store.read(stored.payments(uid)))?.accountId ?? '';
    await api.control('accounts/capability', { account, cardPayments: 'active' });
    await api.stripe.webhooksIdle();
    return account;
  }

  // Holds pay-333.
  it('each account that begins to take cards has the host’s domain at Stripe, and no other account’s', async () => {
    const [grace, joan] = [await connected('grace'), await connected('joan')];
    expect(await domainsOf(grace)).toEqual(['busker.example']);
    expect(await domainsOf(joan)).toEqual(['busker.example']);
    expect(await api.deps.store.read(stored.stripeAccount(grace))).toMatchObject({
      hostDomain: 'busker.example',
    });
  });

  // Holds pay-961.
  it.each(walletsContract.map(({ promise, holds }, nth) => [promise, holds, `of${nth}.example`] as const))(
    'at the local Stripe %s',
    async (_, holds, domain) => {
      const [anna, bela] = [await connected(`anna-${domain}`), await connected(`bela-${domain}`)];
      await expect(holds(api.deps.wallets, anna, bela, domain)).resolves.toBeUndefined();
    },
  );

  // Holds pay-334.
  it('an owner connects also while the key may not register domains, and the log names the missing permission', async () => {
    const permission = 'rak_payment_method_domain_write';
    await api.control('key', { kind: 'restricted', route: 'POST /v1/payment_method_domains', permission });
    const account = await connected('mary');
    expect(await domainsOf(account)).toEqual([]);
    expect(api.lines.filter((line) => line.includes(permission))).toHaveLength(1);
    const refused = await api.deps.store.read(stored.stripeAccount(account));
    expect(refused).toMatchObject({ hostDomain: null, hostRefusedAt: expect.any(Number) });
    await api.control('key', { kind: 'good' });
  });
});

const who: Decider = { name: 'local', role: 'admin' };

describe('an admin', () => {
  let api: OpenApi;
  beforeAll(async () => {
    api = await openApi();
  });
  afterAll(() => api.close());

  async function run(...words: string[]) {
    const read = parseAdminCall(words);
    if (!read.ok) throw new Error(read.problem);
    return runAdmin(api.deps, who, read.value.call);
  }

  it('an admin finds an owner by the number of a tip, suspends and restores them, on real servers', async () => {
    const paid = await api.sendTip();
    await api.pay(paid.paymentIntentId, 'pm_card_visa');
    await api.stripe.webhooksIdle();
    const open = await api.sendTip();
    expect((await run('find', paid.tipId)).data).toMatchObject({ uid: adaUid, openPayments: 1 });

    const suspended = await run('suspend', 'ada', '--reason', 'Not your picture.', '--yes');
    expect(suspended).toMatchObject({ done: true, data: { payments: { ended: 1, missed: 0 } } });
    const intent = await api.atStripe('GET', `/v1/payment_intents/${open.paymentIntentId}`);
    expect(intent).toMatchObject({ status: 'canceled' });
    expect((await fetch(`${api.url}/@ada`)).status).toBe(410);
    expect((await api.call('POST', '/v1/tip-sessions', { handle: 'ada' })).json).toMatchObject({
      code: 'payments-not-ready',
    });
    const undone = await api.call('POST', `/v1/tips/${paid.tipId}/undo`, undefined, paid.tipToken);
    expect(undone.json).toMatchObject({ status: 'refunded' });

    expect((await run('look', 'acct_ada', '--reason', 'A fan asks.', '--yes')).done).toBe(true);
    expect((await run('restore', adaUid, '--reason', 'It was hers.', '--yes')).done).toBe(true);
    expect((await fetch(`${api.url}/@ada`)).status).toBe(200);
    expect((await run('audit', 'ada')).data).toMatchObject([
      { verb: 'restore', who: 'local', before: { state: 'suspended' }, after: { state: 'good' } },
      { verb: 'suspend', before: null, after: { state: 'suspended', reason: 'Not your picture.' } },
    ]);
    expect((await run('audit')).lines).toHaveLength(3);
  });
});
