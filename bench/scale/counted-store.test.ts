import { describe, expect, it } from 'vitest';
import { fakeProfile } from '@busker/core/testing/fakes';
import { seededRandom } from '@busker/emulator-stripe/events/webhooks';
import { stored } from '@busker/functions/store/store';
import { InMemoryStore } from '@busker/functions/testing/in-memory-store';
import { CountedStore } from './counted-store';
import { zipf } from './scenario';

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

it('draws each rank in proportion to 1 / (rank + 1)', () => {
  const draw = zipf(4, seededRandom(1));
  const drawn = [0, 0, 0, 0];
  for (let turn = 0; turn < 25_000; turn += 1) {
    const rank = draw();
    drawn[rank] = (drawn[rank] ?? 0) + 1;
  }
  // 12 + 6 + 4 + 3 parts of 25.
  expect(drawn.map((times) => Math.round(times / 1_000))).toEqual([12, 6, 4, 3]);
});
