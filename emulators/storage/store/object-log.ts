import { existsSync, readFileSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { AppendFile } from '../../firestore/store/append-file';
import { encodeRecord, readRecords } from '../../firestore/store/record-format';
import { syncFolder } from '../../firestore/store/segment-files';
import { StatusError } from '../../firestore/status';
import { diskFull } from '../storage-error';
import { logEntry, type LogEntry } from './object-record';

/** Rewritten at start when this many times more entries stand in it than are needed. */
const wasteful = 4;
const small = 1000;

/** Every change to metadata, one after the other. What `append` has returned from is on disk. */
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

  /** Drops entries that later ones have made needless; the old file stands until the new one is whole. */
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

  /** Gives the length of what is whole. A torn end was never acknowledged; damage in the middle stops the start. */
  #replay(visit: (entry: LogEntry) => void): number {
    if (!existsSync(this.#path)) return 0;
    const bytes = readFileSync(this.#path);
    const { whole, damaged } = readRecords(bytes, (json) => {
      visit(v.parse(logEntry, json));
      this.#entries++;
    });
    if (damaged)
      throw new Error(`${this.#path} is damaged at byte ${whole}; the files behind it are left as they are.`);
    if (whole < bytes.length) {
      this.#log(`storage: cut off ${bytes.length - whole} bytes of an unfinished record`);
      truncateSync(this.#path, whole);
    }
    return whole;
  }
}
