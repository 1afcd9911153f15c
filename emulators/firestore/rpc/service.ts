import type { Caller } from '../access/caller';
import type { RulesGate } from '../access/rules-gate';
import type { Database, FirestoreEngine } from '../engine/database';
import type { StoredDocument } from '../documents/stored-document';
import type { Transaction, Transactions } from '../engine/transactions';
import type { IndexCheck } from '../indexes/index-check';
import { invalid } from '../values/status';
import { formatInstant, parseInstant, type Micros } from '../values/values';
import { parseResourceName } from '../values/names';
import type { Consistency, TransactionOptions } from '../wire/messages';

/** What every RPC uses, with any transport. */
export interface Service {
  readonly engine: FirestoreEngine;
  readonly gate: RulesGate;
  readonly transactions: Transactions;
  readonly checkIndexes: IndexCheck;
  readonly log: (line: string) => void;
}

export interface RpcContext extends Service {
  readonly caller: Caller;
}

export function databaseOf(service: Service, name: string | undefined): Database {
  const resource = parseResourceName(name ?? '');
  if (resource.path !== '') throw invalid(`Invalid database name "${name}".`);
  return service.engine.database(resource.database);
}

/** The state of the database for a read. */
export interface ReadState {
  readonly overlay: ReadonlyMap<string, StoredDocument | null>;
  readonly readTime: string;
  readonly transaction: Transaction | null;
  /** Set when the read has started a transaction: the id for the answer. */
  readonly begun: string | null;
}

const NEWEST: ReadonlyMap<string, StoredDocument | null> = new Map();

function stateAt(database: Database, time: Micros | null): Pick<ReadState, 'overlay' | 'readTime'> {
  if (time === null) return { overlay: NEWEST, readTime: formatInstant(database.clock.read()) };
  return { overlay: database.statesAt(time), readTime: formatInstant(time) };
}

/**
 * Only administrators may start a transaction that writes, as in production. The web SDKs commit with preconditions
 * instead.
 */
export function mayBegin({ gate, caller }: RpcContext, options: TransactionOptions | undefined): void {
  if (options?.readOnly === undefined) gate.ownerOnly(caller, 'a transaction that writes');
}

export function readState(context: RpcContext, database: Database, consistency: Consistency): ReadState {
  const { transaction: id, newTransaction, readTime } = consistency;
  if (newTransaction !== undefined) {
    // A transaction started by a read is read-only by default; one started by BeginTransaction may write.
    const options =
      newTransaction.readWrite === undefined ? { readOnly: {}, ...newTransaction } : newTransaction;
    mayBegin(context, options);
    const transaction = context.transactions.begin(database, options);
    return { ...stateAt(database, transaction.readTime), transaction, begun: transaction.id };
  }
  if (id !== undefined && id !== '') {
    const transaction = context.transactions.get(id, database);
    return { ...stateAt(database, transaction.readTime), transaction, begun: null };
  }
  const time = readTime === undefined ? null : parseInstant(readTime);
  return { ...stateAt(database, time), transaction: null, begun: null };
}

export function readDocument(database: Database, state: ReadState, path: string): StoredDocument | null {
  const known = state.overlay.get(path);
  return known === undefined ? database.tree.get(path) : known;
}
