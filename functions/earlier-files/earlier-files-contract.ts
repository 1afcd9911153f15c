import assert from 'node:assert/strict';
import type { EarlierFiles } from './earlier-files';

/** Files of releases, and a function that stores one as a deploy does. */
export interface EarlierFilesTarget {
  readonly files: EarlierFiles;
  readonly store: (name: string, bytes: Uint8Array) => Promise<void>;
}

/** The contract of every storage of earlier files: in memory, the local bucket and a real one. Each promise has a version of its own. */
export interface EarlierFilesPromise {
  readonly promise: string;
  readonly holds: (target: EarlierFilesTarget, version: string) => Promise<void>;
}

export const earlierFilesContract: readonly EarlierFilesPromise[] = [
  {
    promise: 'gives a stored file back byte for byte',
    holds: async ({ files, store }, version) => {
      const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);
      await store(`embed/${version}/busker.js`, bytes);
      const found = await files.read(`embed/${version}/busker.js`);
      assert.deepEqual(Buffer.from(found ?? []), Buffer.from(bytes));
    },
  },
  {
    promise: 'has nothing under a name that was never stored',
    holds: async ({ files, store }, version) => {
      await store(`embed/${version}/busker.js`, Buffer.from('stored'));
      for (const name of ['BUSKER.js', 'busker.js/', 'busker', ''])
        assert.equal(await files.read(`embed/${version}/${name}`), undefined);
      assert.equal(await files.read(`assets/never-${version}.js`), undefined);
    },
  },
  {
    promise: 'keeps the first of two files with one name, and has its name in the list',
    holds: async ({ files }, version) => {
      const name = `embed/${version}/busker.js`;
      await files.create(name, Buffer.from('first'));
      await files.create(name, Buffer.from('second'));
      assert.equal(Buffer.from((await files.read(name)) ?? []).toString(), 'first');
      assert.deepEqual(await files.names(`embed/${version}/`), [name]);
      assert.deepEqual(await files.names(`embed/${version}-other/`), []);
    },
  },
];
