import {
  AggregateField,
  FieldPath,
  FieldValue,
  type DocumentReference,
  type Firestore,
  type Query as FirestoreQuery,
  type SetOptions,
  type Timestamp,
  type Transaction as FirestoreTransaction,
} from 'firebase-admin/firestore';
import {
  StoreUnavailable,
  type Condition,
  type Docs,
  type DocumentState,
  type Found,
  type Increments,
  type Place,
  type VersionedRead,
  type VersionedReads,
  type Query,
  type Store,
  type Stored,
  type StoredData,
  type Sums,
  type Transaction,
  type Writes,
} from '../store/store';

const merge: SetOptions = { merge: true };
const maxAttempts = 8;

/** gRPC codes of errors that may succeed on retry: deadline-exceeded, resource-exhausted, aborted, internal, unavailable. */
const passing = new Set([4, 8, 10, 13, 14]);

function isPassing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return passing.has(Number(error.code)) || error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET';
}

async function asked<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    throw isPassing(error) ? new StoreUnavailable(error) : error;
  }
}

/**
 * The error codes of a failed condition. Over REST the SDK only has the HTTP status: 400 (failed-precondition) becomes invalid-argument, 409
 * (already-exists) becomes aborted.
 */
const outdated = new Set<unknown>([3, 5, 6, 9, 10]);

const isOutdated = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && outdated.has(error.code);

/** When a document that was read was last written, and the fields that it had then. */
class Seen {
  constructor(
    readonly time: Timestamp,
    readonly fields: readonly string[],
  ) {}
}

/**
 * Replaces the whole document. A `set` has no condition, and an `update` keeps the fields that it does not name
 * (https://firebase.google.com/docs/firestore/manage-data/add-data). So those that were read and are gone are named and deleted. Where nothing was read,
 * a conditional removal and a `set` come together: a commit makes its writes in order, all or none, and listeners see one change.
 */
function writeIf(
  inner: FirestoreTransaction,
  doc: DocumentReference,
  data: StoredData,
  state: DocumentState | undefined,
): void {
  if (state === undefined) inner.set(doc, data);
  else if (state.kind === 'missing') inner.create(doc, data);
  else if (state.kind === 'present') {
    inner.delete(doc, { exists: true });
    inner.set(doc, data);
  } else if (state.at instanceof Seen) replaceSeen(inner, doc, data, state.at);
  else throw new Error(`${doc.path} was not read by this store`);
}

function replaceSeen(
  inner: FirestoreTransaction,
  doc: DocumentReference,
  data: StoredData,
  { time, fields }: Seen,
): void {
  const gone = fields.filter((field) => !(field in data)).map((field) => [field, FieldValue.delete()]);
  const [first, ...rest] = [...Object.entries(data), ...gone] as [string, unknown][];
  if (first === undefined) throw new Error(`${doc.path} would be empty`);
  // As a plain string, a name with a dot would be a path.
  const others = rest.flatMap(([field, value]) => [new FieldPath(field), value]);
  inner.update(doc, new FieldPath(first[0]), first[1], ...others, { lastUpdateTime: time });
}

/** Turns `{'a.b': 2}` into `{a: {b: increment(2)}}`: set with merge does not read dots in keys. */
function increments(by: Increments): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const [path, amount] of Object.entries(by)) {
    const keys = path.split('.');
    const last = keys.pop() ?? path;
    let at = data;
    for (const key of keys) {
      const inner = (at[key] ?? {}) as Record<string, unknown>;
      at[key] = inner;
      at = inner;
    }
    at[last] = FieldValue.increment(amount);
  }
  return data;
}

/** The store on Firestore. Each document brings its path, encoder and decoder. */
export class FirestoreStore implements Store {
  constructor(private readonly db: Firestore) {}

  async read<T>(doc: Stored<T>): Promise<T | undefined> {
    const snapshot = await asked(() => this.db.doc(doc.path).get());
    return snapshot.exists ? doc.decode(snapshot.data()) : undefined;
  }

  async readAll<T>(docs: readonly Stored<T>[]): Promise<readonly (T | undefined)[]> {
    if (docs.length === 0) return [];
    const snapshots = await asked(() => this.db.getAll(...docs.map((doc) => this.db.doc(doc.path))));
    return docs.map((doc, index) => {
      const snapshot = snapshots[index];
      return snapshot?.exists ? doc.decode(snapshot.data()) : undefined;
    });
  }

