import { randomBytes } from 'node:crypto';
import type { CompiledQuery } from '../query/run-query';
import { invalid, StatusError } from '../values/status';
import { parseInstant, type Micros } from '../values/values';
import type { TransactionOptions } from '../wire/messages';
import type { Database } from './database';
import type { StoredDocument } from '../documents/stored-document';

const IDLE_MS = 60_000;
/** The number of ended transactions that are remembered, so that they differ from unknown ones. */
const ENDED_KEPT = 1000;

const versionsOf = (documents: readonly StoredDocument[]): string =>
  documents.map(({ path, updateTime }) => `${path}@${updateTime}`).join('\n');

interface QueryRead {
  readonly query: CompiledQuery;
  readonly versions: string;
}

/** A transaction with all its reads, which are checked at the commit. */
export interface Transaction {
  readonly id: string;
  readonly database: string;
  /** null: reads the present state and may write. */
  readonly readTime: Micros | null;
  readonly documents: Map<string, Micros | null>;
  readonly queries: QueryRead[];
  usedAt: number;
}

/** Optimistic concurrency: a transaction whose reads have changed is ABORTED at its commit, and the SDK retries it. */
export class Transactions {
  private readonly open = new Map<string, Transaction>();
  /** The ended transactions that could write, oldest first. */
  private readonly ended = new Set<string>();

  constructor(private readonly now: () => number = Date.now) {}

  begin(database: Database, options: TransactionOptions | undefined): Transaction {
    this.dropIdle();
    const readTime =
      options?.readOnly === undefined ? null : this.readTime(database, options.readOnly.readTime);
    const id = randomBytes(12).toString('base64');
    const transaction: Transaction = {
      id,
      database: database.name,
      readTime,
      documents: new Map(),
      queries: [],
      usedAt: this.now(),
    };
    this.open.set(id, transaction);
    return transaction;
  }

  get(id: string, database: Database): Transaction {
    this.dropIdle();
    const transaction = this.open.get(id);
    if (this.ended.has(id))
      throw new StatusError('ABORTED', 'The transaction has ended: it was committed or rolled back.');
    if (transaction === undefined || transaction.database !== database.name) throw this.unknown();
    transaction.usedAt = this.now();
    return transaction;
  }

  recordDocument(transaction: Transaction, path: string, document: StoredDocument | null): void {
    if (transaction.readTime === null && !transaction.documents.has(path)) {
      transaction.documents.set(path, document?.updateTime ?? null);
    }
  }

  recordQuery(transaction: Transaction, query: CompiledQuery, results: readonly StoredDocument[]): void {
    if (transaction.readTime === null) transaction.queries.push({ query, versions: versionsOf(results) });
  }

  /** Ends the transaction; throws ABORTED when something that it read has changed. */
  finish(transaction: Transaction, database: Database, writes: number): void {
    this.end(transaction);
    if (transaction.readTime !== null && writes > 0)
      throw invalid('Cannot modify entities in a read-only transaction.');
    for (const [path, updateTime] of transaction.documents) {
      if ((database.tree.get(path)?.updateTime ?? null) !== updateTime) throw this.conflict(path);
    }
    for (const { query, versions } of transaction.queries) {
      if (versionsOf(database.run(query, new Map())) !== versions) throw this.conflict('a query result');
    }
  }

  /** A rollback may be repeated, because a client retries when it gets no answer. */
  rollback(id: string): void {
    const transaction = this.open.get(id);
    if (transaction !== undefined) this.end(transaction);
    else if (!this.ended.has(id)) throw this.unknown();
  }

  private end({ id, readTime }: Transaction): void {
    this.open.delete(id);
    if (readTime !== null) return;
    this.ended.add(id);
    if (this.ended.size <= ENDED_KEPT) return;
    const [oldest] = this.ended;
    if (oldest !== undefined) this.ended.delete(oldest);
  }

  private unknown(): StatusError {
    return invalid('The referenced transaction has expired or is no longer valid.');
  }

  private conflict(what: string): StatusError {
    return new StatusError('ABORTED', `Too much contention on these documents (${what}). Please try again.`);
  }

  private readTime(database: Database, asked: string | undefined): Micros {
    return asked === undefined ? database.clock.read() : database.pastTime(parseInstant(asked));
  }

  private dropIdle(): void {
    const oldest = this.now() - IDLE_MS;
    for (const [id, { usedAt }] of this.open) if (usedAt < oldest) this.open.delete(id);
  }
}
