import { describe, expect, it } from 'vitest';
import { LimitCounter } from './limit-counter';
import { InMemoryClock } from '../testing/in-memory-deps';
import { InMemoryStore } from '../testing/in-memory-store';
import type { Writes } from '../store/store';

const rule = { key: 'k', points: 3, windowMs: 1000 };

function counter() {
  const store = new InMemoryStore();
  const clock = new InMemoryClock();
  let transactions = 0;
  const transact = store.transaction.bind(store);
  store.transaction = (work) => {
    transactions += 1;
    return transact(work);
  };
  return { limits: new LimitCounter(store, clock), store, clock, transactions: () => transactions };
}

describe('a limit', () => {
  it('counts within its window and starts again after it', async () => {
    const { limits, clock } = counter();
    const count = async () => (await limits.count([rule]))[0];
    expect(await count()).toEqual({ count: 1, left: 2, waitMs: 1000 });
    clock.advance(400);
    await count();
    await count();
    expect(await count()).toEqual({ count: 4, left: -1, waitMs: 600 });
    expect((await limits.read([rule]))[0]).toEqual({ count: 3, left: 0, waitMs: 600 });
    clock.advance(600);
    expect((await limits.read([rule]))[0]).toEqual({ count: 0, left: 3, waitMs: 1000 });
    expect(await count()).toMatchObject({ count: 1 });
  });

  it('counts every request of a burst exactly, in a few transactions', async () => {
    const { limits, transactions } = counter();
    const soft = { ...rule, soft: true };
    const states = await Promise.all(Array.from({ length: 200 }, () => limits.count([soft])));
    expect(states.map(([state]) => state?.count).toSorted((a = 0, b = 0) => a - b)).toEqual(
      Array.from({ length: 200 }, (_, index) => index + 1),
    );
    expect(transactions()).toBeLessThanOrEqual(6);
  });

  it('needs no second read after a read, and counts correctly after another server counted in between', async () => {
    const { limits, store, transactions } = counter();
    const seen = await store.readVersioned(limits.documents([rule]));
    const before = store.requests;
    expect(await limits.countOnRead([rule], seen)).toMatchObject({ states: [{ count: 1 }], landed: false });
    expect(store.requests - before).toBe(1);
    expect(transactions()).toBe(0);
    expect(await limits.countOnRead([rule], seen)).toMatchObject({ states: [{ count: 2 }] });
    expect(await limits.read([rule])).toMatchObject([{ count: 2 }]);
  });

  it('commits the caller’s writes with the counters, and leaves them out when somebody counted since', async () => {
    const { limits, store } = counter();
    const seen = await store.readVersioned(limits.documents([rule]));
    const writes = (mark: string) => () => ({
      conditions: [],
      write: (tx: Writes) => tx.add(`marks/${mark}`, { n: 1 }),
    });
    expect((await limits.countOnRead([rule], seen, writes('first'))).landed).toBe(true);
    expect((await limits.countOnRead([rule], seen, writes('late'))).landed).toBe(false);
    expect(Object.keys(store.dump()).toSorted()).toEqual(['limits/k', 'marks/first']);
  });

  it('counts several rules of one request, each by itself', async () => {
    const { limits } = counter();
    const other = { ...rule, key: 'other', points: 1, soft: true };
    await limits.count([rule, other]);
    expect(await limits.count([other])).toMatchObject([{ count: 2, left: -1 }]);
    expect(await limits.read([rule, other])).toMatchObject([{ count: 1 }, { count: 2 }]);
  });

  it('fails the waiting requests when the store fails, and counts again afterwards', async () => {
    const { limits, store } = counter();
    store.fault = () => {
      throw new Error('away');
    };
    const both = await Promise.allSettled([limits.count([rule]), limits.count([rule])]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    store.fault = () => undefined;
    expect(await limits.count([rule])).toMatchObject([{ count: 1 }]);
  });

  // Holds host-070.
  it('writes nothing when a rule refuses, also for the other rules of the request', async () => {
    const { limits, store } = counter();
    for (let n = 0; n < 3; n += 1) await limits.count([rule]);
    const before = JSON.stringify(store.dump());
    const others = Array.from({ length: 60 }, (_, n) => ({ ...rule, key: `other-${n}` }));
    for (const other of others) {
      expect(await limits.count([rule, other, { ...other, key: 'soft', soft: true }])).toMatchObject([
        { left: -1 },
        { count: 0, left: 3 },
        { count: 0 },
      ]);
    }
    const seen = await store.readVersioned(limits.documents([rule]));
    const requests = store.requests;
    expect(await limits.countOnRead([rule], seen)).toMatchObject({ states: [{ left: -1 }], landed: false });
    expect(store.requests).toBe(requests);
    expect(JSON.stringify(store.dump())).toBe(before);
  });

  it('counts a soft rule above its points, and not behind a broken one', async () => {
    const { limits } = counter();
    const soft = { ...rule, soft: true };
    const behind = { ...soft, key: 'behind', behind: true };
    for (let n = 0; n < 9; n += 1) await limits.count([soft, behind]);
    expect(await limits.read([soft, behind])).toMatchObject([{ count: 9, left: -6 }, { count: 4 }]);
  });

  // Holds host-071.
  it('starts anew when the end of a counter lies beyond its window, and not for clocks that differ a little', async () => {
    const { limits, store, clock } = counter();
    const ends = async (ms: number) => {
      const [doc] = limits.documents([rule]);
      if (doc === undefined) throw new Error('A rule has a document');
      await store.commit([], (writes) => writes.write(doc, { v: 1, count: 3, expiresAt: clock.now() + ms }));
      return (await limits.count([rule]))[0];
    };
    expect(await ends(365 * 24 * 60 * 60_000)).toEqual({ count: 1, left: 2, waitMs: 1000 });
    expect(await ends(3000)).toMatchObject({ left: -1 });
  });

  it('stores documents with an expiry time', async () => {
    const { limits, store, clock } = counter();
    await limits.count([rule]);
    expect(store.dump()).toEqual({ 'limits/k': { v: 1, count: 1, expiresAt: new Date(clock.now() + 1000) } });
  });
});
