import { collections } from '../../core/documents/documents';
import { isSource } from '../profiles/cards/card-sources';
import { withCards, withoutSources } from '../profiles/cards/keep-cards';
import type { RecentCards } from '../profiles/cards/recent-cards';
import type { Clock } from '../store/clock';
import { InMemoryStore } from '../store/in-memory-store';
import type { Condition, StoredData, Transaction, Writes } from '../store/store';

/** The store in memory that also writes cards, as the server's store does. */
export class CardedStore extends InMemoryStore {
  constructor(private readonly keeping: { readonly recentCards: RecentCards; readonly clock: Clock }) {
    super();
  }

  override transaction<R>(work: (tx: Transaction) => Promise<R>): Promise<R> {
    return withCards((each) => super.transaction(each), this.keeping)(work);
  }

  override commit(conditions: readonly Condition[], work: (writes: Writes) => void): Promise<boolean> {
    return super.commit(conditions, withoutSources(work));
  }

  /** A source that a test puts has no card afterwards, like the documents of earlier releases. */
  override put(path: string, data: StoredData): void {
    super.put(path, data);
    if (!isSource(path)) return;
    for (const each of Object.keys(this.dump()))
      if (each.startsWith(`${collections.cards}/`)) this.drop(each);
    this.keeping.recentCards.forgetAll();
  }
}
