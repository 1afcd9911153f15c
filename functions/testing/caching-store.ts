import { collections } from '@busker/core/documents/documents';
import { isSource, keepingCache, type RecentProfiles } from '../profile-cache/profile-cache';
import {
  sparingMarks,
  type Condition,
  type Store,
  type StoredData,
  type Transaction,
  type Writes,
} from '../store/store';
import type { Clock } from '../clock';
import { InMemoryStore } from './in-memory-store';

/** The store in memory that also writes entries and spares marks of walls, as the server's store does. */
export class CardedStore extends InMemoryStore {
  private readonly server: Store;

  constructor(private readonly keeping: { readonly recentProfiles: RecentProfiles; readonly clock: Clock }) {
    super();
    const plain: Store = {
      read: (doc) => super.read(doc),
      readAll: (docs) => super.readAll(docs),
      readVersioned: (docs) => super.readVersioned(docs),
      find: (query, decode) => super.find(query, decode),
      sum: (query, fields) => super.sum(query, fields),
      add: (path, by, set) => super.add(path, by, set),
      commit: (conditions, work) => super.commit(conditions, work),
      transaction: (work) => super.transaction(work),
    };
    this.server = keepingCache(sparingMarks(plain, keeping.clock), keeping);
  }

  override transaction<R>(work: (tx: Transaction) => Promise<R>): Promise<R> {
    return this.server.transaction(work);
  }

  override commit(conditions: readonly Condition[], work: (writes: Writes) => void): Promise<boolean> {
    return this.server.commit(conditions, work);
  }

  /** A source that a test puts has no entry afterwards, like the documents of earlier releases. */
  override put(path: string, data: StoredData): void {
    super.put(path, data);
    if (!isSource(path)) return;
    for (const each of this.pathsIn(collections.cards)) this.drop(each);
    this.keeping.recentProfiles.forgetAll();
  }
}