  async readVersioned<const T extends readonly unknown[]>(docs: Docs<T>): Promise<VersionedReads<T>> {
    const list: readonly Stored<unknown>[] = docs;
    if (list.length === 0) return [] as unknown as VersionedReads<T>;
    const snapshots = await asked(() => this.db.getAll(...list.map(({ path }) => this.db.doc(path))));
    const reads = list.map(({ path, decode }, index): VersionedRead<unknown> => {
      const snapshot = snapshots[index];
      if (snapshot?.exists !== true) return { path, value: undefined, state: { kind: 'missing' } };
      const data = snapshot.data() ?? {};
      const at = new Seen(snapshot.updateTime ?? snapshot.readTime, Object.keys(data));
      return { path, value: decode(data), state: { kind: 'written', at } };
    });
    return reads as VersionedReads<T>;
  }

  /** A transaction without reads is one request. A batch is one too, but retries `already-exists` for a minute. */
  async commit(conditions: readonly Condition[], work: (writes: Writes) => void): Promise<boolean> {
    const states = new Map(conditions.map(({ path, state }) => [path, state]));
    try {
      await this.db.runTransaction(
        async (inner) => {
          const write: Writes['write'] = (doc, value) =>
            writeIf(inner, this.db.doc(doc.path), doc.encode(value), states.get(doc.path));
          work({ ...this.writes(inner), write });
          return Promise.resolve();
        },
        { maxAttempts: 1 },
      );
      return true;
    } catch (error) {
      if (isOutdated(error)) return false;
      throw isPassing(error) ? new StoreUnavailable(error) : error;
    }
  }

  transaction<R>(work: (tx: Transaction) => Promise<R>): Promise<R> {
    return asked(() =>
      this.db.runTransaction(
        async (inner) => {
          const readAll = async <T>(docs: readonly Stored<T>[]) => {
            if (docs.length === 0) return [];
            const snapshots = await inner.getAll(...docs.map((doc) => this.db.doc(doc.path)));
            return docs.map((doc, index) => {
              const snapshot = snapshots[index];
              return snapshot?.exists ? doc.decode(snapshot.data()) : undefined;
            });
          };
          return work({
            readAll,
            read: async (doc) => (await readAll([doc]))[0],
            ...this.writes(inner),
          });
        },
        { maxAttempts },
      ),
    );
  }

  async find<T>(query: Query, decode: (data: unknown) => T): Promise<readonly Found<T>[]> {
    let asking = this.filtered(query);
    for (const [field, direction] of query.orderBy ?? []) asking = asking.orderBy(field, direction);
    const { after = null } = query;
    const snapshot = await asked(async () => {
      const page = after === null ? asking : await this.startingAfter(query, asking, after);
      return page.limit(query.limit).get();
    });
    return snapshot.docs.map((doc) => ({ path: doc.ref.path, value: decode(doc.data()) }));
  }

  async sum<Field extends string>(
    query: Pick<Query, 'from' | 'group' | 'where'>,
    fields: readonly Field[],
  ): Promise<Sums<Field>> {
    const named = fields.map((field, index) => [`sum${index}`, AggregateField.sum(field)] as const);
    const asking = this.filtered(query).aggregate({
      ...Object.fromEntries(named),
      count: AggregateField.count(),
    });
    const found: Readonly<Record<string, unknown>> = (await asked(() => asking.get())).data();
    const sums = Object.fromEntries(fields.map((field, index) => [field, Number(found[`sum${index}`])]));
    return { count: Number(found['count']), sums: sums as Record<Field, number> };
  }

  private filtered({ from, group, where = [] }: Pick<Query, 'from' | 'group' | 'where'>): FirestoreQuery {
    const all: FirestoreQuery = group === true ? this.db.collectionGroup(from) : this.db.collection(from);
    return where.reduce((query, [field, op, value]) => query.where(field, op, value), all);
  }

  private async startingAfter(
    { orderBy = [] }: Query,
    asking: FirestoreQuery,
    after: string | Place,
  ): Promise<FirestoreQuery> {
    if (typeof after === 'string') return asking.startAfter(await this.db.doc(after).get());
    const direction = orderBy.at(-1)?.[1] ?? 'asc';
    return asking
      .orderBy(FieldPath.documentId(), direction)
      .startAfter(...after.values, this.db.doc(after.path));
  }

  private writes(inner: FirestoreTransaction): Writes {
    return {
      write: (doc, value) => void inner.set(this.db.doc(doc.path), doc.encode(value)),
      add: (path, by, set = {}) => void inner.set(this.db.doc(path), { ...set, ...increments(by) }, merge),
      remove: (path) => void inner.delete(this.db.doc(path)),
    };
  }

  async add(path: string, by: Increments, set: StoredData = {}): Promise<void> {
    const doc: DocumentReference = this.db.doc(path);
    await asked(() => doc.set({ ...set, ...increments(by) }, merge));
  }
}
