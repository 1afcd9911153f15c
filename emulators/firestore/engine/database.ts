import { DocumentTree } from '../documents/document-tree';
import type {
  CommittedChanges,
  DocumentChange,
  DocumentView,
  StoredDocument,
} from '../documents/stored-document';
import { runQueryOver, type CompiledQuery } from '../query/run-query';
import { StatusError, invalid } from '../values/status';
import type { Micros } from '../values/values';
import { Staging, stageWrite, type Write, type WriteOutcome } from './writes';

/** A strictly increasing clock in microseconds: every commit gets its own time, also after a restart. */
class CommitClock {
  private last: Micros;

  constructor(
    highWater: Micros,
    private readonly now: () => number = Date.now,
  ) {
    this.last = highWater;
  }

  /** A new time, later than all times before. */
  next(): Micros {
    this.last = Math.max(this.last + 1, this.now() * 1000);
    return this.last;
  }

  /** The time of reads: all commits up to now have an earlier or equal time. */
  read(): Micros {
    return this.next();
  }
}

const KEEP_CHANGES = 20_000;
const KEEP_MICROS = 3_600_000_000;

/** The commits of the last hour, for reads of past data and for listeners that resume. */
class ChangeHistory {
  private readonly commits: CommittedChanges[] = [];
  private count = 0;

  /** `floor`: the earliest time whose state can be restored. */
  constructor(private floor: Micros) {}

  add(commit: CommittedChanges): void {
    this.commits.push(commit);
    this.count += commit.changes.length;
    let drop = 0;
    for (const old of this.commits) {
      const keep = this.count <= KEEP_CHANGES && commit.time - old.time <= KEEP_MICROS;
      if (keep || old === commit) break;
      this.count -= old.changes.length;
      this.floor = old.time;
      drop++;
    }
    if (drop > 0) this.commits.splice(0, drop);
  }

  reaches(time: Micros): boolean {
    return time >= this.floor;
  }

  /** The documents that changed after `time`, as they were at that time; null for missing documents. */
  statesAt(time: Micros): Map<string, StoredDocument | null> {
    const states = new Map<string, StoredDocument | null>();
    for (let i = this.commits.length - 1; i >= 0; i--) {
      const commit = this.commits[i];
      if (commit === undefined || commit.time <= time) break;
      for (const { path, before } of commit.changes) states.set(path, before);
    }
    return states;
  }
}

/** Stores commits. Returns when they are durable; throws when they are not. */
export type KeepCommits = (commits: readonly CommittedChanges[]) => void;

/** Checks a commit before it is applied; throws to refuse it. */
type Review = (outcomes: readonly WriteOutcome[], after: Staging) => void;

type CommitListener = (commit: CommittedChanges) => void;

interface CommitResult {
  readonly time: Micros;
  readonly outcomes: readonly WriteOutcome[];
}

function changesOf(staging: Staging): DocumentChange[] {
  const changes: DocumentChange[] = [];
  for (const [path, after] of staging.staged) {
    const before = staging.base.get(path);
    if (before !== after) changes.push({ path, before, after });
  }
  return changes;
}

/** One database: its present state, its recent past, and its only write path. */
export class Database {
  readonly tree = new DocumentTree();
  private readonly history: ChangeHistory;
  private readonly listeners = new Set<CommitListener>();

  constructor(
    /** `projects/p/databases/d` */
    readonly name: string,
    readonly clock: CommitClock,
    private readonly keep: KeepCommits,
  ) {
    this.history = new ChangeHistory(clock.next());
  }

  onCommit(listener: CommitListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Applies all writes or none. They are durable before they are visible. */
  commit(writes: readonly Write[], review: Review): CommitResult {
    const staging = new Staging(this.name, this.tree, this.clock.next());
    const outcomes = writes.map((write) => stageWrite(staging, write));
    review(outcomes, staging);
    const failure = outcomes.find((outcome) => outcome.failure !== null)?.failure;
    if (failure != null) throw failure;
    this.apply([{ database: this.name, time: staging.time, changes: changesOf(staging) }]);
    return { time: staging.time, outcomes };
  }

  /** Commits each write separately, so that each may fail alone. The successful ones are stored together. */
  commitEach(writes: readonly Write[]): (WriteOutcome | StatusError)[] {
    const overlay = new Map<string, StoredDocument | null>();
    const commits: CommittedChanges[] = [];
    const view: DocumentView = {
      get: (path) => {
        const known = overlay.get(path);
        return known === undefined ? this.tree.get(path) : known;
      },
    };
    const results = writes.map((write) => {
      const staging = new Staging(this.name, view, this.clock.next());
      const outcome = this.attempt(staging, write);
      if (outcome instanceof StatusError) return outcome;
      const changes = changesOf(staging);
      for (const { path, after } of changes) overlay.set(path, after);
      commits.push({ database: this.name, time: staging.time, changes });
      return outcome;
    });
    this.apply(commits);
    return results;
  }

  /** Deletes every document and notifies the listeners. */
  clear(): void {
    const changes = [...this.tree.documents()].map((before) => ({ path: before.path, before, after: null }));
    this.apply([{ database: this.name, time: this.clock.next(), changes }]);
  }

  /** The documents that differed at a past time. Refused when that time is too long ago. */
  statesAt(time: Micros): Map<string, StoredDocument | null> {
    return this.history.statesAt(this.pastTime(time));
  }

  /** Returns the time if its state is still available and it is not in the future. */
  pastTime(time: Micros): Micros {
    if (time > this.clock.read()) throw invalid('The requested read time lies in the future.');
    if (!this.remembers(time)) {
      throw new StatusError('FAILED_PRECONDITION', 'The requested read time is too far in the past.');
    }
    return time;
  }

  remembers(time: Micros): boolean {
    return this.history.reaches(time);
  }

  run(compiled: CompiledQuery, overlay: ReadonlyMap<string, StoredDocument | null>): StoredDocument[] {
    return runQueryOver(this.tree, overlay, compiled);
  }

  private attempt(staging: Staging, write: Write): WriteOutcome | StatusError {
    try {
      const outcome = stageWrite(staging, write);
      return outcome.failure ?? outcome;
    } catch (error) {
      if (error instanceof StatusError) return error;
      throw error;
    }
  }

  private apply(commits: readonly CommittedChanges[]): void {
    const changing = commits.filter(({ changes }) => changes.length > 0);
    if (changing.length > 0) this.keep(changing);
    for (const commit of changing) {
      for (const { path, after } of commit.changes) this.tree.set(path, after);
      this.history.add(commit);
      for (const listener of this.listeners) listener(commit);
    }
  }
}

/** The state that a start reads from disk. */
export interface LoadedState {
  readonly highWater: Micros;
  readonly databases: ReadonlyMap<string, Iterable<StoredDocument>>;
}

/** All databases of this server. A database is created on first use. */
export class FirestoreEngine {
  private readonly databases = new Map<string, Database>();
  private readonly clock: CommitClock;

  constructor(
    private readonly keep: KeepCommits,
    loaded: LoadedState,
    /** Called for every database on its first use. */
    private readonly named: (database: string) => void = () => {},
  ) {
    this.clock = new CommitClock(loaded.highWater);
    for (const [name, documents] of loaded.databases) {
      const { tree } = this.database(name);
      for (const document of documents) tree.set(document.path, document);
    }
  }

  database(name: string): Database {
    const known = this.databases.get(name);
    if (known !== undefined) return known;
    const made = new Database(name, this.clock, this.keep);
    this.databases.set(name, made);
    this.named(name);
    return made;
  }

  all(): Iterable<Database> {
    return this.databases.values();
  }
}
