import { afterAll, beforeAll, expect, it } from 'vitest';
import { stored } from '../../functions/store/store';
import { openApi, type OpenApi } from './open-api';

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
