import type { Caller, RulesGate } from '../access/rules-gate';
import type { Database, FirestoreEngine } from '../engine/database';
import { type StoredDocument, documentMessage } from '../documents/stored-document';
import type { Transaction, Transactions } from '../engine/transactions';
import type { IndexCheck } from '../indexes/index-check';
import { invalid, StatusError } from '../values/status';
import { formatInstant, parseInstant, type Micros } from '../values/values';
import { parseResourceName, randomId } from '../values/names';
import type {
  Consistency,
  TransactionOptions,
  DocumentMessage,
  Requests,
  WriteMessage,
  WriteResponse,
  WriteResult,
} from '../wire/messages';
import { parseWrite, type WriteOutcome } from '../engine/writes';
import { maskFields } from '../query/results';

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

interface CommitResponse {
  writeResults?: WriteResult[];
  commitTime: string;
}

function commitWrites(context: RpcContext, databaseName: string, messages: readonly WriteMessage[]) {
  const database = databaseOf(context, databaseName);
  const writes = messages.map((message) => parseWrite(message, database.name));
  return database.commit(writes, (outcomes, staging) =>
    context.gate.writes(context.caller, database, outcomes, staging),
  );
}

export function commit(context: RpcContext, request: Requests['CommitRequest']): CommitResponse {
  const database = databaseOf(context, request.database);
  const messages = request.writes ?? [];
  if (request.transaction !== undefined && request.transaction !== '') {
    const transaction = context.transactions.get(request.transaction, database);
    context.transactions.finish(transaction, database, messages.length);
  }
  const { time, outcomes } = commitWrites(context, database.name, messages);
  const commitTime = formatInstant(time);
  return outcomes.length === 0
    ? { commitTime }
    : { commitTime, writeResults: outcomes.map(({ result }) => result) };
}

interface BatchWriteResponse {
  writeResults: WriteResult[];
  status: { code: number; message?: string }[];
}

export function batchWrite(context: RpcContext, request: Requests['BatchWriteRequest']): BatchWriteResponse {
  const database = databaseOf(context, request.database);
  context.gate.ownerOnly(context.caller, 'BatchWrite');
  const writes = (request.writes ?? []).map((message) => parseWrite(message, database.name));
  if (new Set(writes.map(({ path }) => path)).size < writes.length) {
    throw invalid('Cannot write to the same document twice in one batch write.');
  }
  const results = database.commitEach(writes);
  return {
    writeResults: results.map((result) => (result instanceof StatusError ? {} : result.result)),
    status: results.map((result) =>
      result instanceof StatusError ? { code: result.grpcCode, message: result.message } : { code: 0 },
    ),
  };
}

export function beginTransaction(
  context: RpcContext,
  request: Requests['BeginTransactionRequest'],
): { transaction: string } {
  const database = databaseOf(context, request.database);
  mayBegin(context, request.options);
  return { transaction: context.transactions.begin(database, request.options).id };
}

export function rollback(context: RpcContext, request: Requests['RollbackRequest']): Record<string, never> {
  databaseOf(context, request.database);
  if (request.transaction === undefined) throw invalid('A rollback needs its transaction.');
  context.transactions.rollback(request.transaction);
  return {};
}

function written(context: RpcContext, database: string, write: WriteMessage): WriteOutcome {
  const [outcome] = commitWrites(context, database, [write]).outcomes;
  if (outcome === undefined) throw new Error('a commit of one write has one outcome');
  return outcome;
}

function storedMessage(
  database: string,
  outcome: WriteOutcome,
  mask: readonly string[] | null,
): DocumentMessage {
  if (outcome.after === null) throw new Error('a set leaves a document');
  return documentMessage(database, outcome.after, maskFields(outcome.after, mask));
}

export function createDocument(
  context: RpcContext,
  request: Requests['CreateDocumentRequest'],
): DocumentMessage {
  const { database } = parseResourceName(request.parent ?? '');
  const id = request.documentId === undefined || request.documentId === '' ? randomId() : request.documentId;
  const name = `${request.parent}/${request.collectionId ?? ''}/${id}`;
  const update = { ...request.document, name };
  const outcome = written(context, database, { update, currentDocument: { exists: false } });
  return storedMessage(database, outcome, request.mask?.fieldPaths ?? null);
}

export function updateDocument(
  context: RpcContext,
  request: Requests['UpdateDocumentRequest'],
): DocumentMessage {
  const { document, updateMask, currentDocument } = request;
  if (document === undefined) throw invalid('An update needs its document.');
  const { database } = parseResourceName(document.name ?? '');
  const write: WriteMessage = { update: document };
  if (updateMask !== undefined) write.updateMask = updateMask;
  if (currentDocument !== undefined) write.currentDocument = currentDocument;
  return storedMessage(database, written(context, database, write), request.mask?.fieldPaths ?? null);
}

export function deleteDocument(
  context: RpcContext,
  request: Requests['DeleteDocumentRequest'],
): Record<string, never> {
  const { database } = parseResourceName(request.name ?? '');
  const write: WriteMessage = { delete: request.name ?? '' };
  if (request.currentDocument !== undefined) write.currentDocument = request.currentDocument;
  written(context, database, write);
  return {};
}

/** One Write stream of a client: batches in, results out, in order. A failed batch ends the stream. */
export class WriteStream {
  private database: string | null = null;
  private answers = 0;

  constructor(
    private readonly context: RpcContext,
    private readonly send: (message: WriteResponse) => void,
  ) {}

  receive(request: Requests['WriteRequest']): void {
    if (this.database === null) {
      if (request.database === undefined)
        throw invalid('The first message of a Write stream names the database.');
      this.database = request.database;
      this.send({ streamId: 'busker', streamToken: this.token() });
      if ((request.writes ?? []).length === 0) return;
    }
    const { commitTime, writeResults } = commit(this.context, {
      database: this.database,
      writes: request.writes ?? [],
    });
    const answer = { streamToken: this.token(), commitTime };
    this.send(writeResults === undefined ? answer : { ...answer, writeResults });
  }

  close(): void {
    this.database = null;
  }

  private token(): string {
    return Buffer.from(`answer:${this.answers++}`).toString('base64');
  }
}
