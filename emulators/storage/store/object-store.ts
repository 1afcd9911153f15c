import { mkdirSync } from 'node:fs';
import { lockFolder } from '../../firestore/store/folder-lock';
import { BlobFiles, type Incoming } from './blob-files';
import { ObjectIndex } from './object-index';
import { ObjectLog } from './object-log';
import type { LogEntry, ObjectRecord, ObjectSettings } from './object-record';

/** A new object, or new bytes for an existing one. */
export interface NewObject {
  readonly bucket: string;
  readonly name: string;
  readonly settings: ObjectSettings;
  readonly downloadTokens: readonly string[];
  readonly incoming: Incoming;
}

/**
 * Objects on disk. The bytes are synced before their log entry, and the entry before the answer, so that every
 * acknowledged write survives a crash. Changes run synchronously, so that requests cannot interleave.
 */
export class ObjectStore {
  readonly index = new ObjectIndex();
  readonly blobs: BlobFiles;
  readonly #log: ObjectLog;
  readonly #lock: { release(): void };
  #generation = 0;

  constructor(folder: string, log: (line: string) => void) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#lock = lockFolder(folder);
    try {
      this.blobs = new BlobFiles(folder);
      this.#log = new ObjectLog(folder, log, (entry) => this.#apply(entry));
      this.#log.compact(this.#needed());
      this.blobs.sweep(this.index.blobs());
    } catch (error) {
      this.#lock.release();
      throw error;
    }
  }

  /** The object that a write would create, for the rules; nothing is stored yet. */
  plan({ bucket, name, settings, downloadTokens, incoming }: NewObject): ObjectRecord {
    const now = Date.now();
    const { size, sha256, md5Hash, crc32c } = incoming;
    return {
      ...settings,
      bucket,
      name,
      blob: sha256,
      size,
      md5Hash,
      crc32c,
      downloadTokens: [...downloadTokens],
      generation: Math.max(now * 1000, this.#generation + 1),
      metageneration: 1,
      timeCreated: now,
      updated: now,
    };
  }

  /** Stores the planned object with its bytes, and replaces an existing one. */
  commit(record: ObjectRecord, incoming: Incoming): void {
    const before = this.index.find(record.bucket, record.name);
    this.blobs.keep(incoming);
    try {
      this.#write({ put: record });
    } catch (error) {
      this.#forget(record.blob);
      throw error;
    }
    if (before !== undefined) this.#forget(before.blob);
  }

  /** The same bytes with another name or other settings. */
  copy(
    source: ObjectRecord,
    target: Pick<ObjectRecord, 'bucket' | 'name'>,
    settings: ObjectSettings,
    tokens: readonly string[],
  ): ObjectRecord {
    const before = this.index.find(target.bucket, target.name);
    const { size, blob, md5Hash, crc32c } = source;
    const incoming = { file: '', size, sha256: blob, md5Hash, crc32c };
    const record = this.plan({ ...target, settings, downloadTokens: tokens, incoming });
    this.#write({ put: record });
    if (before !== undefined) this.#forget(before.blob);
    return record;
  }

  /** New settings or tokens; the bytes and the generation stay. */
  change(record: ObjectRecord, settings: ObjectSettings, downloadTokens: readonly string[]): ObjectRecord {
    const changed: ObjectRecord = {
      ...record,
      ...settings,
      downloadTokens: [...downloadTokens],
      metageneration: record.metageneration + 1,
      updated: Math.max(Date.now(), record.updated),
    };
    this.#write({ put: changed });
    return changed;
  }

  remove({ bucket, name, blob }: ObjectRecord): void {
    this.#write({ remove: { bucket, name } });
    this.#forget(blob);
  }

  /** Deletes every object of a bucket, or of all buckets. */
  clear(): void {
    for (const record of this.index.all()) this.remove(record);
  }

  close(): void {
    this.#log.close();
    this.#lock.release();
  }

  #write(entry: LogEntry): void {
    this.#log.append(entry);
    this.#apply(entry);
  }

  #apply(entry: LogEntry): void {
    if ('put' in entry) {
      this.index.put(entry.put);
      this.#generation = Math.max(this.#generation, entry.put.generation);
    } else if ('remove' in entry) this.index.remove(entry.remove.bucket, entry.remove.name);
    else this.#generation = Math.max(this.#generation, entry.generation);
  }

  #needed(): LogEntry[] {
    return [{ generation: this.#generation }, ...[...this.index.all()].map((put) => ({ put }))];
  }

  #forget(blob: string): void {
    if (!this.index.isNamed(blob)) this.blobs.remove(blob);
  }
}
