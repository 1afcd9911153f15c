import { documentMessage, type StoredDocument } from '../engine/stored-document';
import { aggregate, parseAggregations } from '../query/aggregate';
import { type CompiledQuery, compileQuery } from '../query/compile-query';
import { parseQuery } from '../query/parse-query';
import { selectFields } from '../query/project';
import { invalid, unimplemented } from '../status';
import type { FieldPath } from '../values/field-path';
import { comparePaths } from '../values/path-order';
import { documentName, parseParentName } from '../values/resource-name';
import type { WireFields } from '../../wire-value';
import type { Consistency, DocumentMessage, Requests, StructuredQuery } from '../wire/messages';
import { readState, type ReadState, type RpcContext } from './service';

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

export function runQuery(context: RpcContext, request: Requests['RunQueryRequest']): RunQueryResponse[] {
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

export function runAggregationQuery(
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
export function partitionQuery(
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

export function listCollectionIds(
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
