import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { StatusError } from '../../firestore/status';
import { AppendFile } from '../../firestore/store/append-file';
import { lockFolder } from '../../firestore/store/folder-lock';
import { encodeRecord, readRecords } from '../../firestore/store/record-format';
import { syncFolder } from '../../firestore/store/segment-files';
import { diskFull } from '../storage-error';
import { BlobFiles, type Incoming } from './blob-files';
import { ObjectIndex } from './object-index';
import { logEntry, type LogEntry, type ObjectRecord, type ObjectSettings } from './object-record';

/** The log is compacted at the start when it has this many times more entries than needed. */
const wasteful = 4;
const small = 1000;

/** The log of all metadata changes, in order. After `append` returns, the entry is on disk. */
class ObjectLog {
  readonly #folder: string;
  readonly #log: (line: string) => void;
  #file: AppendFile;
  #entries = 0;

  constructor(folder: string, log: (line: string) => void, visit: (entry: LogEntry) => void) {
    this.#folder = folder;
    this.#log = log;
    rmSync(this.#nextPath, { force: true });
    this.#file = new AppendFile(this.#path, this.#replay(visit));
    syncFolder(folder);
  }

  append(entry: LogEntry): void {
    try {
      this.#file.append(encodeRecord(entry));
    } catch (error) {
      if (error instanceof StatusError && error.status === 'RESOURCE_EXHAUSTED') throw diskFull();
      throw error;
    }
    this.#entries++;
  }

  /** Drops entries that later ones replace. The old file stays until the new one is complete. */
  compact(needed: readonly LogEntry[]): void {
    if (this.#entries < small || this.#entries < needed.length * wasteful) return;
    const next = new AppendFile(this.#nextPath, 0);
    next.append(Buffer.concat(needed.map(encodeRecord)));
    next.close();
    this.#file.close();
    renameSync(this.#nextPath, this.#path);
    syncFolder(this.#folder);
    this.#file = new AppendFile(this.#path, readFileSync(this.#path).length);
    this.#entries = needed.length;
  }

  close(): void {
    this.#file.close();
  }

  get #path(): string {
    return join(this.#folder, 'objects.log');
  }

  get #nextPath(): string {
    return join(this.#folder, 'objects.log.next');
  }

  /**
   * Returns the length of the complete records. An incomplete last record was never acknowledged; damage in the
   * middle prevents the start.
   */
  #replay(visit: (entry: LogEntry) => void): number {
    if (!existsSync(this.#path)) return 0;
    const bytes = readFileSync(this.#path);
    const { whole, damaged } = readRecords(bytes, (json) => {
      visit(v.parse(logEntry, json));
      this.#entries++;
    });
    if (damaged) throw new Error(`${this.#path} is damaged at byte ${whole}. No file was changed.`);
    if (whole < bytes.length) {
      this.#log(`storage: removed ${bytes.length - whole} bytes of an incomplete record`);
      truncateSync(this.#path, whole);
    }
    return whole;
  }
}

/** A new object, or new bytes for an existing one. */
interface NewObject {
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
