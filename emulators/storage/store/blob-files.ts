import { createHash, randomUUID, type Hash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  mkdirSync,
  openSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  type ReadStream,
} from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '@busker/emulator-firestore/store/append-file';
import { badRequest, orDiskFull, tooLarge } from './storage-error';

/** Eight tables of 256 values, for eight bytes at a time: https://create.stephan-brumme.com/crc32/#slicing-by-8-overview */
const tables = new Int32Array(8 * 256);
const tableValue = (table: number, byte: number): number => tables[(table << 8) | (byte & 0xff)] ?? 0;
for (let byte = 0; byte < 256; byte++) {
  let value = byte;
  // Castagnoli's polynomial, reflected.
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  tables[byte] = value;
}
for (let at = 256; at < tables.length; at++) {
  const before = tables[at - 256] ?? 0;
  tables[at] = (before >>> 8) ^ tableValue(0, before);
}

function crc32cOf(bytes: Uint8Array, before: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let crc = before;
  let at = 0;
  for (; at + 8 <= bytes.length; at += 8) {
    const low = crc ^ view.getInt32(at, true);
    const high = view.getInt32(at + 4, true);
    crc =
      tableValue(7, low) ^ tableValue(6, low >>> 8) ^ tableValue(5, low >>> 16) ^ tableValue(4, low >>> 24);
    crc ^=
      tableValue(3, high) ^
      tableValue(2, high >>> 8) ^
      tableValue(1, high >>> 16) ^
      tableValue(0, high >>> 24);
  }
  for (; at < bytes.length; at++) crc = tableValue(0, crc ^ view.getUint8(at)) ^ (crc >>> 8);
  return crc;
}

interface Digests {
  readonly size: number;
  readonly sha256: string;
  readonly md5Hash: string;
  readonly crc32c: string;
}

/** Counts and hashes a stream of bytes. */
export class Digest {
  readonly #sha256: Hash = createHash('sha256');
  readonly #md5: Hash = createHash('md5');
  #crc = -1;
  #size = 0;

  update(bytes: Uint8Array): void {
    this.#sha256.update(bytes);
    this.#md5.update(bytes);
    this.#size += bytes.length;
    this.#crc = crc32cOf(bytes, this.#crc);
  }

  /** Call it once, at the end. */
  finish(): Digests {
    const crc = Buffer.alloc(4);
    crc.writeInt32BE(~this.#crc);
    return {
      size: this.#size,
      sha256: this.#sha256.digest('hex'),
      md5Hash: this.#md5.digest('base64'),
      crc32c: crc.toString('base64'),
    };
  }
}

/** Bytes on disk without an object. */
export interface Incoming extends Digests {
  readonly file: string;
}

/** The bytes of objects, in files named by their SHA-256, so that equal contents are stored once. */
export class BlobFiles {
  readonly #blobs: string;
  readonly #incoming: string;
  readonly #durable: boolean;

  constructor(folder: string, durable = true) {
    this.#durable = durable;
    this.#blobs = join(folder, 'blobs');
    this.#incoming = join(folder, 'incoming');
    // Uploads that were in progress when the process ended were never acknowledged.
    rmSync(this.#incoming, { recursive: true, force: true });
    for (const path of [this.#blobs, this.#incoming]) mkdirSync(path, { recursive: true, mode: 0o700 });
  }

  path(sha256: string): string {
    return join(this.#blobs, sha256);
  }

  /** Writes a stream to a file, and syncs it if it shall survive a crash. More than `most` bytes are refused, and the file is deleted. */
  async receive(source: AsyncIterable<Uint8Array>, most: number): Promise<Incoming> {
    const path = join(this.#incoming, randomUUID());
    const digest = new Digest();
    let size = 0;
    try {
      const file = await open(path, 'wx', 0o600);
      try {
        for await (const chunk of source) {
          size += chunk.length;
          if (size > most) throw tooLarge(`An object can have at most ${most} bytes here.`);
          digest.update(chunk);
          await file.writeFile(chunk);
        }
        if (this.#durable) await file.datasync();
      } finally {
        await file.close();
      }
      return { file: path, ...digest.finish() };
    } catch (error) {
      await rm(path, { force: true });
      throw orDiskFull(error);
    }
  }

  /** Gives the file its final name. After this, durable bytes survive a crash. */
  keep(incoming: Incoming): void {
    renameSync(incoming.file, this.path(incoming.sha256));
    if (this.#durable) syncFolder(this.#blobs);
  }

  async drop(incoming: Incoming): Promise<void> {
    await rm(incoming.file, { force: true });
  }

  /** Both ends are inclusive. The file is open when this returns, so that a later delete does not affect the reader. */
  read(sha256: string, range?: { readonly start: number; readonly end: number }): ReadStream {
    return createReadStream('', { fd: openSync(this.path(sha256), 'r'), ...range });
  }

  readAtOnce(sha256: string, start: number, length: number): Buffer {
    const file = openSync(this.path(sha256), 'r');
    try {
      const bytes = Buffer.allocUnsafe(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, start));
    } finally {
      closeSync(file);
    }
  }

  remove(sha256: string): void {
    rmSync(this.path(sha256), { force: true });
  }

  /** Deletes files without an object, which a crash leaves between the file and its log entry. */
  sweep(named: ReadonlySet<string>): void {
    for (const name of readdirSync(this.#blobs)) {
      if (!named.has(name)) rmSync(this.path(name), { force: true });
    }
  }
}

/** Base64, as in the service; absent = not announced. */
export interface Checksums {
  readonly md5Hash?: string | null | undefined;
  readonly crc32c?: string | null | undefined;
}

const shapes = { md5Hash: /^[A-Za-z0-9+/]{22}==$/, crc32c: /^[A-Za-z0-9+/]{6}==$/ };

/** Parses `X-Goog-Hash: crc32c=…,md5=…`, which an upload may have. */
export function parseHashHeader(header: string | undefined): Checksums {
  const read = (name: string): string | undefined =>
    new RegExp(`(?:^|,)\\s*${name}=([^,\\s]+)`).exec(header ?? '')?.[1];
  return { md5Hash: read('md5'), crc32c: read('crc32c') };
}

/** Refuses an upload whose checksums differ from the announced ones, as the service does; nothing is stored. */
export function checkChecksums(announced: Checksums, arrived: Required<Checksums>): void {
  for (const name of ['md5Hash', 'crc32c'] as const) {
    const wanted = announced[name];
    if (wanted === undefined || wanted === null || wanted === '') continue;
    if (!shapes[name].test(wanted)) throw badRequest(`The announced ${name} is invalid: ${wanted}`);
    if (wanted !== arrived[name])
      throw badRequest(`The bytes have the ${name} ${arrived[name] ?? ''}, but ${wanted} was announced.`);
  }
}
