import { open, rename } from 'node:fs/promises';
import type { StoredDocument } from '../engine/stored-document';
import type { Micros } from '../values/instant';
import { encodeRecord } from './record-format';
import { snapshotFile, syncFolder } from './segment-files';
import { snapshotRecord } from './stored-record';

const DOCUMENTS_A_RECORD = 200;

export interface DatabaseSnapshot {
  readonly name: string;
  readonly time: Micros;
  readonly documents: readonly StoredDocument[];
}

/** Writes all documents in slices, so that requests are answered in between. Returns the size. */
export async function writeSnapshot(
  folder: string,
  number: number,
  databases: readonly DatabaseSnapshot[],
): Promise<number> {
  const final = snapshotFile(folder, number);
  const file = await open(`${final}.tmp`, 'w', 0o600);
  let size = 0;
  try {
    for (const { name, time, documents } of databases) {
      for (let i = 0; i === 0 || i < documents.length; i += DOCUMENTS_A_RECORD) {
        const slice = documents.slice(i, i + DOCUMENTS_A_RECORD);
        const record = encodeRecord(snapshotRecord(name, time, slice));
        await file.write(record);
        size += record.length;
      }
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${final}.tmp`, final);
  syncFolder(folder);
  return size;
}
