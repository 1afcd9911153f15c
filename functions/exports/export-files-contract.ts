import assert from 'node:assert/strict';
import { crc32c, crcText } from './crc32c';
import { pieceBytes, type ExportFiles } from './export-files';

/** A storage of exports, and a function that reads a file. */
export interface ExportFilesTarget {
  readonly files: ExportFiles;
  readonly read: (name: string) => Promise<Uint8Array>;
}

/** The contract of every storage of exports, in memory, on the local bucket and on a real one. Each promise has a folder of its own. */
export interface ExportFilesPromise {
  readonly promise: string;
  readonly holds: (target: ExportFilesTarget, folder: string) => Promise<void>;
}

const bytesOf = (size: number) =>
  Uint8Array.from({ length: size }, (_, index) => (index * 7 + (index >> 8)) % 256);
const begin = (files: ExportFiles, name: string) =>
  files.begin({ name, type: 'text/csv', saveAs: 'busker.csv' });

export const exportFilesContract: readonly ExportFilesPromise[] = [
  {
    promise: 'joins the pieces of an upload, says how much it has, and checks the whole',
    holds: async ({ files, read }, folder) => {
      const bytes = bytesOf(2 * pieceBytes + 5);
      const upload = await begin(files, `${folder}/a.csv`);
      assert.deepEqual(await files.state(upload), { kind: 'open', received: 0 });
      const first = await files.append(upload, 0, bytes.subarray(0, pieceBytes), false);
      assert.deepEqual(first, { kind: 'open', received: pieceBytes });
      assert.deepEqual(await files.state(upload), first);
      const last = await files.append(upload, pieceBytes, bytes.subarray(pieceBytes), true);
      const whole = { kind: 'complete', size: bytes.length, crc32c: crcText(crc32c(0, bytes)) };
      assert.deepEqual(last, whole);
      assert.deepEqual(await files.state(upload), whole);
      assert.deepEqual(Buffer.from(await read(`${folder}/a.csv`)), Buffer.from(bytes));
    },
  },
  {
    promise: 'ends an upload whose bytes have all arrived before',
    holds: async ({ files, read }, folder) => {
      const upload = await begin(files, `${folder}/b.csv`);
      await files.append(upload, 0, bytesOf(pieceBytes), false);
      const ended = await files.append(upload, pieceBytes, new Uint8Array(), true);
      assert.equal(ended.kind, 'complete');
      assert.equal((await read(`${folder}/b.csv`)).length, pieceBytes);
    },
  },
  {
    promise: 'lists files, and removes those of one owner only',
    holds: async ({ files }, folder) => {
      for (const name of [`${folder}/c.csv`, `${folder}-other/c.csv`]) {
        const upload = await begin(files, name);
        await files.append(upload, 0, bytesOf(3), true);
      }
      const names = async () => {
        const found: string[] = [];
        for await (const { name, writtenAt } of files.all()) {
          assert.ok(Number.isFinite(writtenAt));
          if (name.startsWith(folder)) found.push(name);
        }
        return found;
      };
      assert.deepEqual((await names()).toSorted(), [`${folder}-other/c.csv`, `${folder}/c.csv`]);
      await files.removeBelow(`${folder}/`);
      await files.removeBelow(`${folder}/`);
      assert.deepEqual(await names(), [`${folder}-other/c.csv`]);
    },
  },
];
