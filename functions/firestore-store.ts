import {
  FieldValue,
  type DocumentReference,
  type Firestore,
  type Query as FirestoreQuery,
  type SetOptions,
} from 'firebase-admin/firestore';
import {
  StoreUnavailable,
  type Found,
  type Increments,
  type Query,
  type Store,
  type Stored,
  type StoredData,
  type Transaction,
} from './store';

const merge: SetOptions = { merge: true };
const maxAttempts = 8;

/** gRPC codes that say "ask again": deadline-exceeded, resource-exhausted, aborted, internal, unavailable. */
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

/** `{a: {b: increment(2)}}` of `{'a.b': 2}`: set with merge does not read dots in keys. */
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

/** The store on Firestore. Paths, encoding and decoding come from the documents themselves. */
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

  transaction<R>(work: (tx: Transaction) => Promise<R>): Promise<R> {
    return asked(() =>
      this.db.runTransaction(
        async (inner) => {
          const readAll = async <T>(docs: readonly Stored<T>[]) => {
            const snapshots = await inner.getAll(...docs.map((doc) => this.db.doc(doc.path)));
            return docs.map((doc, index) => {
              const snapshot = snapshots[index];
              return snapshot?.exists ? doc.decode(snapshot.data()) : undefined;
            });
          };
          return work({
            readAll,
            read: async (doc) => (await readAll([doc]))[0],
            write: (doc, value) => void inner.set(this.db.doc(doc.path), doc.encode(value)),
            add: (path, by, set = {}) =>
              void inner.set(this.db.doc(path), { ...set, ...increments(by) }, merge),
            remove: (path) => void inner.delete(this.db.doc(path)),
          });
        },
        { maxAttempts },
      ),
    );
  }

  async find<T>(query: Query, decode: (data: unknown) => T): Promise<readonly Found<T>[]> {
    let asking: FirestoreQuery =
      query.group === true ? this.db.collectionGroup(query.from) : this.db.collection(query.from);
    for (const [field, op, value] of query.where ?? []) asking = asking.where(field, op, value);
    for (const [field, direction] of query.orderBy ?? []) asking = asking.orderBy(field, direction);
    const after = query.after;
    const snapshot = await asked(async () => {
      if (after != null) asking = asking.startAfter(await this.db.doc(after).get());
      return asking.limit(query.limit).get();
    });
    return snapshot.docs.map((doc) => ({ path: doc.ref.path, value: decode(doc.data()) }));
  }

  async add(path: string, by: Increments, set: StoredData = {}): Promise<void> {
    const doc: DocumentReference = this.db.doc(path);
    await asked(() => doc.set({ ...set, ...increments(by) }, merge));
  }
}
