import type { Card } from '../../../core/documents/card-document';
import { paths } from '../../../core/documents/documents';
import type { Clock } from '../../store/clock';
import { passingOn } from '../../store/passing-on';
import type { Store, Stored, Transaction, Writes } from '../../store/store';
import { stored } from '../../store/stored';
import { isSource, note, noteRemoved, noSources } from './card-sources';
import { changedCards } from './changed-cards';
import type { RecentCards } from './recent-cards';

interface Keeping {
  readonly recentCards: RecentCards;
  readonly clock: Clock;
}

/**
 * The same store, whose transactions also write the cards of the profiles, payments states, standings and handles that they change, and remove the
 * wall of a profile that is not shown any more. It is done here and not by each caller, so that no caller can forget it: a forgotten card would show a
 * profile that the host has taken away.
 */
export function keepingCards(store: Store, keeping: Keeping): Store {
  return {
    ...passingOn(store),
    commit: (conditions, work) => store.commit(conditions, withoutSources(work)),
    transaction: withCards((work) => store.transaction(work), keeping),
  };
}

/** The same transactions, with cards. */
export function withCards(
  transact: Store['transaction'],
  { recentCards, clock }: Keeping,
): Store['transaction'] {
  return async (work) => {
    let changed: ReadonlyMap<string, Card | null> = new Map();
    try {
      return await transact(async (tx) => {
        const watched = watching(tx);
        const result = await work(watched.tx);
        changed = await watched.end(clock.now());
        return result;
      });
    } finally {
      // Even after an error: the answer may have been lost after everything was written.
      if (changed.size > 0) recentCards.forget(changed.keys());
    }
  };
}

/** The same writes of a commit. A commit cannot read the other sources of a card, so that it may change none. */
export function withoutSources(work: (writes: Writes) => void): (writes: Writes) => void {
  const refuse = (path: string) => {
    if (isSource(path)) throw new Error(`${path} must be changed in a transaction, which writes its cards`);
  };
  return (writes) =>
    work({
      write: (doc, value) => {
        refuse(doc.path);
        writes.write(doc, value);
      },
      add: (path, by, set) => {
        refuse(path);
        writes.add(path, by, set);
      },
      remove: (path) => {
        refuse(path);
        writes.remove(path);
      },
    });
}

interface Watched {
  readonly tx: Transaction;
  /** Reads what the cards need, then passes on all writes. */
  readonly end: (now: number) => Promise<ReadonlyMap<string, Card | null>>;
}

/** Holds the writes of a transaction until its end, because a transaction cannot read after its first write. */
function watching(inner: Transaction): Watched {
  const before = noSources();
  const after = noSources();
  const writes: (() => void)[] = [];
  const readAll = async <T>(docs: readonly Stored<T>[]) => {
    if (writes.length > 0) throw new Error('A transaction reads before it writes');
    const values = await inner.readAll(docs);
    for (const [index, doc] of docs.entries()) note(before, doc, values[index]);
    return values;
  };
  return {
    tx: {
      readAll,
      read: async (doc) => (await readAll([doc]))[0],
      write: (doc, value) => {
        note(after, doc, value);
        writes.push(() => inner.write(doc, value));
      },
      add: (path, by, set) => {
        if (isSource(path)) throw new Error(`${path} must be written whole, because cards contain it`);
        writes.push(() => inner.add(path, by, set));
      },
      remove: (path) => {
        noteRemoved(after, path);
        writes.push(() => inner.remove(path));
      },
    },
    end: async (now) => {
      const { cards, gone } = await changedCards(inner, before, after, now);
      for (const write of writes) write();
      for (const [handle, card] of cards) {
        if (card === null) inner.remove(paths.card(handle));
        else inner.write(stored.card(handle), card);
      }
      for (const uid of gone) inner.remove(paths.wall(uid));
      return cards;
    },
  };
}
