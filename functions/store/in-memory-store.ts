import { isDocumentId } from '../../core/base/text';
import type {
  Condition,
  Docs,
  DocumentState,
  Found,
  Increments,
  VersionedRead,
  VersionedReads,
  Query,
  Store,
  Stored,
  StoredData,
  Sums,
  Transaction,
  Writes,
} from './store';
import { InMemoryDocuments } from './in-memory-documents';
import { fieldOf, followersOf, matchesQuery, sortFor } from './in-memory-query';

type Write = (documents: InMemoryDocuments, version: number) => void;

const maxAttempts = 20;

/** The same data with the number at a field's path increased; a missing field counts as zero. */
function grown(data: unknown, [key = '', ...rest]: readonly string[], amount: number): StoredData {
  const map: StoredData = typeof data === 'object' && data !== null ? { ...data } : {};
  const before = map[key];
  if (rest.length > 0) return { ...map, [key]: grown(before, rest, amount) };
  return { ...map, [key]: (typeof before === 'number' ? before : 0) + amount };
}

function holds(wanted: DocumentState, is: DocumentState): boolean {
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
      let data: StoredData = { ...documents.get(path)?.data, ...structuredClone(set) };
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
   * The test runs refuse here what Firestore refuses: a query without its declared index (scripts/refuse-undeclared-queries.ts). It throws. `summed` are
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
    if (!conditions.every(({ path, state }) => holds(state, this.stateOf(path)))) return false;
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
