import { describe, expect, it } from 'vitest';
import { InMemoryStore } from '../testing/in-memory-store';
import { stored } from './store';
import { notesOf } from '../testing/contract-collections';
import { storeContract } from './store-contract';
import { documentContract } from '../testing/document-contract';

describe('the store in memory', () => {
  // Holds pay-438.
  it.each([...storeContract, ...documentContract].map(({ promise, holds }) => [promise, holds] as const))(
    '%s',
    async (_, holds) => {
      await expect(holds(new InMemoryStore(), notesOf('memory'))).resolves.toBeUndefined();
    },
  );

  it('names an unreadable document without its content', async () => {
    const store = new InMemoryStore();
    store.put('handles/ada', { v: 1, handle: 'ada', uid: 7, state: 'secret words', claimedAt: new Date() });
    const reading = store.read(stored.handle('ada'));
    await expect(reading).rejects.toThrow(/handles\/ada cannot be read: uid, state/);
    await expect(reading).rejects.not.toThrow(/secret words/);
  });

  it('throws when a transaction reads after a write', async () => {
    const store = new InMemoryStore();
    const late = store.transaction(async (tx) => {
      tx.remove('handles/ada');
      return tx.read(stored.handle('ada'));
    });
    await expect(late).rejects.toThrow('reads before it writes');
  });
});
