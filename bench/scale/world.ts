import { emptyDraft, defaultTipSettings } from '../../core/profile/draft';
import { newStripeAccount } from '../../core/documents/stripe-account-document';
import { createApp } from '../../functions/app';
import { startCounting } from '../../functions/events/start-counting';
import { StoredJobs } from '../../functions/queue/jobs';
import { LimitCounter } from '../../functions/limits/limit-counter';
import { adaPayments, bearerOf, putDraft, signIn } from '../../functions/testing/ada';
import { inMemoryDeps, type InMemoryClock } from '../../functions/testing/in-memory-deps';
import { hostDomain } from '../../functions/sites/host-domain';
import { stored } from '../../functions/store/stored';
import { CountedStore } from './counted-store';
import { countedCalls, StripeCalls } from './counted-stripe';

export interface ScaleOwner {
  readonly uid: string;
  readonly handle: string;
  readonly accountId: string;
}

export type ScaleWorld = Awaited<ReturnType<typeof scaleWorld>>;

const ownerOf = (rank: number): ScaleOwner => ({
  uid: `uid-${rank}`,
  handle: `owner_${rank}`,
  accountId: `acct_${rank}`,
});

/** Moves a clock to a time, never back. */
export const moveTo = (clock: InMemoryClock, at: number): void =>
  clock.advance(Math.max(0, at - clock.now()));

/** The server on a store in memory and a Stripe in memory, on a virtual clock. Both count what they are asked for. */
export async function scaleWorld(size: number, { published = size } = {}) {
  const inner = inMemoryDeps({
    limitFactor: 1_000_000,
    counting: { windowMs: 10_000, rollUpMs: 600_000 },
  });
  const { clock, jobQueue } = inner;
  const store = new CountedStore(inner.store);
  const calls = new StripeCalls(clock);
  const jobs = new StoredJobs(store, clock, jobQueue);
  const deps = {
    ...inner,
    store,
    limits: new LimitCounter(store, clock),
    jobs,
    counting: startCounting({ ...inner, store, jobs }),
    payments: countedCalls(inner.payments, calls, ['readEvent']),
    accounts: countedCalls(inner.accounts, calls),
    refunds: countedCalls(inner.refunds, calls),
  };
  const app = createApp(deps);
  const owners = Array.from({ length: size }, (_, rank) => ownerOf(rank));
  for (const owner of owners) await connect(owner);
  for (const owner of owners.slice(0, published)) await publish(owner);

  async function connect({ uid, accountId }: ScaleOwner): Promise<void> {
    const now = clock.now();
    await store.transaction(async (tx) => {
      tx.write(stored.payments(uid), { ...adaPayments, accountId, checkedAt: now });
      const account = newStripeAccount(accountId, uid, now);
      tx.write(stored.stripeAccount(accountId), { ...account, hostDomain: hostDomain(inner.config) });
      return Promise.resolve();
    });
    inner.accounts.states.set(accountId, {
      accountId,
      country: 'US',
      currency: 'usd',
      cardPayments: 'active',
      linkPayments: true,
      requirements: [],
    });
  }

  async function publish({ uid, handle }: ScaleOwner): Promise<void> {
    putDraft(inner, uid, { ...emptyDraft, revision: 1, handle, name: handle, tips: defaultTipSettings });
    signIn(inner, uid, uid);
    const headers = {
      ...bearerOf(uid),
      'content-type': 'application/json',
      origin: deps.config.publicOrigin,
    };
    const answer = await app.request('/v1/me/publish', { method: 'POST', headers, body: '{"revision":1}' });
    if (answer.status !== 200) throw new Error(`${handle} could not publish: ${await answer.text()}`);
    // The first visit marks the handle as used.
    await app.request(`/v1/profiles/${handle}`);
  }

  return { app, deps, inner, store, calls, clock, owners };
}
