import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Caller } from '@busker/emulator-firestore/access/rules-gate';
import { writeFileAtomically } from '@busker/emulators/data-folder';
import type { RulesCheck } from '../access/rules-check';
import { StorageError, badRequest, orDiskFull, tooLarge } from '../store/storage-error';
import { checkChecksums, Digest, type Checksums, type Incoming } from '../store/blob-files';
import {
  noSettings,
  settle,
  type ObjectRecord,
  type ObjectStore,
  type SettingsPatch,
} from '../store/object-store';

/** Deletes uploads that were last changed before a time (epoch milliseconds); returns their ids. */
function dropUploadsBefore(folder: string, before: number): string[] {
  const names = new Set(readdirSync(folder));
  const old = [...names].filter((name) => {
    // The bytes are deleted with their upload, even if the last ones are newer.
    if (names.has(name.replace(/\.part$/, '.json')) && name.endsWith('.part')) return false;
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return found !== undefined && found.mtimeMs < before;
  });
  const ids = old.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
  for (const name of [...old, ...ids.map((id) => `${id}.part`)]) rmSync(join(folder, name), { force: true });
  return ids;
}

const hourMs = 60 * 60 * 1000;
/** The service deletes uploads and their results after a week. */
const lifetimeMs = 7 * 24 * hourMs;

const plan = v.object({
  bucket: v.string(),
  name: v.string(),
  /** The metadata as it was sent. */
  metadata: v.unknown(),
  contentType: v.nullable(v.string()),
  /** The announced size; null when there was none. */
  size: v.nullable(v.number()),
});
const kept = v.object({
  ...plan.entries,
  final: v.nullable(v.number()),
  cancelled: v.optional(v.boolean(), false),
});

type UploadPlan = Readonly<v.InferOutput<typeof plan>>;

/**
 * One resumable upload. `final` is the generation that it created, or null while it is in progress or when it was
 * canceled.
 */
export interface Upload extends UploadPlan {
  readonly id: string;
  received: number;
  final: number | null;
  cancelled: boolean;
  /** When it started, ended or was canceled, in epoch milliseconds. */
  writtenAt: number;
  /** The hashes of what was received; null where only the file has it, as after a restart. */
  digest: Digest | null;
}

/** Resumable uploads on disk: bytes that were reported as received are still there after a restart. */
export class UploadSessions {
  readonly #folder: string;
  readonly #most: number;
  readonly #durable: boolean;
  readonly #known = new Map<string, Upload>();
  readonly #queues = new Map<string, Promise<unknown>>();
  #sweptAt = 0;

  constructor(folder: string, most: number, durable = true) {
    this.#folder = join(folder, 'uploads');
    this.#most = most;
    this.#durable = durable;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#sweep();
  }

