import {
  createReadStream,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  type ReadStream,
} from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { syncFolder } from '../../firestore/store/segment-files';
import { orDiskFull, tooLarge } from '../storage-error';
import { Digest, type Digests } from './digest';

/** Bytes on disk without an object. */
export interface Incoming extends Digests {
  readonly file: string;
}

/** The bytes of objects, in files named by their SHA-256, so that equal contents are stored once. */
export class BlobFiles {
  readonly #blobs: string;
  readonly #incoming: string;

  constructor(folder: string) {
    this.#blobs = join(folder, 'blobs');
    this.#incoming = join(folder, 'incoming');
    // Uploads that were in progress when the process ended were never acknowledged.
    rmSync(this.#incoming, { recursive: true, force: true });
    for (const path of [this.#blobs, this.#incoming]) mkdirSync(path, { recursive: true, mode: 0o700 });
  }

  path(sha256: string): string {
    return join(this.#blobs, sha256);
  }

  /** Writes a stream to a file and syncs it. More than `most` bytes are refused, and the file is deleted. */
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
        await file.datasync();
      } finally {
        await file.close();
      }
      return { file: path, ...digest.finish() };
    } catch (error) {
      await rm(path, { force: true });
      throw orDiskFull(error);
    }
  }

  /** Gives the file its final name. After this, the bytes survive a crash. */
  keep(incoming: Incoming): void {
    renameSync(incoming.file, this.path(incoming.sha256));
    syncFolder(this.#blobs);
  }

  async drop(incoming: Incoming): Promise<void> {
    await rm(incoming.file, { force: true });
  }

  /** Both ends are inclusive. The file is open when this returns, so that a later delete does not affect the reader. */
  read(sha256: string, range?: { readonly start: number; readonly end: number }): ReadStream {
    return createReadStream('', { fd: openSync(this.path(sha256), 'r'), ...range });
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
