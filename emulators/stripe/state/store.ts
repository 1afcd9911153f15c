import type { Change, Entities, Kind } from './entities';
import type { Journal } from './journal';

export interface Store {
  get<K extends Kind>(kind: K, id: string): Entities[K] | undefined;
  /** Oldest first. */
  all<K extends Kind>(kind: K): readonly Entities[K][];
  put<K extends Kind>(kind: K, entity: Entities[K]): void;
  remove(kind: Kind, id: string): void;
  /** Runs `work` as a transaction: its changes are on disk when this returns, and a throw rolls all of them back. */
  transact<T>(work: () => T): T;
  onCommit(listener: () => void): void;
  /** Compacts a long journal. */
  compact(): void;
  clear(): void;
  close(): void;
}

type Undo = () => void;

export function createStore(journal: Journal | null): Store {
  const tables = new Map<Kind, Map<string, unknown>>();
  const listeners: (() => void)[] = [];
  let changes: Change[] | null = null;
  let undos: Undo[] = [];

  const table = <K extends Kind>(kind: K): Map<string, Entities[K]> => {
    const found = tables.get(kind) ?? new Map<string, unknown>();
    tables.set(kind, found);
    return found as Map<string, Entities[K]>;
  };

  const apply = (change: Change) => {
    if (change.length === 3) (table(change[0]) as Map<string, unknown>).set(change[1], change[2]);
    else table(change[0]).delete(change[1]);
  };

  const record = (change: Change) => {
    if (!changes) throw new Error(`The sandbox changed ${change[0]} ${change[1]} outside of a transaction.`);
    const rows = table(change[0]) as Map<string, unknown>;
    const before = rows.get(change[1]);
    undos.push(() => (before === undefined ? rows.delete(change[1]) : rows.set(change[1], before)));
    changes.push(change);
    apply(change);
  };

  const commit = () => {
    const done = changes ?? [];
    changes = null;
    undos = [];
    if (done.length === 0) return;
    journal?.append(done);
    for (const listener of listeners) listener();
  };

  const rollback = () => {
    for (const undo of undos.reverse()) undo();
    changes = null;
    undos = [];
  };

  for (const change of journal?.load() ?? []) apply(change);

  return {
    get: (kind, id) => table(kind).get(id),
    all: (kind) => [...table(kind).values()],
    put: (kind, entity) => record([kind, entity.id, entity]),
    remove: (kind, id) => record([kind, id]),
    transact(work) {
      if (changes) throw new Error('The sandbox started a transaction inside another transaction.');
      changes = [];
      try {
        const answer = work();
        commit();
        return answer;
      } catch (problem) {
        rollback();
        throw problem;
      }
    },
    onCommit: (listener) => void listeners.push(listener),
    compact: () =>
      journal?.compact(() =>
        [...tables].flatMap(([kind, rows]) => [...rows].map(([id, row]): Change => [kind, id, row])),
      ),
    clear() {
      tables.clear();
      journal?.replace([]);
    },
    close: () => journal?.close(),
  };
}
