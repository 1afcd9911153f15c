import type { WireFields } from '@busker/rules-engine/port';
import { wholeBudget } from '../access/rules-gate';
import type { Database } from '../engine/database';
import { documentMessage, type StoredDocument } from '../documents/stored-document';
import { aggregate, parseAggregations, maskFields, selectFields } from '../query/results';
import { compileQuery, type CompiledQuery } from '../query/run-query';
import { parseQuery } from '../query/parse-query';
import { StatusError, invalid, unimplemented } from '../values/status';
import {
  compareIds,
  comparePaths,
  documentName,
  lastSegment,
  parseDocumentName,
  parseParentName,
  type FieldPath,
} from '../values/names';
import { requestFromJson } from '../wire/from-json';
import type { Consistency, DocumentMessage, RequestName, Requests, StructuredQuery } from '../wire/messages';
import {
  databaseOf,
  readDocument,
  readState,
  type ReadState,
  type RpcContext,
  batchWrite,
  beginTransaction,
  commit,
  createDocument,
  deleteDocument,
  rollback,
  updateDocument,
} from './service';

const DEFAULT_PAGE = 300;

interface ListResponse {
  documents?: DocumentMessage[];
  nextPageToken?: string;
}

/** The paths of missing documents that have subcollections. */
function missingPaths(database: Database, collection: string): string[] {
  const depth = collection.split('/').length + 1;
  const paths = database.tree
    .descendants('', null)
    .filter(({ path }) => path.startsWith(`${collection}/`))
    .map(({ path }) => path.split('/').slice(0, depth).join('/'));
  return [...new Set(paths)].filter((path) => database.tree.get(path) === null);
}

function orderOf(text: string | undefined): NonNullable<StructuredQuery['orderBy']> {
  if (text === undefined || text.trim() === '') return [];
  return text.split(',').map((part) => {
    const [fieldPath = '', direction] = part.trim().split(/\s+/);
    return { field: { fieldPath }, direction: direction === 'desc' ? 'DESCENDING' : 'ASCENDING' };
  });
}

/** The documents of one collection, in pages; `showMissing` adds missing documents that have subcollections. */
function listDocuments(context: RpcContext, request: Requests['ListDocumentsRequest']): ListResponse {
  const { database: name, path: parent } = parseParentName(request.parent ?? '');
  const database = context.engine.database(name);
  const pageSize = request.pageSize === undefined || request.pageSize === 0 ? DEFAULT_PAGE : request.pageSize;
  if (pageSize < 0) throw invalid('pageSize must not be negative.');
  const collectionId = request.collectionId ?? '';
  const orderBy = orderOf(request.orderBy);
  if (request.showMissing === true && orderBy.length > 0)
    throw invalid('showMissing cannot be combined with orderBy.');
  const message: StructuredQuery = { from: collectionId === '' ? [{}] : [{ collectionId }], orderBy };
  context.gate.list(context.caller, database, parent, { ...message, limit: pageSize });
  const state = readState(context, database, request);
  const compiled = compileQuery(parseQuery(request.parent ?? '', message));
  const found = database.run(compiled, state.overlay).map((document) => ({ path: document.path, document }));
  const collection = parent === '' ? collectionId : `${parent}/${collectionId}`;
  const missing = request.showMissing === true ? missingPaths(database, collection) : [];
  const all = [...found, ...missing.map((path) => ({ path, document: null }))];
  if (missing.length > 0) all.sort((a, b) => comparePaths(a.path, b.path));
  const token = request.pageToken ?? '';
  if (token !== '' && !token.startsWith(`${collection}/`) && collectionId !== '')
    throw invalid('The page token is not one of this collection.');
  const start = token === '' ? 0 : startAfter(all, token, orderBy.length > 0);
  const page = all.slice(start, start + pageSize);
  const mask = request.mask === undefined ? null : (request.mask.fieldPaths ?? []);
  const documents = page.map(({ path, document }) =>
    document === null
      ? { name: documentName(name, path) }
      : documentMessage(name, document, maskFields(document, mask)),
  );
  const last = page.at(-1);
  if (last === undefined) return {};
  return start + pageSize < all.length ? { documents, nextPageToken: last.path } : { documents };
}

/** A page starts after the document in the token, even if that document has been deleted. */
function startAfter(all: readonly { path: string }[], token: string, ordered: boolean): number {
  const at = all.findIndex(({ path }) => path === token);
  if (at >= 0 || ordered) return at + 1;
  const next = all.findIndex(({ path }) => compareIds(lastSegment(path), lastSegment(token)) > 0);
  return next < 0 ? all.length : next;
}

