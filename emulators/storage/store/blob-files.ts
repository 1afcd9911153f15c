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

/** Bytes on disk that no object names yet. */
export interface Incoming extends Digests {
  readonly file: string;
}

/** The bytes of objects, as files named by their SHA-256, so that the same picture is kept once. */
export class BlobFiles {
  readonly #blobs: string;
  readonly #incoming: string;

  constructor(folder: string) {
    this.#blobs = join(folder, 'blobs');
    this.#incoming = join(folder, 'incoming');
    // What was arriving when the process ended was never acknowledged.
    rmSync(this.#incoming, { recursive: true, force: true });
    for (const path of [this.#blobs, this.#incoming]) mkdirSync(path, { recursive: true, mode: 0o700 });
  }

  path(sha256: string): string {
    return join(this.#blobs, sha256);
  }

  /** Writes bytes as they come and syncs them; more than `most` are refused and nothing is left. */
  async receive(source: AsyncIterable<Uint8Array>, most: number): Promise<Incoming> {
    const path = join(this.#incoming, randomUUID());
    const digest = new Digest();
    let size = 0;
    try {
      const file = await open(path, 'wx', 0o600);
      try {
        for await (const chunk of source) {
          size += chunk.length;
          if (size > most) throw tooLarge(`An object holds at most ${most} bytes here.`);
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

  /** Gives the bytes their final name. After this they survive a crash. */
  keep(incoming: Incoming): void {
    renameSync(incoming.file, this.path(incoming.sha256));
    syncFolder(this.#blobs);
  }

  async drop(incoming: Incoming): Promise<void> {
    await rm(incoming.file, { force: true });
  }

  /** Both ends count. The file is open when this returns, so a removal does not disturb the reader. */
  read(sha256: string, range?: { readonly start: number; readonly end: number }): ReadStream {
    return createReadStream('', { fd: openSync(this.path(sha256), 'r'), ...range });
  }

  remove(sha256: string): void {
    rmSync(this.path(sha256), { force: true });
  }

  /** Removes what no object names: left by a crash between the bytes and the entry in the log. */
  sweep(named: ReadonlySet<string>): void {
    for (const name of readdirSync(this.#blobs)) {
      if (!named.has(name)) rmSync(this.path(name), { force: true });
    }
  }
}
