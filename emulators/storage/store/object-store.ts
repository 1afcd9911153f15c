import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import {
  AppendFile,
  encodeRecord,
  readRecords,
  realFileSystem,
  syncFolder,
} from '@busker/emulator-firestore/store/append-file';
import { lockFolder } from '@busker/emulators/data-folder';
import { StatusError } from '@busker/emulator-firestore/values/status';
import { BlobFiles, type Incoming } from './blob-files';
import { badRequest, diskFull } from './storage-error';

const text = v.optional(v.string());

/** The settings that can change without new bytes. `metadata` is the custom metadata. */
const settings = {
  contentType: text,
  contentDisposition: text,
  contentEncoding: text,
  contentLanguage: text,
  cacheControl: text,
  customTime: text,
  metadata: v.record(v.string(), v.string()),
};

/** One stored object. Times are epoch milliseconds; generations increase and are never reused. */
const objectRecord = v.object({
  bucket: v.string(),
  name: v.string(),
  /** The SHA-256 of the bytes in hex: the name of their file. */
  blob: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  size: v.number(),
  /** Base64, as in the service. */
  md5Hash: v.string(),
  crc32c: v.string(),
  generation: v.number(),
  metageneration: v.number(),
  timeCreated: v.number(),
  updated: v.number(),
  downloadTokens: v.array(v.string()),
  ...settings,
});
export type ObjectRecord = Readonly<v.InferOutput<typeof objectRecord>>;

type ObjectSettings = Pick<ObjectRecord, keyof typeof settings>;

const logEntry = v.union([
  v.object({ put: objectRecord }),
  v.object({ remove: v.object({ bucket: v.string(), name: v.string() }) }),
  /** The highest generation so far, kept when old entries are dropped. */
  v.object({ generation: v.number() }),
]);
type LogEntry = v.InferOutput<typeof logEntry>;

export const describeObject = ({ bucket, name }: Pick<ObjectRecord, 'bucket' | 'name'>): string =>
  `${bucket}/${name}`;

/** The record without the settings that clients can change. */
export function withoutSettings(record: ObjectRecord): ObjectRecord {
  const { bucket, name, blob, size, md5Hash, crc32c, generation, metageneration } = record;
  const { timeCreated, updated, downloadTokens } = record;
  const times = { timeCreated, updated };
  const hashes = { blob, size, md5Hash, crc32c };
  return { bucket, name, ...hashes, generation, metageneration, ...times, downloadTokens, metadata: {} };
}

/** All objects in memory: by bucket and name, with the number of objects for each blob. */
export class ObjectIndex {
  readonly #buckets = new Map<string, Map<string, ObjectRecord>>();
  readonly #sorted = new Map<string, readonly string[]>();
  readonly #uses = new Map<string, number>();

  find(bucket: string, name: string): ObjectRecord | undefined {
    return this.#buckets.get(bucket)?.get(name);
  }

  put(record: ObjectRecord): void {
    const objects = this.#buckets.get(record.bucket) ?? new Map<string, ObjectRecord>();
    this.#buckets.set(record.bucket, objects);
    const before = objects.get(record.name);
    if (before === undefined) this.#sorted.delete(record.bucket);
    else this.#count(before.blob, -1);
    objects.set(record.name, record);
    this.#count(record.blob, 1);
  }

  remove(bucket: string, name: string): void {
    const before = this.find(bucket, name);
    if (before === undefined) return;
    this.#buckets.get(bucket)?.delete(name);
    this.#sorted.delete(bucket);
    this.#count(before.blob, -1);
  }

