import { documentMessage } from '../documents/stored-document';
import { parseWrite, type WriteOutcome } from '../engine/writes';
import { maskFields } from '../query/results';
import { parseResourceName, randomId } from '../values/names';
import { StatusError, invalid } from '../values/status';
import { formatInstant } from '../values/values';
import type { DocumentMessage, Requests, WriteMessage, WriteResponse, WriteResult } from '../wire/messages';
import { databaseOf, mayBegin, type RpcContext } from './service';

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
