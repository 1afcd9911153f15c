import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32c, crcText } from '../../functions/exports/crc32c';
import type { ExportFiles, UploadState } from '../../functions/exports/export-files';

const done = (file: string) => `${file}.complete`;

/** A bucket that outlives the process that writes into it: each upload is a file of a folder. Links are not needed here. */
export function fileExports(folder: string): ExportFiles {
  const fileOf = (upload: string) => join(folder, createHash('sha256').update(upload).digest('hex'));
  const state = (upload: string): Promise<UploadState> => {
    const file = fileOf(upload);
    if (!existsSync(file)) return Promise.resolve({ kind: 'gone' });
    if (!existsSync(done(file))) return Promise.resolve({ kind: 'open', received: statSync(file).size });
    const bytes = readFileSync(file);
    return Promise.resolve({ kind: 'complete', size: bytes.length, crc32c: crcText(crc32c(0, bytes)) });
  };
  return {
    begin: ({ name }) => {
      writeFileSync(fileOf(name), '');
      rmSync(done(fileOf(name)), { force: true });
      return Promise.resolve(name);
    },
    state,
    append: (upload, offset, bytes, last) => {
      const file = fileOf(upload);
      if (statSync(file).size !== offset) throw new Error(`The piece starts at ${offset}`);
      appendFileSync(file, bytes);
      if (last) writeFileSync(done(file), '');
      return state(upload);
    },
    link: (name) => Promise.resolve(fileOf(name)),
    removeBelow: () => Promise.resolve(),
    async *all() {},
  };
}
