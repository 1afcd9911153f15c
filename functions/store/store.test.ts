import { describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { documentRows } from '@busker/core/testing/document-rows';
import { leaseContract } from '../testing/counting-job';
import { notesOf, documentContract, documentKinds } from '../testing/document-contract';
import { InMemoryStore } from '../testing/in-memory-store';
import { walletsContract } from '../card-domains/wallets-contract';
import { earlierFilesContract } from '../earlier-files/earlier-files-contract';
import { exportFilesContract } from '../exports/export-files-contract';
import { picturesContract } from '../profiles/uploads-contract';
import { idTokensContract } from '../testing/id-tokens-contract';
import { InMemoryWallets } from '../testing/in-memory-accounts';
import { InMemoryClock, InMemoryIdTokens, InMemoryEarlierFiles } from '../testing/in-memory-deps';
import { InMemoryExportFiles, InMemoryPictures } from '../testing/in-memory-files';
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

describe('pictures in memory', () => {
  it.each(picturesContract.map(({ promise, holds }) => [promise, holds] as const))('%s', async (_, holds) => {
    const pictures = new InMemoryPictures(new InMemoryClock());
    const upload = (uid: string, slot: 'picture-a', bytes: Uint8Array) => {
      pictures.upload(uid, { slot, generation: '7' }, bytes);
      return Promise.resolve('7');
    };
    await expect(holds({ pictures, upload }, 'ada')).resolves.toBeUndefined();
  });
});

// Holds pay-961.
describe('wallet domains in memory', () => {
  it.each(walletsContract.map(({ promise, holds }) => [promise, holds] as const))('%s', async (_, holds) => {
    const held = holds(new InMemoryWallets(), 'acct_ada', 'acct_eve', 'links.ada.example');
    await expect(held).resolves.toBeUndefined();
  });
});

describe('earlier files in memory', () => {
  it.each(earlierFilesContract.map(({ promise, holds }) => [promise, holds] as const))(
    '%s',
    async (_, holds) => {
      const files = new InMemoryEarlierFiles();
      const store = (name: string, bytes: Uint8Array) => {
        files.files.set(name, bytes);
        return Promise.resolve();
      };
      await expect(holds({ files, store }, '0.1.0')).resolves.toBeUndefined();
    },
  );
});

describe('exports in memory', () => {
  it.each(exportFilesContract.map(({ promise, holds }) => [promise, holds] as const))(
    '%s',
    async (_, holds) => {
      const files = new InMemoryExportFiles({ now: () => Date.now() });
      const read = (name: string) => Promise.resolve(files.files.get(name)?.bytes ?? Buffer.alloc(0));
      const open = (link: string) => Promise.resolve(files.open(link));
      await expect(holds({ files, read, open }, 'exports/ada')).resolves.toBeUndefined();
    },
  );
});

describe('sign-in in memory', () => {
  it.each(idTokensContract.map(({ promise, holds }) => [promise, holds] as const))('%s', async (_, holds) => {
    const idTokens = new InMemoryIdTokens();
    const signUp = () => {
      const owner = { uid: 'ada', provider: 'anonymous', email: null, emailVerified: false };
      idTokens.signIn('token', { ...owner, guest: true, signedInAt: 1 });
      return Promise.resolve({ uid: 'ada', token: 'token' });
    };
    await expect(holds({ idTokens, signUp })).resolves.toBeUndefined();
  });
});

/** The wall has a row of its own kind. Nothing writes a shard of the support or a year’s counts whole: they are only added to. */
const others = new Set(['Wall', 'SupportShard', 'YearCounts']);

describe('the contract of documents', () => {
  // Holds pay-438.
  it('every type of document has a row in the contract of the stores', async () => {
    const rows = new Set<unknown>(documentRows.map(([, , , decode]) => decode));
    const missing = [...(await documentKinds())].flatMap(([name, { decode }]) =>
      others.has(name) || rows.has(decode) ? [] : [name],
    );
    expect(missing).toEqual([]);
    expect(rows.size).toBeGreaterThan(50);
  });
});
