import { existsSync, mkdirSync, readFileSync, truncateSync, unlinkSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import type { WireFields, WireValue } from '@busker/rules-engine/port';
import type { FirestoreEngine, LoadedState } from '../engine/database';
import type { CommittedChanges, StoredDocument } from '../documents/stored-document';
import type { Micros } from '../values/values';
import {
  AppendFile,
  realFileSystem,
  encodeRecord,
  readRecords,
  commitsFile,
  findSegments,
  outdatedSegments,
  snapshotFile,
  syncFolder,
  type FileSystem,
} from './append-file';
import { lockFolder } from '@busker/emulators/data-folder';

/** A commit on disk: `d` is the database, `t` the time, `c` the documents after it. */
interface CommitRecord {
  readonly d: string;
  readonly t: Micros;
  readonly c: readonly StoredEntry[];
}

/** The path, then null for a deleted document, else fields, create time, update time. */
type StoredEntry = readonly [string, null] | readonly [string, WireFields, Micros, Micros];

function documentEntry({ path, fields, createTime, updateTime }: StoredDocument): StoredEntry {
  return [path, fields, createTime, updateTime];
}

/** Commits that are appended together are one record, so that an incomplete write leaves none of them. */
function commitsRecord(commits: readonly CommittedChanges[]): CommitRecord[] {
  return commits.map(({ database, time, changes }) => ({
    d: database,
    t: time,
    c: changes.map(({ path, after }) => (after === null ? [path, null] : documentEntry(after))),
  }));
}

const snapshotRecord = (d: string, t: Micros, documents: readonly StoredDocument[]): CommitRecord[] => [
  { d, t, c: documents.map(documentEntry) },
];

/** Fields without a prototype, at every depth; the objects come from JSON.parse. */
function bareFields(fields: WireFields): WireFields {
  Object.setPrototypeOf(fields, null);
  for (const key in fields) bareValue(fields[key]);
  return fields;
}

function bareValue(value: WireValue | undefined): void {
  if (value === undefined) return;
  if ('mapValue' in value && value.mapValue.fields !== undefined) bareFields(value.mapValue.fields);
  if ('arrayValue' in value) value.arrayValue.values?.forEach(bareValue);
}

function storedDocument(entry: StoredEntry): StoredDocument | null {
  if (entry[1] === null) return null;
  const [path, fields, createTime, updateTime] = entry;
  return { path, fields: bareFields(fields), createTime, updateTime };
}

interface ReadCommit {
  readonly database: string;
  readonly time: Micros;
  readonly documents: readonly { readonly path: string; readonly document: StoredDocument | null }[];
}

/** Parses a record that this server wrote; its checksum was verified before. */
function readCommits(json: unknown): ReadCommit[] {
  return (json as CommitRecord[]).map(({ d, t, c }) => ({
    database: d,
    time: t,
    documents: c.map((entry) => ({ path: entry[0], document: storedDocument(entry) })),
  }));
}

interface LoadedFolder extends LoadedState {
  /** The segment to append to, and its length. */
  readonly segment: number;
  readonly length: number;
}

class Replay {
  highWater = 0;
  readonly databases = new Map<string, Map<string, StoredDocument>>();

  apply({ database, time, documents }: ReadCommit): void {
    this.highWater = Math.max(this.highWater, time);
    const known = this.databases.get(database) ?? new Map<string, StoredDocument>();
    this.databases.set(database, known);
    for (const { path, document } of documents) {
      if (document === null) known.delete(path);
      else known.set(path, document);
    }
  }
}

const damaged = (file: string): Error =>
  new Error(`${file} is damaged in the middle. Restore it from a copy, or start with an empty folder.`);

function replayFile(replay: Replay, file: string): { whole: number; size: number; damaged: boolean } {
  const content = readFileSync(file);
  const { whole, damaged: broken } = readRecords(content, (json) =>
    readCommits(json).forEach((commit) => replay.apply(commit)),
  );
  return { whole, size: content.length, damaged: broken };
}

function replayLast(replay: Replay, file: string, log: (line: string) => void): number {
  const { whole, size, damaged: broken } = replayFile(replay, file);
  if (broken) throw damaged(file);
  if (whole < size) {
    log(
      `firestore: removed ${size - whole} bytes of a record that was incomplete when the server last stopped`,
    );
    truncateSync(file, whole);
  }
  return whole;
}

/** Loads a data folder. An incomplete last record was never acknowledged and is removed. */
function loadFolder(folder: string, log: (line: string) => void): LoadedFolder {
  const { snapshot, commits } = findSegments(folder);
  const replay = new Replay();
  if (snapshot !== null) {
    const file = snapshotFile(folder, snapshot);
    const { whole, size } = replayFile(replay, file);
    if (whole < size) throw damaged(file);
  }
  const last = commits.at(-1) ?? snapshot ?? 1;
  for (const number of commits) {
    if (number === last) continue;
    const file = commitsFile(folder, number);
    const { whole, size } = replayFile(replay, file);
    if (whole < size) throw damaged(file);
  }
  const lastFile = commitsFile(folder, last);
  const length = existsSync(lastFile) ? replayLast(replay, lastFile, log) : 0;
  const databases = new Map([...replay.databases].map(([name, documents]) => [name, documents.values()]));
  return { highWater: replay.highWater, databases, segment: last, length };
}

const DOCUMENTS_A_RECORD = 200;

interface DatabaseSnapshot {
  readonly name: string;
  readonly time: Micros;
  readonly documents: readonly StoredDocument[];
}

/** Writes all documents in slices, so that requests are answered in between. Returns the size. */
async function writeSnapshot(
  folder: string,
  number: number,
  databases: readonly DatabaseSnapshot[],
): Promise<number> {
  const final = snapshotFile(folder, number);
  const file = await open(`${final}.tmp`, 'w', 0o600);
  let size = 0;
  try {
    for (const { name, time, documents } of databases) {
      for (let i = 0; i === 0 || i < documents.length; i += DOCUMENTS_A_RECORD) {
        const slice = documents.slice(i, i + DOCUMENTS_A_RECORD);
        const record = encodeRecord(snapshotRecord(name, time, slice));
        await file.write(record);
        size += record.length;
      }
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${final}.tmp`, final);
  syncFolder(folder);
  return size;
}

interface StoreOptions {
  readonly files?: FileSystem;
  /** A log is compacted when it has this size and is larger than the previous snapshot. */
  readonly compactFromBytes?: number;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Durable commits: a log, to which each commit is appended before it is acknowledged, and snapshots. */
export class DocumentStore {
  readonly loaded: LoadedFolder;
  private readonly lock: { release(): void };
  private segment: number;
  private file: AppendFile;
  private highWater: Micros;
  private readonly files: FileSystem;
  private readonly compactFrom: number;
  private compactAt: number;
  private compaction: Promise<void> | null = null;

  constructor(
    private readonly folder: string,
    private readonly log: (line: string) => void,
    { files = realFileSystem, compactFromBytes = 16 * 1024 * 1024 }: StoreOptions = {},
  ) {
    this.files = files;
    this.compactFrom = compactFromBytes;
    this.compactAt = compactFromBytes;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.lock = lockFolder(folder);
    try {
      this.loaded = loadFolder(folder, log);
      this.segment = this.loaded.segment;
      this.highWater = this.loaded.highWater;
      this.file = new AppendFile(commitsFile(folder, this.segment), this.loaded.length, files);
      syncFolder(folder);
    } catch (error) {
      this.lock.release();
      throw error;
    }
  }

  /** Returns when the commits are on disk. If they cannot be written, it throws and stores none of them. */
  append(commits: readonly CommittedChanges[]): void {
    this.file.append(encodeRecord(commitsRecord(commits)));
    this.highWater = commits.at(-1)?.time ?? this.highWater;
  }

  /**
   * Compacts a large log into a snapshot, in a later turn: the last commit is already in the log but not yet in the
   * engine, and the old log is deleted after the snapshot.
   */
  compactWhenGrown(engine: FirestoreEngine): void {
    if (this.compaction !== null || this.file.size < this.compactAt) return;
    this.compaction = nextTurn()
      .then(() => this.compact(engine))
      .catch((error: unknown) => {
        this.compactAt = this.file.size + this.compactFrom;
        this.log(
          `firestore: the log could not be compacted: ${error instanceof Error ? error.message : 'unknown'}`,
        );
      })
      .finally(() => {
        this.compaction = null;
      });
  }

  async compact(engine: FirestoreEngine): Promise<void> {
    const number = this.segment + 1;
    const next = new AppendFile(commitsFile(this.folder, number), 0, this.files);
    syncFolder(this.folder);
    this.file.close();
    this.file = next;
    this.segment = number;
    // Documents are immutable, so these lists keep the present state while they are written.
    const databases = [...engine.all()].map(({ name, tree }) => ({
      name,
      time: this.highWater,
      documents: [...tree.documents()],
    }));
    const size = await writeSnapshot(this.folder, number, databases);
    for (const old of outdatedSegments(this.folder, number)) unlinkSync(old);
    this.compactAt = Math.max(this.compactFrom, size);
  }

  async close(): Promise<void> {
    await this.compaction;
    this.file.close();
    this.lock.release();
  }
}
