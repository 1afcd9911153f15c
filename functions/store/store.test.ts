import { describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { leaseContract } from '../testing/counting-job';
import { notesOf, documentContract } from '../testing/document-contract';
import { InMemoryStore } from '../testing/in-memory-store';
import { stored } from './store';
import { storeContract } from './store-contract';

describe('the store in memory', () => {
  // Holds pay-438, host-177.
  it.each(
    [...storeContract, ...documentContract, ...leaseContract].map(
      ({ promise, holds }) => [promise, holds] as const,
    ),
  )('%s', async (_, holds) => {
    await expect(holds(new InMemoryStore(), notesOf('memory'))).resolves.toBeUndefined();
  });

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

const tips = paths.tips('ada');
const find = (query: Omit<Parameters<InMemoryStore['find']>[0], 'limit'>) =>
  new InMemoryStore().find({ ...query, limit: 1 }, () => null);

// The other tests of this folder rely on it: a query whose index nobody declared fails where it is tested.
describe('a query of the store in memory', () => {
  // Holds host-067.
  it('is refused when rules/firestore.indexes.json lacks its index, and the index is named', async () => {
    const undeclared = {
      from: tips,
      where: [['state', '==', 'paid']],
      orderBy: [['createdAt', 'asc']],
    } as const;
    await expect(find(undeclared)).rejects.toThrow('"collectionGroup":"tips","queryScope":"COLLECTION"');
    await expect(find({ from: 'tips', group: true, where: [['note', '==', 'x']] })).rejects.toThrow(
      'a field override of tips',
    );
    await expect(new InMemoryStore().sum({ from: tips }, ['amount', 'total'])).rejects.toThrow('an index');
  });

  it('is answered with a declared or an automatic index', async () => {
    await expect(find({ from: tips, orderBy: [['createdAt', 'desc']] })).resolves.toEqual([]);
    await expect(
      find({ from: 'jobs', where: [['state', '==', 'due']], orderBy: [['dueAt', 'asc']] }),
    ).resolves.toEqual([]);
  });

  it('may look for what the outbox has to do', async () => {
    const before = new Date(0);
    const queries = [
      {
        from: 'events',
        group: true,
        where: [
          ['state', '==', 'new'],
          ['at', '<=', before],
        ],
        orderBy: [['at', 'asc']],
      },
      {
        from: paths.events('ada'),
        where: [
          ['tip.tipId', '==', 't'],
          ['state', '==', 'new'],
        ],
      },
      { from: paths.events('ada'), where: [['due', 'array-contains', 'c']], orderBy: [['at', 'asc']] },
      {
        from: paths.events('ada'),
        where: [
          ['type', 'in', ['tip.paid', 'tip.held']],
          ['at', '>=', before],
          ['at', '<=', before],
        ],
        orderBy: [['at', 'asc']],
      },
      {
        from: 'deliveries',
        group: true,
        where: [
          ['state', 'in', ['waiting', 'sending']],
          ['nextAt', '<=', before],
        ],
        orderBy: [['nextAt', 'asc']],
      },
      {
        from: paths.deliveries('ada'),
        where: [['channelId', '==', 'c']],
        orderBy: [['createdAt', 'desc']],
      },
      {
        from: 'deliveries',
        group: true,
        where: [
          ['state', '==', 'sending'],
          ['nextAt', '>', before],
        ],
        orderBy: [['nextAt', 'asc']],
      },
      { from: 'pace', where: [['nextAt', '<=', before]], orderBy: [['nextAt', 'asc']] },
    ] as const;
    for (const query of queries) await expect(find(query)).resolves.toEqual([]);
  });

  it('is refused with more values than Firestore takes', async () => {
    const many = Array.from({ length: 31 }, (_, index) => index);
    await expect(find({ from: tips, where: [['amount', 'in', many]] })).rejects.toThrow('30');
  });
});
