import { mkdirSync, unlinkSync } from 'node:fs';
import type { CommittedChanges } from '../engine/stored-document';
import type { FirestoreEngine } from '../engine/engine';
import type { Micros } from '../values/instant';
import { AppendFile, type FileSystem, realFileSystem } from './append-file';
import { lockFolder } from './folder-lock';
import { loadFolder, type LoadedFolder } from './load-folder';
import { encodeRecord } from './record-format';
import { commitsFile, outdatedSegments, syncFolder } from './segment-files';
import { commitsRecord } from './stored-record';
import { writeSnapshot } from './write-snapshot';

export interface StoreOptions {
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
