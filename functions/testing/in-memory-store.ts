import { collections } from '@busker/core/documents/documents';
import { isDocumentId } from '@busker/core/text/text';
import type { Clock } from '../clock';
import { isSource, keepingCache, type RecentProfiles } from '../profile-cache/profile-cache';
import {
  type Condition,
  type Docs,
  type DocumentState,
  type FilterValue,
  type Found,
  type Increments,
  type Query,
  type Store,
  type Stored,
  type StoredData,
  type Sums,
  type Transaction,
  type VersionedRead,
  type VersionedReads,
  type Writes,
  sparingMarks,
} from '../store/store';

interface Kept {
  readonly version: number;
  readonly data: StoredData;
}

type Entry = readonly [path: string, kept: Kept];

const collectionOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const idOf = (collection: string): string => collection.slice(collection.lastIndexOf('/') + 1);

/** Documents by path, and by collection, so that a query looks only at the documents of its collection. */
class InMemoryDocuments {
  private readonly collections = new Map<string, Map<string, Kept>>();
  private readonly groups = new Map<string, Set<string>>();

  get(path: string): Kept | undefined {
    return this.collections.get(collectionOf(path))?.get(path);
  }

  set(path: string, kept: Kept): void {
    const collection = collectionOf(path);
    const documents = this.collections.get(collection) ?? new Map<string, Kept>();
    documents.set(path, kept);
    this.collections.set(collection, documents);
    const group = this.groups.get(idOf(collection)) ?? new Set<string>();
    this.groups.set(idOf(collection), group.add(collection));
  }

  delete(path: string): void {
    const collection = collectionOf(path);
    const documents = this.collections.get(collection);
    documents?.delete(path);
    if (documents?.size !== 0) return;
    this.collections.delete(collection);
    this.groups.get(idOf(collection))?.delete(collection);
  }

  all(): readonly Entry[] {
    return [...this.collections.values()].flatMap((documents) => [...documents]);
  }

  /** The documents in which a query may find something. */
  of({ from, group }: Pick<Query, 'from' | 'group'>): readonly Entry[] {
    const collections = group === true ? (this.groups.get(from) ?? []) : [from];
    return [...collections].flatMap((collection) => [...(this.collections.get(collection) ?? [])]);
  }
}

interface Held {
  readonly path: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function fieldOf(data: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), data);
}

/** Dates compare by their time. Values of different types never match. */
function compare(a: unknown, b: unknown): number | undefined {
  const [x, y] = [a instanceof Date ? a.getTime() : a, b instanceof Date ? b.getTime() : b];
  if (typeof x === 'number' && typeof y === 'number') return x - y;
  if (typeof x === 'string' && typeof y === 'string') return x < y ? -1 : x > y ? 1 : 0;
  if (typeof x === 'boolean' && typeof y === 'boolean') return Number(x) - Number(y);
  return undefined;
}

const same = (a: unknown, b: FilterValue) => compare(a, b) === 0;

function holds(value: unknown, op: string, wanted: FilterValue | readonly FilterValue[]): boolean {
  const list = (Array.isArray(wanted) ? wanted : [wanted]) as readonly FilterValue[];
  const order = compare(value, list[0]);
  switch (op) {
    case '==':
      return order === 0;
    case '<':
      return order !== undefined && order < 0;
    case '<=':
      return order !== undefined && order <= 0;
    case '>':
      return order !== undefined && order > 0;
    case '>=':
      return order !== undefined && order >= 0;
    case 'in':
      return list.some((each) => same(value, each));
    case 'array-contains':
      return Array.isArray(value) && value.some((each) => list.some((one) => same(each, one)));
    default:
      throw new Error(`No such operator: ${op}`);
  }
}

type Filter = Omit<Query, 'limit' | 'after'>;

function liesIn({ from, group }: Filter, path: string): boolean {
  if (group === true) return path.split('/').at(-2) === from;
  return path.startsWith(`${from}/`) && !path.includes('/', from.length + 1);
}

function matchesQuery(query: Filter, { path, data }: Held): boolean {
  if (!liesIn(query, path)) return false;
  if ((query.orderBy ?? []).some(([field]) => fieldOf(data, field) === undefined)) return false;
  return (query.where ?? []).every(([field, op, value]) => holds(fieldOf(data, field), op, value));
}