interface QueryRead {
  readonly database: string;
  readonly compiled: CompiledQuery;
  readonly documents: readonly StoredDocument[];
  readonly state: ReadState;
}

function read(
  context: RpcContext,
  parent: string | undefined,
  message: StructuredQuery | undefined,
  consistency: Consistency,
  summed: readonly FieldPath[] = [],
): QueryRead {
  if (message === undefined) throw invalid('A query is required.');
  const compiled = compileQuery(parseQuery(parent ?? '', message));
  const { query } = compiled;
  const database = context.engine.database(query.database);
  context.gate.list(context.caller, database, query.parent, message);
  context.checkIndexes(query, summed);
  const state = readState(context, database, consistency);
  const documents = database.run(compiled, state.overlay);
  if (state.transaction !== null) context.transactions.recordQuery(state.transaction, compiled, documents);
  return { database: query.database, compiled, documents, state };
}

interface RunQueryResponse {
  transaction?: string;
  document?: DocumentMessage;
  readTime?: string;
}

function runQuery(context: RpcContext, request: Requests['RunQueryRequest']): RunQueryResponse[] {
  if (request.explainOptions !== undefined) throw unimplemented('Query explain');
  const { database, compiled, documents, state } = read(
    context,
    request.parent,
    request.structuredQuery,
    request,
  );
  const { readTime } = state;
  const answers: RunQueryResponse[] = documents.map((document) => ({
    document: documentMessage(database, document, selectFields(document, compiled.query.select)),
    readTime,
  }));
  if (state.begun !== null) answers.unshift({ transaction: state.begun });
  return documents.length === 0 ? [{ ...answers[0], readTime }] : answers;
}

interface AggregationResponse {
  result: { aggregateFields: WireFields };
  readTime: string;
  transaction?: string;
}

function runAggregationQuery(
  context: RpcContext,
  request: Requests['RunAggregationQueryRequest'],
): AggregationResponse[] {
  if (request.explainOptions !== undefined) throw unimplemented('Query explain');
  const { structuredQuery, aggregations = [] } = request.structuredAggregationQuery ?? {};
  const named = parseAggregations(aggregations);
  const summed = named.flatMap(({ operator }) => (operator.kind === 'count' ? [] : [operator.field]));
  const { documents, state } = read(context, request.parent, structuredQuery, request, summed);
  const answer = { result: { aggregateFields: aggregate(named, documents) }, readTime: state.readTime };
  return [state.begun === null ? answer : { ...answer, transaction: state.begun }];
}

/** Cursors that split a collection group into parts of about equal size. */
function partitionQuery(
  context: RpcContext,
  request: Requests['PartitionQueryRequest'],
): { partitions: { values: { referenceValue: string }[] }[]; nextPageToken?: string } {
  context.gate.ownerOnly(context.caller, 'PartitionQuery');
  const count = Number(request.partitionCount ?? '0');
  if (count <= 0) throw invalid('partitionCount must be positive.');
  const { documents, database } = read(
    context,
    request.parent,
    request.structuredQuery,
    request.readTime === undefined ? {} : { readTime: request.readTime },
  );
  const paths = documents.map(({ path }) => path).sort(comparePaths);
  const parts = Math.min(count + 1, Math.max(1, paths.length));
  const cuts = Array.from(
    { length: parts - 1 },
    (_, i) => paths[Math.floor(((i + 1) * paths.length) / parts)] ?? '',
  );
  const from = request.pageToken === undefined || request.pageToken === '' ? 0 : Number(request.pageToken);
  const to = request.pageSize === undefined || request.pageSize === 0 ? cuts.length : from + request.pageSize;
  const partitions = cuts.slice(from, to).map((path) => ({
    values: [{ referenceValue: documentName(database, path) }],
  }));
  return to < cuts.length ? { partitions, nextPageToken: String(to) } : { partitions };
}

interface CollectionIds {
  collectionIds?: string[];
  nextPageToken?: string;
}

