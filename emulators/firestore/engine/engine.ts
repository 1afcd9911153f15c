import type { Micros } from '../values/instant';
import { CommitClock } from './clock';
import { Database, type KeepCommits } from './database';
import type { StoredDocument } from './stored-document';

/** What a start finds on disk. */
export interface LoadedState {
  readonly highWater: Micros;
  readonly databases: ReadonlyMap<string, Iterable<StoredDocument>>;
}

/** All databases of this server; one is made when it is first named. */
export class FirestoreEngine {
  private readonly databases = new Map<string, Database>();
  private readonly clock: CommitClock;

  constructor(
    private readonly keep: KeepCommits,
    loaded: LoadedState,
    /** Hears of every database that is named for the first time. */
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