/** Sorted by the requested fields, then by path, as Firestore does. */
function sortFor(query: Query): (a: Held, b: Held) => number {
  const last = query.orderBy?.at(-1)?.[1] ?? 'asc';
  return (a, b) => {
    for (const [field, direction] of query.orderBy ?? []) {
      const order = compare(fieldOf(a.data, field), fieldOf(b.data, field)) ?? 0;
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    const byPath = a.path < b.path ? -1 : 1;
    return last === 'asc' ? byPath : -byPath;
  };
}

/** The sorted documents that follow a place. */
function followersOf(query: Query, sorted: readonly Held[]): readonly Held[] {
  const { after = null } = query;
  if (after === null) return sorted;
  const { path, values } = typeof after === 'string' ? { path: after, values: null } : after;
  if (values === null) {
    const index = sorted.findIndex((each) => each.path === path);
    if (index >= 0) return sorted.slice(index + 1);
    // Firestore reads the values of the order from the document.
    if ((query.orderBy ?? []).length > 0) throw new Error(`${path} is gone`);
  }
  const order = sortFor(query);
  const last = { path, data: valuesAt(query, values ?? []) };
  return sorted.filter((each) => order(last, each) < 0 && each.path !== path);
}

function valuesAt({ orderBy = [] }: Query, values: readonly FilterValue[]): Held['data'] {
  const data: Record<string, unknown> = {};
  for (const [index, [field]] of orderBy.entries()) {
    const keys = field.split('.');
    const name = keys.pop() ?? field;
    let at = data;
    for (const key of keys) at = (at[key] ??= {}) as Record<string, unknown>;
    at[name] = values[index];
  }
  return data;
}

type Write = (documents: InMemoryDocuments, version: number) => void;

const maxAttempts = 20;

/** The same data with the number at a field's path increased; a missing field counts as zero. */
function grown(data: unknown, [key = '', ...rest]: readonly string[], amount: number): StoredData {
  const map: StoredData = typeof data === 'object' && data !== null ? { ...data } : {};
  const before = map[key];
  if (rest.length > 0) return { ...map, [key]: grown(before, rest, amount) };
  return { ...map, [key]: (typeof before === 'number' ? before : 0) + amount };
}

/** The fields of `set` over those of `data`; the other fields of a map stay, as in Firestore. */
function merged(data: StoredData, set: StoredData): StoredData {
  const isMap = (value: unknown): value is StoredData =>
    isRecord(value) && !(value instanceof Date) && !Array.isArray(value);
  const changed = Object.entries(set).map(([key, value]) => {
    const before = data[key];
    return [key, isMap(value) && isMap(before) ? merged(before, value) : value] as const;
  });
  return { ...data, ...Object.fromEntries(changed) };
}

function inMemoryStoreHolds(wanted: DocumentState, is: DocumentState): boolean {
  if (wanted.kind === 'written') return is.kind === 'written' && is.at === wanted.at;
  return (wanted.kind === 'missing') === (is.kind === 'missing');
}

/** Firestore refuses a path with an invalid document id, and so does this store. */
function documentAt(path: string): string {
  const segments = path.split('/');
  if (segments.length % 2 === 0 && segments.every(isDocumentId)) return path;
  throw new Error(`No document can lie at ${path}`);
}

/** Writes that are kept until the commit is certain. */
const recording = (writes: Write[]): Writes => ({
  write: (doc, value) => {
    const path = documentAt(doc.path);
    const data = structuredClone(doc.encode(value));
    writes.push((documents, version) => documents.set(path, { version, data }));
  },
  add: (path, by, set = {}) => {
    documentAt(path);
    writes.push((documents, version) => {
      let data = merged(documents.get(path)?.data ?? {}, structuredClone(set));
      for (const [field, amount] of Object.entries(by)) data = grown(data, field.split('.'), amount);
      documents.set(path, { version, data });
    });
  },
  remove: (path) => {
    documentAt(path);
    writes.push((documents) => documents.delete(path));
  },
});

/** A store in memory with Firestore's transactions: all or nothing, and repeated when a document that was read has changed. */
export class InMemoryStore implements Store {
  /**
   * The test runs refuse here what Firestore refuses: a query without its declared index (scripts/testing/refuse-undeclared-queries.ts). It throws. `summed` are
   * the fields that the query adds up.
   */
  static refuse: (query: Omit<Query, 'limit' | 'after'>, summed: readonly string[]) => void = () => undefined;

  private readonly documents = new InMemoryDocuments();
  private version = 0;
  /** The round trips to Firestore that the requests so far would have cost. */
  requests = 0;
  /** The documents that Firestore would have charged: also missing ones, one for a query without results, and removed ones as written. */
  readonly charged = { read: 0, written: 0 };
  /** Tests throw here to make the store fail before a read or a commit. */
  fault: (step: 'read' | 'commit' | 'find') => void = () => undefined;

  /** Tests hold a request here before it is executed. */
  pause: (step: 'read' | 'commit' | 'find') => Promise<void> = () => Promise.resolve();

  async read<T>(doc: Stored<T>): Promise<T | undefined> {
    const [value] = await this.readAll([doc]);
    return value;
  }

  async readAll<T>(docs: readonly Stored<T>[]): Promise<readonly (T | undefined)[]> {
    if (docs.length > 0) await this.roundTrip('read');
    this.charged.read += docs.length;
    return docs.map((doc) => this.decoded(doc));
  }

  async readVersioned<const T extends readonly unknown[]>(docs: Docs<T>): Promise<VersionedReads<T>> {
    await this.roundTrip('read');
    this.charged.read += docs.length;
    const list: readonly Stored<unknown>[] = docs;
    const reads = list.map((doc): VersionedRead<unknown> => {
      const { path } = doc;
      return { path, value: this.decoded(doc), state: this.stateOf(path) };
    });
    return reads as VersionedReads<T>;
  }

  async commit(conditions: readonly Condition[], work: (writes: Writes) => void): Promise<boolean> {
    const writes: Write[] = [];
    work(recording(writes));
    await this.roundTrip('commit');
    if (!conditions.every(({ path, state }) => inMemoryStoreHolds(state, this.stateOf(path)))) return false;
    this.carryOut(writes);
    return true;
  }

  async transaction<R>(work: (tx: Transaction) => Promise<R>): Promise<R> {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const seen = new Map<string, number>();
      const writes: Write[] = [];
      const result = await work(this.open(seen, writes));
      await this.roundTrip('commit');
      if ([...seen].every(([path, version]) => this.versionOf(path) === version)) {
        this.carryOut(writes);
        return result;
      }
    }
    throw new Error(`Nothing but contention after ${maxAttempts} attempts`);
  }

  async find<T>(query: Query, decode: (data: unknown) => T): Promise<readonly Found<T>[]> {
    InMemoryStore.refuse(query, []);
    await this.roundTrip('find');
    const page = followersOf(query, this.matching(query).toSorted(sortFor(query))).slice(0, query.limit);
    this.charged.read += Math.max(1, page.length);
    return page.map(({ path, data }) => ({ path, value: decode(structuredClone(data)) }));
  }

  async sum<Field extends string>(
    query: Pick<Query, 'from' | 'group' | 'where'>,
    fields: readonly Field[],
  ): Promise<Sums<Field>> {
    InMemoryStore.refuse(query, fields);
    await this.roundTrip('find');
    const complete = this.matching(query).filter(({ data }) =>
      fields.every((field) => fieldOf(data, field) !== undefined),
    );
    const total = (field: Field) =>
      complete.reduce((sum, { data }) => {
        const value = fieldOf(data, field);
        return typeof value === 'number' ? sum + value : sum;
      }, 0);
    const sums = Object.fromEntries(fields.map((field) => [field, total(field)]));
    return { count: complete.length, sums: sums as Record<Field, number> };
  }

  async add(path: string, by: Increments, set: StoredData = {}): Promise<void> {
    await this.commit([], (writes) => writes.add(path, by, set));
  }

  /**
   * Every stored document: `{path: data}`, sorted by path. It stays as it is whatever is written afterwards: a write replaces data and never
   * changes them, so that nothing is copied here. Copies were a fifth of the time of all tests of the server.
   */
  dump(): Readonly<Record<string, StoredData>> {
    const entries = this.documents.all().map(([path, kept]) => [path, kept.data] as const);
    return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The raw data of one document. */
  get(path: string): StoredData | undefined {
    return this.documents.get(path)?.data;
  }

  /** Stores raw data, as the dashboard does with drafts. */
  put(path: string, data: StoredData): void {
    this.version += 1;
    this.documents.set(path, { version: this.version, data: structuredClone(data) });
  }

  /** The paths of the documents of a collection. */
  pathsIn(collection: string): readonly string[] {
    return this.documents.of({ from: collection }).map(([path]) => path);
  }

  /** Removes raw data. */
  drop(path: string): void {
    this.documents.delete(path);
  }

  private matching(query: Omit<Query, 'limit' | 'after'>) {
    const held = this.documents.of(query).map(([path, kept]) => ({ path, data: kept.data }));
    return held.filter((each) => matchesQuery(query, each));
  }

  private open(seen: Map<string, number>, writes: Write[]): Transaction {
    const look = async <T>(docs: readonly Stored<T>[]) => {
      if (writes.length > 0) throw new Error('A transaction reads before it writes');
      for (const doc of docs) if (!seen.has(doc.path)) seen.set(doc.path, this.versionOf(doc.path));
      return this.readAll(docs);
    };
    return {
      read: async (doc) => (await look([doc]))[0],
      readAll: look,
      ...recording(writes),
    };
  }

  private carryOut(writes: readonly Write[]): void {
    this.version += 1;
    this.charged.written += writes.length;
    for (const write of writes) write(this.documents, this.version);
  }

  private async roundTrip(step: 'read' | 'commit' | 'find'): Promise<void> {
    this.requests += 1;
    await this.pause(step);
    this.fault(step);
  }

  private stateOf(path: string): DocumentState {
    const at = this.documents.get(documentAt(path))?.version;
    return at === undefined ? { kind: 'missing' } : { kind: 'written', at };
  }

  private decoded<T>(doc: Stored<T>): T | undefined {
    const kept = this.documents.get(documentAt(doc.path));
    return kept === undefined ? undefined : doc.decode(structuredClone(kept.data));
  }

  private versionOf(path: string): number {
    return this.documents.get(path)?.version ?? 0;
  }
}

/** The contract of every store, in memory and on Firestore. Each test uses its own path. */
export interface StorePromise {
  readonly promise: string;
  readonly holds: (store: Store, at: string) => Promise<void>;
}

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