function listCollectionIds(
  context: RpcContext,
  request: Requests['ListCollectionIdsRequest'],
): CollectionIds {
  context.gate.ownerOnly(context.caller, 'ListCollectionIds');
  const { database, path } = parseParentName(request.parent ?? '');
  const all = context.engine.database(database).tree.collectionIds(path);
  const after = request.pageToken ?? '';
  const rest = after === '' ? all : all.slice(all.indexOf(after) + 1);
  const size = request.pageSize === undefined || request.pageSize === 0 ? 300 : request.pageSize;
  const page = rest.slice(0, size);
  const last = page.at(-1);
  if (last === undefined) return {};
  return rest.length > size ? { collectionIds: page, nextPageToken: last } : { collectionIds: page };
}

function getDocument(context: RpcContext, request: Requests['GetDocumentRequest']): DocumentMessage {
  const { database: name, path } = parseDocumentName(request.name ?? '');
  const database = context.engine.database(name);
  const state = readState(context, database, request);
  const document = readDocument(database, state, path);
  context.gate.get(context.caller, database, path, document);
  if (state.transaction !== null) context.transactions.recordDocument(state.transaction, path, document);
  if (document === null) throw new StatusError('NOT_FOUND', `Document "${request.name}" not found.`);
  return documentMessage(name, document, maskFields(document, request.mask?.fieldPaths ?? null));
}

interface BatchGetResponse {
  found?: DocumentMessage;
  missing?: string;
  transaction?: string;
  readTime?: string;
}

function batchGetDocuments(
  context: RpcContext,
  request: Requests['BatchGetDocumentsRequest'],
): BatchGetResponse[] {
  const database = databaseOf(context, request.database);
  const paths = (request.documents ?? []).map((name) => parseDocumentName(name).path);
  const state = readState(context, database, request);
  const mask = request.mask === undefined ? null : (request.mask.fieldPaths ?? []);
  const budget = wholeBudget();
  const answers = [...new Set(paths)].map((path): BatchGetResponse => {
    const document = readDocument(database, state, path);
    context.gate.get(context.caller, database, path, document, budget);
    if (state.transaction !== null) context.transactions.recordDocument(state.transaction, path, document);
    const { readTime } = state;
    if (document === null) return { missing: documentName(database.name, path), readTime };
    return { found: documentMessage(database.name, document, maskFields(document, mask)), readTime };
  });
  if (state.begun === null) return answers;
  return [
    { transaction: state.begun, ...(answers.length === 0 ? { readTime: state.readTime } : {}) },
    ...answers,
  ];
}

/** One RPC: takes and returns JSON for any transport; a streaming RPC returns all its messages at once. */
export interface Method {
  readonly request: RequestName;
  readonly response: string;
  readonly streams: boolean;
  call(context: RpcContext, json: unknown): unknown;
}

function method<N extends RequestName>(
  request: N,
  response: string,
  handler: (context: RpcContext, message: Requests[N]) => unknown,
  streams = false,
): Method {
  return {
    request,
    response,
    streams,
    call: (context, json) => handler(context, requestFromJson(request, json)),
  };
}

const EMPTY = 'google.protobuf.Empty';

/** The unary and server-streaming methods of google.firestore.v1.Firestore. */
export const methods = {
  GetDocument: method('GetDocumentRequest', 'Document', getDocument),
  ListDocuments: method('ListDocumentsRequest', 'ListDocumentsResponse', listDocuments),
  CreateDocument: method('CreateDocumentRequest', 'Document', createDocument),
  UpdateDocument: method('UpdateDocumentRequest', 'Document', updateDocument),
  DeleteDocument: method('DeleteDocumentRequest', EMPTY, deleteDocument),
  BatchGetDocuments: method('BatchGetDocumentsRequest', 'BatchGetDocumentsResponse', batchGetDocuments, true),
  BeginTransaction: method('BeginTransactionRequest', 'BeginTransactionResponse', beginTransaction),
  Commit: method('CommitRequest', 'CommitResponse', commit),
  Rollback: method('RollbackRequest', EMPTY, rollback),
  RunQuery: method('RunQueryRequest', 'RunQueryResponse', runQuery, true),
  RunAggregationQuery: method(
    'RunAggregationQueryRequest',
    'RunAggregationQueryResponse',
    runAggregationQuery,
    true,
  ),
  PartitionQuery: method('PartitionQueryRequest', 'PartitionQueryResponse', partitionQuery),
  ListCollectionIds: method('ListCollectionIdsRequest', 'ListCollectionIdsResponse', listCollectionIds),
  BatchWrite: method('BatchWriteRequest', 'BatchWriteResponse', batchWrite),
} satisfies Record<string, Method>;

export type MethodName = keyof typeof methods;
