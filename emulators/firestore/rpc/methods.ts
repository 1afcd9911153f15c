import { requestFromJson } from '../wire/from-json';
import type { RequestName, Requests } from '../wire/messages';
import { listDocuments } from './list-documents';
import { listCollectionIds, partitionQuery, runAggregationQuery, runQuery } from './query-rpcs';
import { batchGetDocuments, getDocument } from './read-rpcs';
import type { RpcContext } from './service';
import {
  batchWrite,
  beginTransaction,
  commit,
  createDocument,
  deleteDocument,
  rollback,
  updateDocument,
} from './write-rpcs';

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