  async start(given: UploadPlan): Promise<Upload> {
    if (given.size !== null && given.size > this.#most) {
      throw tooLarge(`An object can have at most ${this.#most} bytes here.`);
    }
    if (Date.now() - this.#sweptAt > hourMs) this.#sweep();
    const underWay = { received: 0, final: null, cancelled: false, writtenAt: Date.now() };
    const upload: Upload = { ...given, ...underWay, id: randomUUID(), digest: new Digest() };
    await (await open(this.#part(upload.id), 'wx', 0o600)).close();
    await this.#write(upload);
    this.#known.set(upload.id, upload);
    return upload;
  }

  /**
   * Runs the requests of one upload in sequence, because a query must count the bytes of an interrupted chunk before
   * it.
   */
  async inTurn<T>(id: string, run: (upload: Upload) => Promise<T>): Promise<T> {
    const before = this.#queues.get(id) ?? Promise.resolve();
    const turn = before.then(async () => run(await this.#find(id)));
    const settled = turn.catch(() => undefined);
    this.#queues.set(id, settled);
    void settled.then(() => {
      if (this.#queues.get(id) === settled) this.#queues.delete(id);
    });
    return turn;
  }

  /** Adds bytes at an offset. An interrupted chunk keeps the received bytes; a chunk that is too large keeps none. */
  async receive(upload: Upload, offset: number, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    if (upload.final !== null) throw badRequest('This upload is complete.');
    if (upload.cancelled) throw gone();
    if (offset !== upload.received) {
      throw badRequest(`The upload has ${upload.received} bytes, but this chunk starts at ${offset}.`);
    }
    const most = upload.size ?? this.#most;
    const file = await open(this.#part(upload.id), 'r+');
    let written = 0;
    try {
      for await (const chunk of chunks) {
        if (offset + written + chunk.length > most) {
          written = 0;
          throw tooLarge(`The upload would have more than ${most} bytes.`);
        }
        await file.write(chunk, 0, chunk.length, offset + written);
        written += chunk.length;
        upload.digest?.update(chunk);
      }
    } catch (error) {
      upload.digest = null;
      throw orDiskFull(error);
    } finally {
      await file.truncate(offset + written);
      if (this.#durable) await file.datasync();
      await file.close();
      upload.received = offset + written;
    }
  }

  /** All bytes, hashed. */
  async finish(upload: Upload): Promise<Incoming> {
    if (upload.cancelled) throw gone();
    if (upload.size !== null && upload.received !== upload.size) {
      throw badRequest(`The upload has ${upload.received} of ${upload.size} bytes.`);
    }
    const file = this.#part(upload.id);
    const digest = upload.digest ?? new Digest();
    if (upload.digest === null)
      for await (const chunk of createReadStream(file)) if (Buffer.isBuffer(chunk)) digest.update(chunk);
    upload.digest = null;
    return { file, ...digest.finish() };
  }

  /** Records the generation that the upload created; a client that lost the answer may ask again. */
  async close(upload: Upload, generation: number): Promise<void> {
    upload.final = generation;
    await this.#write(upload);
  }

  /** Deletes the bytes. The upload is remembered as canceled, and later requests get the same answer. */
  async cancel(upload: Upload): Promise<void> {
    if (upload.final !== null) throw badRequest('This upload is complete.');
    upload.cancelled = true;
    await this.#write(upload);
    await rm(this.#part(upload.id), { force: true });
  }

  /** Deletes all uploads; one that gets bytes at this moment cannot be finished. */
  clear(): void {
    for (const upload of this.#known.values()) upload.cancelled = true;
    this.#known.clear();
    dropUploadsBefore(this.#folder, Infinity);
  }

  async #find(id: string): Promise<Upload> {
    const upload = this.#known.get(id) ?? (await this.#read(id));
    if (upload.writtenAt < Date.now() - lifetimeMs) throw gone();
    this.#known.set(id, upload);
    return upload;
  }

  async #read(id: string): Promise<Upload> {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw gone();
    try {
      const info = v.parse(kept, JSON.parse(await readFile(this.#info(id), 'utf8')));
      const underWay = info.final === null && !info.cancelled;
      const received = underWay ? (await stat(this.#part(id))).size : (info.size ?? 0);
      return { ...info, id, received, writtenAt: (await stat(this.#info(id))).mtimeMs, digest: null };
    } catch {
      throw gone();
    }
  }

  /** Files are kept an hour longer than answers, for requests that started just before the limit. */
  #sweep(): void {
    this.#sweptAt = Date.now();
    const ids = dropUploadsBefore(this.#folder, this.#sweptAt - lifetimeMs - hourMs);
    for (const id of ids) this.#known.delete(id);
  }

  async #write(upload: Upload): Promise<void> {
    const { id, bucket, name, metadata, contentType, size, final, cancelled } = upload;
    upload.writtenAt = Date.now();
    const text = JSON.stringify({ bucket, name, metadata, contentType, size, final, cancelled });
    if (this.#durable) await writeFileAtomically(this.#info(id), text);
    else await writeFile(this.#info(id), text, { mode: 0o600 });
  }

  #info(id: string): string {
    return join(this.#folder, `${id}.json`);
  }

  #part(id: string): string {
    return join(this.#folder, `${id}.part`);
  }
}

const gone = (): StorageError =>
  new StorageError(404, 'The upload was not found; it was canceled or has expired.', 'notFound');

/** The public keys (PEM) of the accounts that may sign URLs, by the account's email. */
export type UrlSigners = Readonly<Record<string, string>>;

/** What every route uses. */
export interface StorageParts {
  readonly store: ObjectStore;
  readonly uploads: UploadSessions;
  readonly rules: RulesCheck;
  readonly mostBytes: number;
  /** Who may sign URLs; null = signatures are not checked. */
  readonly signers: UrlSigners | null;
  /** The address that the server listens on. */
  readonly host: string;
  readonly log: (line: string) => void;
}

export interface Target {
  readonly bucket: string;
  readonly name: string;
}

export interface Arrival extends Target {
  readonly patch: SettingsPatch;
  /** The content type when the metadata has none. */
  readonly contentType: string | null;
  /** Tokens for `getDownloadURL`, unless the metadata has some. */
  readonly tokens: readonly string[];
  /** The checksums from a header; metadata may also have checksums. */
  readonly checksums?: Checksums;
}

/** The object that an upload would create. */
function planned({ store }: StorageParts, arrival: Arrival, incoming: Incoming): ObjectRecord {
  const { settings, tokens } = settle(noSettings, arrival.patch);
  const contentType = settings.contentType ?? arrival.contentType ?? 'application/octet-stream';
  return store.plan({
    bucket: arrival.bucket,
    name: arrival.name,
    settings: { ...settings, contentType },
    downloadTokens: tokens ?? arrival.tokens,
    incoming,
  });
}

/**
 * Checks the rules and stores the upload, or deletes its bytes. Both run synchronously, so that nothing can change in
 * between.
 */
export async function storeArrival(
  parts: StorageParts,
  caller: Caller,
  arrival: Arrival,
  incoming: Incoming,
  condition: (stored: ObjectRecord | undefined) => void = () => undefined,
): Promise<ObjectRecord> {
  const { store, rules } = parts;
  try {
    checkChecksums(arrival.patch, incoming);
    checkChecksums(arrival.checksums ?? {}, incoming);
    const stored = store.index.find(arrival.bucket, arrival.name);
    const record = planned(parts, arrival, incoming);
    const { bucket, name } = arrival;
    rules.check(caller, {
      method: stored === undefined ? 'create' : 'update',
      bucket,
      name,
      stored,
      incoming: record,
    });
    condition(stored);
    store.commit(record, incoming);
    return record;
  } catch (error) {
    await store.blobs.drop(incoming);
    throw error;
  }
}
