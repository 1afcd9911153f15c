import { describe, expect, it } from 'vitest';
import { adaToken, bearerOf, type Stage } from '../testing/ada';
import {
  accountId,
  connect,
  cutAtStripe,
  finishOnboarding,
  publishedOwner,
  secondId,
} from '../testing/connecting-owner';
import { hostDomain } from './host-domain';

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
