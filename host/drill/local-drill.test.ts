import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lineOf } from '../verify/site';
import { writeSmallBuild } from '../verify/testing/fake-site';
import { differences, readBackup, sha256, writeBackup, type Backup } from './backup';
import { localDrill } from './local-drill';

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'busker-drill-'));
  return work(folder).finally(() => rm(folder, { recursive: true }));
}

// Holds host-063.
it('restores everything that was deleted, and the app runs on the restored data', async () => {
  const steps = await inFolder(async (folder) => {
    await writeSmallBuild(join(folder, 'dist'));
    return localDrill({ folder, dist: join(folder, 'dist'), report: () => undefined });
  });
  expect(steps.map(({ verdict }) => verdict.state)).toEqual(steps.map(() => 'ok'));
  expect(steps.map(({ name }) => name)).toEqual([
    'fill',
    'export',
    'delete',
    'restore',
    'compare',
    'start',
    'sign-in',
    'books',
    'verify',
    'old database',
  ]);
  const compared = steps.map(lineOf).find((line) => line.startsWith('ok   compare'));
  expect(compared).toMatch(/\btips 2\b/);
});

const bytes = Buffer.from('a picture');
const backup: Backup = {
  documents: [{ path: 'drafts/u1', fields: { name: { stringValue: 'Ada' } } }],
  users: [{ localId: 'u1', email: 'ada@example.com', passwordHash: 'h', lastLoginAt: '1' }],
  files: [{ name: 'public/a.png', contentType: 'image/png', bytes, sha256: sha256(bytes) }],
};

it('reads the same backup that was written, and refuses one whose files were changed', () =>
  inFolder(async (folder) => {
    await writeBackup(folder, backup);
    expect(await readBackup(folder)).toEqual(backup);
    await writeFile(join(folder, 'files', sha256(bytes)), 'altered');
    await expect(readBackup(folder)).rejects.toThrow('public/a.png is damaged');
  }));

it('reports missing, added and changed entries, and ignores the time of the last sign-in', () => {
  const [user] = backup.users;
  const used = { ...backup, users: [{ ...user, localId: 'u1', lastLoginAt: '2' }] };
  expect(differences(backup, used)).toEqual([]);
  const other: Backup = {
    documents: [{ path: 'drafts/u2', fields: {} }],
    users: [{ ...user, localId: 'u1', passwordHash: 'other' }],
    files: [],
  };
  expect(differences(backup, other)).toEqual([
    'document drafts/u1 is missing',
    'document drafts/u2 was not there',
    'sign-in u1 differs',
    'file public/a.png is missing',
  ]);
});
