import type {
  Condition,
  Docs,
  Found,
  Increments,
  Query,
  Store,
  Stored,
  StoredData,
  Sums,
  Transaction,
  VersionedReads,
  Writes,
} from '@busker/functions/store/store';

/** What the store was asked for, in the units of Firestore's bill. A document that is missing, and a query that finds nothing, cost one read. */
export interface StoreCounts {
  requests: number;
  read: number;
  written: number;
}

export const noCounts = (): StoreCounts => ({ requests: 0, read: 0, written: 0 });

/** The collections of a path: `profiles/ada/tips/t1` is `profiles/-/tips/-`. */
const patternOf = (path: string): string =>
  path
    .split('/')
    .map((part, index) => (index % 2 === 0 ? part : '-'))
    .join('/');

const add = (counts: Map<string, number>, path: string): void => {
  const pattern = patternOf(path);
  counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
};

/** A thousand entries of an index cost one read. */
const entriesRead = (entries: number): number => Math.max(1, Math.ceil(entries / 1_000));

/** A store that counts what it is asked for. Everything else is the inner store's. */
export class CountedStore implements Store {
  counts = noCounts();
  /** Documents written, and documents that queries brought, since the last reset, by the pattern of their path. */
  readonly writtenTo = new Map<string, number>();
  readonly foundIn = new Map<string, number>();

  constructor(private readonly inner: Store) {}

  reset(): void {
    this.counts = noCounts();
    this.writtenTo.clear();
    this.foundIn.clear();
  }

  async read<T>(doc: Stored<T>): Promise<T | undefined> {
    this.reads(1);
    return this.inner.read(doc);
  }

  async readAll<T>(docs: readonly Stored<T>[]): Promise<readonly (T | undefined)[]> {
    if (docs.length > 0) this.reads(docs.length);
    return this.inner.readAll(docs);
  }

  async readVersioned<const T extends readonly unknown[]>(docs: Docs<T>): Promise<VersionedReads<T>> {
    this.reads(docs.length);
    return this.inner.readVersioned<T>(docs);
  }

  async commit(conditions: readonly Condition[], work: (writes: Writes) => void): Promise<boolean> {
    this.counts.requests += 1;
    const landed = await this.inner.commit(conditions, (writes) => work(this.counting(writes)));
    return landed;
  }

  async transaction<R>(work: (tx: Transaction) => Promise<R>): Promise<R> {
    return this.inner.transaction(async (tx) => {
      const result = await work({
        ...this.counting(tx),
        read: async (doc) => {
          this.reads(1);
          return tx.read(doc);
        },
        readAll: async (docs) => {
          if (docs.length > 0) this.reads(docs.length);
          return tx.readAll(docs);
        },
      });
      this.counts.requests += 1;
      return result;
    });
  }

  async find<T>(query: Query, decode: (data: unknown) => T): Promise<readonly Found<T>[]> {
    const found = await this.inner.find(query, decode);
    this.reads(Math.max(1, found.length));
    for (const { path } of found) add(this.foundIn, path);
    return found;
  }

  /** Billed as one read for each thousand documents (cloud.google.com/firestore/pricing#aggregation_queries). */
  async sum<Field extends string>(
    query: Pick<Query, 'from' | 'group' | 'where'>,
    fields: readonly Field[],
  ): Promise<Sums<Field>> {
    const found = await this.inner.sum(query, fields);
    this.reads(entriesRead(found.count));
    return found;
  }

  async add(path: string, by: Increments, set?: StoredData): Promise<void> {
    this.counts.requests += 1;
    this.writes(path);
    await this.inner.add(path, by, set);
  }

  private reads(documents: number): void {
    this.counts.requests += 1;
    this.counts.read += documents;
  }

  private writes(path: string): void {
    this.counts.written += 1;
    add(this.writtenTo, path);
  }

  private counting(writes: Writes): Writes {
    return {
      write: (doc, value) => {
        this.writes(doc.path);
        writes.write(doc, value);
      },
      add: (path, by, set) => {
        this.writes(path);
        writes.add(path, by, set);
      },
      remove: (path) => {
        this.writes(path);
        writes.remove(path);
      },
    };
  }
}