  /** In the order of UTF-8 bytes, as in the service. */
  names(bucket: string): readonly string[] {
    const known = this.#sorted.get(bucket);
    if (known !== undefined) return known;
    const names = [...(this.#buckets.get(bucket)?.keys() ?? [])].sort((a, b) =>
      Buffer.compare(Buffer.from(a), Buffer.from(b)),
    );
    this.#sorted.set(bucket, names);
    return names;
  }

  buckets(): readonly string[] {
    return [...this.#buckets.keys()].sort();
  }

  *all(): Generator<ObjectRecord> {
    for (const objects of this.#buckets.values()) yield* objects.values();
  }

  isNamed(blob: string): boolean {
    return this.#uses.has(blob);
  }

  blobs(): ReadonlySet<string> {
    return new Set(this.#uses.keys());
  }

  #count(blob: string, by: 1 | -1): void {
    const uses = (this.#uses.get(blob) ?? 0) + by;
    if (uses > 0) this.#uses.set(blob, uses);
    else this.#uses.delete(blob);
  }
}

/** The log is compacted at the start when it has this many times more entries than needed. */
const wasteful = 4;
const small = 1000;

/** The log of all metadata changes, in order. After `append` returns, the entry of a durable store is on disk. */
class ObjectLog {
  readonly #folder: string;
  readonly #log: (line: string) => void;
  #file: AppendFile;
  #entries = 0;

  constructor(
    folder: string,
    log: (line: string) => void,
    durable: boolean,
    visit: (entry: LogEntry) => void,
  ) {
    this.#folder = folder;
    this.#log = log;
    rmSync(this.#nextPath, { force: true });
    const files = durable ? realFileSystem : { ...realFileSystem, sync: () => undefined };
    this.#file = new AppendFile(this.#path, this.#replay(visit), files);
    if (durable) syncFolder(folder);
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

  /** A store that is not `durable` loses what a crash interrupts, and does not wait for the disk. */
  constructor(folder: string, log: (line: string) => void, durable = true) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#lock = lockFolder(folder);
    try {
      this.blobs = new BlobFiles(folder, durable);
      this.#log = new ObjectLog(folder, log, durable, (entry) => this.#apply(entry));
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

/** Changes with the bytes and with the metadata. */
export const etagOf = ({
  generation,
  metageneration,
}: Pick<ObjectRecord, 'generation' | 'metageneration'>): string =>
  Buffer.from(`${generation}/${metageneration}`).toString('base64');

const optionalText = v.optional(v.nullable(v.string()));

/**
 * Metadata from clients: absent = unchanged, null = remove. Other members (`size`, `etag` …) belong to the server and
 * are ignored. Checksums apply to uploads only.
 */
const settingsPatch = v.object({
  name: v.optional(v.string()),
  md5Hash: optionalText,
  crc32c: optionalText,
  contentType: optionalText,
  contentDisposition: optionalText,
  contentEncoding: optionalText,
  contentLanguage: optionalText,
  cacheControl: optionalText,
  customTime: optionalText,
  metadata: v.optional(
    v.nullable(v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()])))),
  ),
});
export type SettingsPatch = v.InferOutput<typeof settingsPatch>;

const names = [
  'contentType',
  'contentDisposition',
  'contentEncoding',
  'contentLanguage',
  'cacheControl',
  'customTime',
] as const;

/** The service's limit for an object's custom metadata. */
const mostMetadata = 8 * 1024;
/** The admin SDK stores download tokens under this key of the custom metadata. */
const tokensKey = 'firebaseStorageDownloadTokens';

export const noSettings: ObjectSettings = { metadata: {} };

export function parseSettings(json: unknown): SettingsPatch {
  const parsed = v.safeParse(settingsPatch, json);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw badRequest(`The metadata cannot be read: ${v.getDotPath(issue) ?? 'it'} ${issue.message}`);
}

interface Settled {
  readonly settings: ObjectSettings;
  /** Set when the patch changes download tokens. */
  readonly tokens: readonly string[] | null;
}

export function settle(before: ObjectSettings, patch: SettingsPatch): Settled {
  const settings: Record<(typeof names)[number], string | undefined> = { ...pick(before) };
  for (const name of names) {
    const given = patch[name];
    if (given !== undefined) settings[name] = given ?? undefined;
  }
  const { [tokensKey]: tokens, ...metadata } = settleMap(before.metadata, patch.metadata);
  const length = Object.entries(metadata).reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key + value),
    0,
  );
  if (length > mostMetadata) throw badRequest(`Custom metadata can have at most ${mostMetadata} bytes.`);
  return {
    settings: { ...withoutAbsent(settings), metadata },
    tokens: tokens === undefined ? null : tokens.split(',').filter((token) => token !== ''),
  };
}

const pick = (from: ObjectSettings): Record<(typeof names)[number], string | undefined> => ({
  contentType: from.contentType,
  contentDisposition: from.contentDisposition,
  contentEncoding: from.contentEncoding,
  contentLanguage: from.contentLanguage,
  cacheControl: from.cacheControl,
  customTime: from.customTime,
});

const withoutAbsent = <T extends object>(from: T): T =>
  Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined)) as T;

function settleMap(
  before: Readonly<Record<string, string>>,
  patch: SettingsPatch['metadata'],
): Record<string, string> {
  if (patch === undefined) return { ...before };
  if (patch === null) return {};
  const settled: Record<string, string> = { ...before };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete settled[key];
    else settled[key] = String(value);
  }
  return settled;
}

interface Listing {
  readonly names: readonly string[];
  readonly prefixes: readonly string[];
  readonly nextPageToken: string | undefined;
}

export interface ListOptions {
  readonly prefix: string;
  readonly delimiter: string;
  readonly maxResults: number;
  readonly pageToken: string | undefined;
}

const encodeToken = (last: string): string => Buffer.from(last, 'utf8').toString('base64url');
const decodeToken = (token: string): string => Buffer.from(token, 'base64url').toString('utf8');
const isAfter = (a: string, b: string): boolean => Buffer.compare(Buffer.from(a), Buffer.from(b)) > 0;

/**
 * Pages through sorted names. With a delimiter, all names below the next one become one prefix; names and prefixes
 * count alike. The token is the last returned name, so that the next page is correct after changes.
 */
export function listObjects(sorted: readonly string[], options: ListOptions): Listing {
  const after = options.pageToken === undefined ? null : decodeToken(options.pageToken);
  const names: string[] = [];
  const prefixes: string[] = [];
  let last: string | null = null;
  for (const name of sorted) {
    const shown = shownAs(name, options);
    if (shown === null || shown.text === last || (after !== null && !isAfter(shown.text, after))) continue;
    if (names.length + prefixes.length === options.maxResults) {
      return { names, prefixes, nextPageToken: encodeToken(last ?? '') };
    }
    last = shown.text;
    (shown.folded ? prefixes : names).push(shown.text);
  }
  return { names, prefixes, nextPageToken: undefined };
}

/** The name itself, or its prefix up to the delimiter. */
function shownAs(name: string, { prefix, delimiter }: ListOptions): { text: string; folded: boolean } | null {
  if (!name.startsWith(prefix)) return null;
  const cut = delimiter === '' ? -1 : name.indexOf(delimiter, prefix.length);
  return cut === -1
    ? { text: name, folded: false }
    : { text: name.slice(0, cut + delimiter.length), folded: true };
}
