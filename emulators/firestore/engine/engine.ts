import type { Micros } from '../values/instant';
import { CommitClock } from './clock';
import { Database, type KeepCommits } from './database';
import type { StoredDocument } from './stored-document';

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
