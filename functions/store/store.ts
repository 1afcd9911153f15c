/**
 * The port to the database: documents by path, transactions, a few queries. What is stored is `unknown` until a document's own
 * `decode` has made it a core type; times are Dates on the way in and anything with `toMillis` or a Date on the way out.
 */

import type { StoredData } from '../../core/documents/stored-document';

export type { StoredData };

/** One document: where it lies and how its stored shape and its core type become each other. */
export interface Stored<T> {
  readonly path: string;
  readonly encode: (value: T) => StoredData;
  readonly decode: (data: unknown) => T;
}

/** Fields by dotted path, each grown by an amount. */
export type Increments = Readonly<Record<string, number>>;

/** Which state a document was seen in. `at` means something to the store alone. */
export type DocumentState =
  | { readonly kind: 'missing' }
  | { readonly kind: 'present' }
  | { readonly kind: 'written'; readonly at: unknown };

/** What a document has to be for a write to land. */
export interface Condition {
  readonly path: string;
  readonly state: DocumentState;
}

/** A document as it was found: also the condition that it is still so. */
export interface VersionedRead<T> extends Condition {
  readonly value: T | undefined;
}

export interface Writes {
  /** Writes the whole document. */
  write<T>(doc: Stored<T>, value: NoInfer<T>): void;
  /** Adds to numbers of a document, which is made when missing; `set` are further fields to write. */
  add(path: string, by: Increments, set?: StoredData): void;
  remove(path: string): void;
}

/** All reads of a transaction come before its first write. */
export interface Transaction extends Writes {
  read<T>(doc: Stored<T>): Promise<T | undefined>;
  /** Several documents in one round trip, in the order asked for. */
  readAll<T>(docs: readonly Stored<T>[]): Promise<readonly (T | undefined)[]>;
}

export type FilterValue = string | number | boolean | Date;

export interface Query {
  /** A collection's path, or with `group` the last name of it, wherever it lies. */
  readonly from: string;
  readonly group?: boolean;
  readonly where?: readonly (readonly [
    field: string,
    op: '==' | '<' | '<=' | '>' | '>=' | 'in' | 'array-contains',
    value: FilterValue | readonly FilterValue[],
  ])[];
  readonly orderBy?: readonly (readonly [field: string, direction: 'asc' | 'desc'])[];
  readonly limit: number;
  /** Path of the last document of the page before. */
  readonly after?: string | null;
}

export interface Found<T> {
  readonly path: string;
  readonly value: T;
}

export interface Store {
  read<T>(doc: Stored<T>): Promise<T | undefined>;
  readAll<T>(docs: readonly Stored<T>[]): Promise<readonly (T | undefined)[]>;
  /** Several documents of any kinds in one round trip, each with the state it was found in. */
  readVersioned<const T extends readonly unknown[]>(docs: Docs<T>): Promise<VersionedReads<T>>;
  /**
   * Writes everything at once without reading, or nothing when a condition does not hold: half the round trips of a transaction, for one
   * who has looked already. Each document of a condition must be written whole. `false` = somebody was quicker, or this very commit has
   * landed and its answer was lost: look again.
   */
  commit(conditions: readonly Condition[], work: (writes: Writes) => void): Promise<boolean>;
  /**
   * Runs `work` until nothing that it read changed before its writes landed. `work` may run several times: it must not do
   * anything but read and write through `tx`. A value thrown in it drops every write.
   */
  transaction<R>(work: (tx: Transaction) => Promise<R>): Promise<R>;
  find<T>(query: Query, decode: (data: unknown) => T): Promise<readonly Found<T>[]>;
  /** Outside of any transaction, without reading: for counters that many write at once. */
  add(path: string, by: Increments, set?: StoredData): Promise<void>;
}

export type Docs<T extends readonly unknown[]> = { readonly [K in keyof T]: Stored<T[K]> };
export type VersionedReads<T extends readonly unknown[]> = { readonly [K in keyof T]: VersionedRead<T[K]> };

/** The store did not answer in time or could not be reached. What was asked may or may not have happened. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The store does not answer', { cause });
    this.name = 'StoreUnavailable';
  }
}
