import { describe, expect, it } from 'vitest';
import { fakeProfile } from '../../core/testing/fakes';
import { InMemoryStore } from '../../functions/testing/in-memory-store';
import { stored } from '../../functions/store/stored';
import { CountedStore } from './counted-store';

describe('a store that counts', () => {
  it('counts requests, and documents as Firestore bills them', async () => {
    const store = new CountedStore(new InMemoryStore());
    await store.readAll([stored.profile('a'), stored.profile('b')]);
    await store.find({ from: 'profiles', limit: 10 }, () => null);
    expect(store.counts).toEqual({ requests: 2, read: 3, written: 0 });
    await store.transaction(async (tx) => {
      await tx.read(stored.profile('a'));
      tx.write(stored.profile('a'), fakeProfile());
    });
    await store.commit([], (writes) => {
      writes.remove('profiles/a');
      writes.remove('profiles/b');
    });
    expect(store.counts).toEqual({ requests: 5, read: 4, written: 3 });
    expect([...store.writtenTo]).toEqual([['profiles/-', 3]]);
  });
});
