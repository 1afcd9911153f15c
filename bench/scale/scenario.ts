import { newStripeAccount } from '@busker/core/money-documents/stripe-account-document';
import { defaultTipSettings, emptyDraft } from '@busker/core/profile/draft';
import { createApp } from '@busker/functions/app';
import { startCounting } from '@busker/functions/view-counts/event-routes';
import { LimitCounter } from '@busker/functions/limits/limit-counter';
import { StoredJobs } from '@busker/functions/queue/task-queue';
import { hostDomain } from '@busker/functions/card-domains/host-domain';
import type { Clock } from '@busker/functions/clock';
import { stored } from '@busker/functions/store/store';
import { adaPayments, bearerOf, putDraft, signIn } from '@busker/functions/testing/ada';
import { inMemoryDeps, type InMemoryClock } from '@busker/functions/testing/in-memory-deps';
import { listPrices } from '@busker/host/costs/list-prices';
import { CountedStore, type StoreCounts } from './counted-store';

/** Calls to Stripe by endpoint and by second of the virtual clock. */
class StripeCalls {
  private readonly endpoints = new Map<string, number>();
  private readonly seconds = new Map<number, number>();
  private readonly subjects = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /** `subject`: the account of the call, if it has one. */
  note(endpoint: string, subject: unknown): void {
    if (typeof subject === 'string') {
      const key = `${endpoint} ${subject}`;
      this.subjects.set(key, (this.subjects.get(key) ?? 0) + 1);
    }
    this.endpoints.set(endpoint, (this.endpoints.get(endpoint) ?? 0) + 1);
    const second = Math.floor(this.clock.now() / 1_000);
    this.seconds.set(second, (this.seconds.get(second) ?? 0) + 1);
  }

  reset(): void {
    this.endpoints.clear();
    this.seconds.clear();
    this.subjects.clear();
  }

  get total(): number {
    return [...this.endpoints.values()].reduce((sum, calls) => sum + calls, 0);
  }

  /** The accounts for which this endpoint was called more than once, as a part of those for which it was called. */
  repeated(endpoint: string): number {
    const calls = [...this.subjects].filter(([key]) => key.startsWith(`${endpoint} `));
    return calls.filter(([, times]) => times > 1).length / calls.length;
  }

  /** The most calls in one second. */
  get busiest(): number {
    return Math.max(0, ...this.seconds.values());
  }

  /** `listIntents 10000, readAccount 200`, the most first. */
  toString(): string {
    const sorted = [...this.endpoints].toSorted(([, a], [, b]) => b - a);
    return sorted.map(([endpoint, calls]) => `${endpoint} ${calls}`).join(', ');
  }
}

/** The same port, with every call noted. Methods that reach no server are not calls. */
function countedCalls<T extends object>(port: T, calls: StripeCalls, offline: readonly string[] = []): T {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function' || typeof name !== 'string') return value;
      return (...args: readonly unknown[]): unknown => {
        if (!offline.includes(name)) calls.note(name, args[0]);
        return Reflect.apply(value, target, args);
      };
    },
  });
}

export interface ScaleOwner {
  readonly uid: string;
  readonly handle: string;
  readonly accountId: string;
}

export type ScaleScenario = Awaited<ReturnType<typeof scaleScenario>>;

const ownerOf = (rank: number): ScaleOwner => ({
  uid: `uid-${rank}`,
  handle: `owner_${rank}`,
  accountId: `acct_${rank}`,
});

/** Moves a clock to a time, never back. */
export const moveTo = (clock: InMemoryClock, at: number): void =>
  clock.advance(Math.max(0, at - clock.now()));

/** The server on a store in memory and a Stripe in memory, on a virtual clock. Both count what they are asked for. */
export async function scaleScenario(size: number, { published = size } = {}) {
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

/** Draws ranks from 0 to `size - 1` by Zipf's law: rank r is drawn in proportion to 1 / (r + 1). */
export function zipf(size: number, random: () => number): () => number {
  let sum = 0;
  const upTo = Float64Array.from({ length: size }, (_, rank) => (sum += 1 / (rank + 1)));
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, size - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

const days = 30;

/** What a day's use of the store, and its requests to functions, cost in a month, in US dollars. */
export const monthlyCost = ({ read, written }: StoreCounts, requests: number): number =>
  days * (read * listPrices.read + written * listPrices.written + requests * listPrices.request);
