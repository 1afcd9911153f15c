import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { crc32c, crcText, pieceBytes, type ExportFiles } from './export-files';

/** A browser's answer from a link. */
export interface OpenedLink {
  readonly status: number;
  readonly text: string;
  /** The header Content-Disposition. */
  readonly saveAs: string;
}

/** A storage of exports, a function that reads a file, and one that opens a link without credentials. */
export interface ExportFilesTarget {
  readonly files: ExportFiles;
  readonly read: (name: string) => Promise<Uint8Array>;
  readonly open: (link: string) => Promise<OpenedLink>;
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

/** Opens a link as a browser does. */
export async function openLink(link: string): Promise<OpenedLink> {
  const answer = await fetch(link);
  const saveAs = answer.headers.get('content-disposition') ?? '';
  return { status: answer.status, text: await answer.text(), saveAs };
}

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
    promise: 'makes a link that downloads its file under its name until its time, and no other file',
    holds: async ({ files, open }, folder) => {
      for (const name of ['e', 'f']) {
        const upload = await begin(files, `${folder}/${name}.csv`);
        await files.append(upload, 0, Buffer.from(`id\r\n${name}`), true);
      }
      const link = await files.link(`${folder}/e.csv`, Date.now() + 60_000);
      const saveAs = 'attachment; filename="busker.csv"';
      assert.deepEqual(await open(link), { status: 200, text: 'id\r\ne', saveAs });
      assert.equal((await open(link.replace('/e.csv', '/f.csv'))).status, 403);
      const short = await files.link(`${folder}/e.csv`, Date.now() + 1000);
      let after = await open(short);
      for (
        const end = Date.now() + 10_000;
        after.status === 200 && Date.now() < end;
        after = await open(short)
      )
        await setTimeout(200);
      assert.ok(after.status >= 400);
      assert.equal((await open(link)).status, 200);
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
