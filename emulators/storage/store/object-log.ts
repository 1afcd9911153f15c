import { existsSync, readFileSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { AppendFile } from '../../firestore/store/append-file';
import { encodeRecord, readRecords } from '../../firestore/store/record-format';
import { syncFolder } from '../../firestore/store/segment-files';
import { StatusError } from '../../firestore/status';
import { diskFull } from '../storage-error';
import { logEntry, type LogEntry } from './object-record';

/** The log is compacted at the start when it has this many times more entries than needed. */
const wasteful = 4;
const small = 1000;

/** The log of all metadata changes, in order. After `append` returns, the entry is on disk. */
export class ObjectLog {
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
