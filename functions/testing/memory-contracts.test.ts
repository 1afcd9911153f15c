import { describe, expect, it } from 'vitest';
import { documentRows } from '@busker/core/testing/document-rows';
import { walletsContract } from '../card-domains/wallets-contract';
import { earlierFilesContract } from '../earlier-files/earlier-files-contract';
import { exportFilesContract } from '../exports/export-files-contract';
import { picturesContract } from '../profiles/uploads-contract';
import { documentKinds } from './document-contract';
import { idTokensContract } from './id-tokens-contract';
import { InMemoryWallets } from './in-memory-accounts';
import { InMemoryClock, InMemoryIdTokens, InMemoryEarlierFiles } from './in-memory-deps';
import { InMemoryExportFiles } from './in-memory-files';
import { InMemoryPictures } from './in-memory-files';

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
