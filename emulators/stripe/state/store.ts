import { createHash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
} from 'node:fs';
import { dirname } from 'node:path';
/** Kind, id and the new entity. A change without the entity removes it. */
type Change = readonly [kind: string, id: string, entity: unknown] | readonly [kind: string, id: string];

/** Each line is one committed transaction: a checksum, a space, and the changes as JSON. */
interface Journal {
  load(): Change[];
  append(changes: readonly Change[]): void;
  /** Replaces a long journal with one line that has the present state. */
  compact(snapshot: () => readonly Change[]): void;
  replace(changes: readonly Change[]): void;
  close(): void;
}

const checksum = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
const toLine = (changes: readonly Change[]) => {
  const json = JSON.stringify(changes);
  return `${checksum(json)} ${json}\n`;
};

function readLine(line: string): Change[] | null {
  const json = line.slice(13);
  return line.slice(0, 12) === checksum(json) ? (JSON.parse(json) as Change[]) : null;
}

const COMPACT_AT_LINES = 2000;

export function openJournal(file: string): Journal {
  mkdirSync(dirname(file), { recursive: true });
  let handle: number | null = null;
  let lines = 0;

  const open = () => (handle ??= openSync(file, 'a', 0o600));

  /** A crash can only damage the last line, whose transaction was not acknowledged. */
  const load = (): Change[] => {
    if (!existsSync(file)) return [];
    const rows = readFileSync(file, 'utf8').split('\n');
    const whole = rows.filter((row) => row !== '');
    const changes: Change[][] = [];
    for (const [index, row] of whole.entries()) {
      const read = readLine(row);
      if (read) changes.push(read);
      else if (index < whole.length - 1)
        throw new Error(
          `The Stripe sandbox's state is damaged at line ${index + 1} of ${file}. Delete that file to start with an empty state.`,
        );
    }
    lines = changes.length;
    if (lines < whole.length || rows.at(-1) !== '') replace(changes.flat());
    return changes.flat();
  };

  const replace = (changes: readonly Change[]) => {
    if (handle !== null) closeSync(handle);
    handle = null;
    const fresh = `${file}.new`;
    const target = openSync(fresh, 'w', 0o600);
    if (changes.length > 0) appendFileSync(target, toLine(changes));
    fsyncSync(target);
    closeSync(target);
    renameSync(fresh, file);
    lines = 1;
  };

  return {
    load,
    replace,
    append(changes) {
      appendFileSync(open(), toLine(changes));
      lines += 1;
    },
    compact(snapshot) {
      if (lines > COMPACT_AT_LINES) replace(snapshot());
    },
    close() {
      if (handle !== null) closeSync(handle);
      handle = null;
    },
  };
}

/** What a store keeps, by its kind. */
type Kinds<E> = { readonly [K in keyof E]: { readonly id: string } };

export interface EntityStore<E extends Kinds<E>> {
  get<K extends keyof E & string>(kind: K, id: string): E[K] | undefined;
  /** Oldest first. */
  all<K extends keyof E & string>(kind: K): readonly E[K][];
  put<K extends keyof E & string>(kind: K, entity: E[K]): void;
  remove(kind: keyof E & string, id: string): void;
  /** Runs `work` as a transaction: its changes are on disk when this returns, and a throw rolls all of them back. */
  transact<T>(work: () => T): T;
  onCommit(listener: () => void): void;
  /** Compacts a long journal. */
  compact(): void;
  clear(): void;
  close(): void;
}

type Undo = () => void;

export function createStore<E extends Kinds<E>>(journal: Journal | null): EntityStore<E> {
  const tables = new Map<string, Map<string, unknown>>();
  const listeners: (() => void)[] = [];
  let changes: Change[] | null = null;
  let undos: Undo[] = [];

  const table = (kind: string): Map<string, unknown> => {
    const found = tables.get(kind) ?? new Map<string, unknown>();
    tables.set(kind, found);
    return found;
  };

  const apply = (change: Change) => {
    if (change.length === 3) table(change[0]).set(change[1], change[2]);
    else table(change[0]).delete(change[1]);
  };

  const record = (change: Change) => {
    if (!changes) throw new Error(`The sandbox changed ${change[0]} ${change[1]} outside of a transaction.`);
    const rows = table(change[0]);
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
    get: <K extends keyof E & string>(kind: K, id: string) => table(kind).get(id) as E[K] | undefined,
    all: <K extends keyof E & string>(kind: K) => [...table(kind).values()] as E[K][],
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
