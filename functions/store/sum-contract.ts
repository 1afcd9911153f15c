import assert from 'node:assert/strict';
import type { StorePromise } from '../testing/in-memory-store';

/** The part of the store's contract about counts and sums that the store works out itself. */
export const sumContract: readonly StorePromise[] = [
  {
    promise: 'counts and adds up number fields of the documents that have all of them',
    holds: async (store, at) => {
      await store.add(`${at}/q1`, { 'kept.net': 5, 'kept.fee': -2, size: 1 }, { tag: 'a' });
      await store.add(`${at}/q2`, { 'kept.net': 7, 'kept.fee': 0, size: 9 }, { tag: 'a' });
      await store.add(`${at}/q3`, { 'kept.net': 100, 'kept.fee': 100 }, { tag: 'b' });
      await store.add(`${at}/q4`, { 'kept.net': 1000 }, { tag: 'a' });
      const where = [['tag', '==', 'a']] as const;
      assert.deepEqual(await store.sum({ from: at, where }, ['kept.net', 'kept.fee']), {
        count: 2,
        sums: { 'kept.net': 12, 'kept.fee': -2 },
      });
      assert.deepEqual(await store.sum({ from: at, where }, []), { count: 3, sums: {} });
      const none = [['tag', '==', 'c']] as const;
      assert.deepEqual(await store.sum({ from: at, where: none }, ['size']), { count: 0, sums: { size: 0 } });
      assert.equal((await store.sum({ from: at, where: [['size', '>=', 9]] }, [])).count, 1);
    },
  },
  {
    promise: 'adds up as it is after the last write, with fractions, and passes over other types of a field',
    holds: async (store, at) => {
      await store.add(`${at}/r1`, { size: 0.25 }, { tag: 'a' });
      await store.add(`${at}/r2`, { size: 5 }, { tag: 'a' });
      await store.add(`${at}/r3`, { other: 1 }, { size: 'seven' });
      const sum = () => store.sum({ from: at }, ['size']);
      assert.equal((await sum()).sums['size'], 5.25);
      await store.add(`${at}/r2`, { size: -1 });
      assert.equal((await sum()).sums['size'], 4.25);
      await store.transaction(async (tx) => tx.remove(`${at}/r1`));
      assert.equal((await sum()).sums['size'], 4);
    },
  },
];
