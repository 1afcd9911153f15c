import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { StatusError } from '../values/status';

/** The file operations of the system. Tests replace them to simulate a full disk. */
export interface FileSystem {
  write(fd: number, data: Buffer, offset: number, length: number, position: number): number;
  sync(fd: number): void;
  truncate(fd: number, length: number): void;
}

export const realFileSystem: FileSystem = {
  write: (fd, data, offset, length, position) => writeSync(fd, data, offset, length, position),
  sync: fdatasyncSync,
  truncate: ftruncateSync,
};

const isFull = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
};

/** An append-only file. After `append` returns, the data is on disk; if it throws, the file is unchanged. */
export class AppendFile {
  private readonly fd: number;
  private broken = false;

  constructor(
    readonly path: string,
    private length: number,
    private readonly files: FileSystem = realFileSystem,
  ) {
    this.fd = openSync(path, length === 0 ? 'w' : 'r+', 0o600);
  }

  get size(): number {
    return this.length;
  }

  append(data: Buffer): void {
    if (this.broken) throw new StatusError('UNAVAILABLE', 'The disk failed; restart the local server.');
    try {
      this.writeAll(data);
      this.files.sync(this.fd);
    } catch (error) {
      this.undo();
      if (isFull(error))
        throw new StatusError('RESOURCE_EXHAUSTED', 'The disk is full; nothing was written.');
      throw new StatusError(
        'UNAVAILABLE',
        `The disk failed: ${error instanceof Error ? error.message : 'unknown'}`,
      );
    }
    this.length += data.length;
  }

  close(): void {
    closeSync(this.fd);
  }

  private writeAll(data: Buffer): void {
    let done = 0;
    while (done < data.length) {
      done += this.files.write(this.fd, data, done, data.length - done, this.length + done);
    }
  }

  /** Removes what a failed append has left, so that later records do not follow damaged bytes. */
  private undo(): void {
    try {
      this.files.truncate(this.fd, this.length);
    } catch {
      this.broken = true;
    }
  }
}

/**
 * One record a line: the length of the JSON in bytes, its CRC-32, the JSON. `0000001c 9f2b6c01 {"…"}
 * `
 */
const HEAD = 18;

const hex = (value: number): string => value.toString(16).padStart(8, '0');

export function encodeRecord(json: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(json), 'utf8');
  return Buffer.concat([Buffer.from(`${hex(body.length)} ${hex(crc32(body))} `), body, Buffer.from('\n')]);
}

interface RecordsRead {
  /** The number of bytes in complete records; less than the file when its last record is incomplete. */
  readonly whole: number;
  /** A complete record follows the damaged bytes: the damage is not an incomplete last record. */
  readonly damaged: boolean;
}

function recordAt(file: Buffer, start: number): { body: Buffer; end: number } | null {
  const head = file.subarray(start, start + HEAD).toString('latin1');
  if (!/^[0-9a-f]{8} [0-9a-f]{8} $/.test(head)) return null;
  const bodyStart = start + HEAD;
  const bodyEnd = bodyStart + Number.parseInt(head.slice(0, 8), 16);
  const body = file.subarray(bodyStart, bodyEnd);
  if (bodyEnd >= file.length || file[bodyEnd] !== 0x0a) return null;
  return crc32(body) === Number.parseInt(head.slice(9, 17), 16) ? { body, end: bodyEnd + 1 } : null;
}

function wholeRecordAfter(file: Buffer, broken: number): boolean {
  for (let at = file.indexOf(0x0a, broken); at !== -1; at = file.indexOf(0x0a, at + 1)) {
    if (recordAt(file, at + 1) !== null) return true;
  }
  return false;
}

export function readRecords(file: Buffer, visit: (json: unknown) => void): RecordsRead {
  let position = 0;
  while (position < file.length) {
    const record = recordAt(file, position);
    if (record === null) return { whole: position, damaged: wholeRecordAfter(file, position) };
    const json: unknown = JSON.parse(record.body.toString('utf8'));
    visit(json);
    position = record.end;
  }
  return { whole: position, damaged: false };
}

/**
 * A folder has `snapshot-N` (all documents at one time) and `commits-N`, `commits-N+1` … (every commit since). A new
 * snapshot is written while the log continues, and takes effect when it gets its final name.
 */
const NAME = /^(snapshot|commits)-(\d{8})\.log$/;

interface SegmentFiles {
  readonly snapshot: number | null;
  readonly commits: readonly number[];
}

const numbered = (kind: string, number: number): string => `${kind}-${String(number).padStart(8, '0')}.log`;

export const snapshotFile = (folder: string, number: number): string =>
  join(folder, numbered('snapshot', number));

export const commitsFile = (folder: string, number: number): string =>
  join(folder, numbered('commits', number));

export function findSegments(folder: string): SegmentFiles {
  const found = readdirSync(folder).flatMap((name) => {
    const match = NAME.exec(name);
    return match === null ? [] : [{ kind: match[1], number: Number(match[2]) }];
  });
  const snapshots = found.filter(({ kind }) => kind === 'snapshot').map(({ number }) => number);
  const snapshot = snapshots.length === 0 ? null : Math.max(...snapshots);
  const commits = found
    .filter(({ kind, number }) => kind === 'commits' && number >= (snapshot ?? 0))
    .map(({ number }) => number)
    .sort((a, b) => a - b);
  return { snapshot, commits };
}

/** Files that a newer snapshot replaces. */
export function outdatedSegments(folder: string, snapshot: number): string[] {
  return readdirSync(folder)
    .filter((name) => {
      const match = NAME.exec(name);
      return (match !== null && Number(match[2]) < snapshot) || name.endsWith('.tmp');
    })
    .map((name) => join(folder, name));
}

/** Makes created, renamed and removed file names durable. */
export function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
