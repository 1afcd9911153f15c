/**
 * The port to the database: documents by path, transactions, a few queries. What is stored is `unknown` until a document's own
 * `decode` has made it a core type; times are Dates on the way in and anything with `toMillis` or a Date on the way out.
 */

import type { StoredData } from '../core/stored-document';

export type { StoredData };

/** One document: where it lies and how its stored shape and its core type become each other. */
export interface Stored<T> {
  readonly path: string;
  readonly encode: (value: T) => StoredData;
  readonly decode: (data: unknown) => T;
}

/** Fields by dotted path, each grown by an amount. */
export type Increments = Readonly<Record<string, number>>;

export interface Transaction {
  read<T>(doc: Stored<T>): Promise<T | undefined>;
  /** Several documents in one round trip, in the order asked for. */
  readAll<T>(docs: readonly Stored<T>[]): Promise<readonly (T | undefined)[]>;
  /** Writes the whole document. All reads of a transaction come before its first write. */
  write<T>(doc: Stored<T>, value: NoInfer<T>): void;
  /** Adds to numbers of a document, which is made when missing; `set` are further fields to write. */
  add(path: string, by: Increments, set?: StoredData): void;
  remove(path: string): void;
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
  /**
   * Runs `work` until nothing that it read changed before its writes landed. `work` may run several times: it must not do
   * anything but read and write through `tx`. A value thrown in it drops every write.
   */
  transaction<R>(work: (tx: Transaction) => Promise<R>): Promise<R>;
  find<T>(query: Query, decode: (data: unknown) => T): Promise<readonly Found<T>[]>;
  /** Outside of any transaction, without reading: for counters that many write at once. */
  add(path: string, by: Increments, set?: StoredData): Promise<void>;
}

/** The store did not answer in time or could not be reached. What was asked may or may not have happened. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The store does not answer', { cause });
    this.name = 'StoreUnavailable';
  }
}
