import type { WireFields, WireValue } from '@busker/rules-engine/port';

/** Firestore's request messages in canonical proto3 JSON, as `from-json` and the gRPC codec return them. */
export interface DocumentMessage {
  name?: string;
  fields?: WireFields;
  createTime?: string;
  updateTime?: string;
}

export interface Mask {
  fieldPaths?: string[];
}

export interface Precondition {
  exists?: boolean;
  updateTime?: string;
}

export interface FieldTransform {
  fieldPath?: string;
  setToServerValue?: string;
  increment?: WireValue;
  maximum?: WireValue;
  minimum?: WireValue;
  appendMissingElements?: { values?: WireValue[] };
  removeAllFromArray?: { values?: WireValue[] };
}

export interface WriteMessage {
  update?: DocumentMessage;
  delete?: string;
  verify?: string;
  transform?: { document?: string; fieldTransforms?: FieldTransform[] };
  updateMask?: Mask;
  updateTransforms?: FieldTransform[];
  currentDocument?: Precondition;
}

export interface TransactionOptions {
  readOnly?: { readTime?: string };
  readWrite?: { retryTransaction?: string };
}

/** Selects the state of the database for a read; at most one is set. */
export interface Consistency {
  transaction?: string;
  newTransaction?: TransactionOptions;
  readTime?: string;
}

export interface FilterMessage {
  compositeFilter?: { op?: string; filters?: FilterMessage[] };
  fieldFilter?: { field?: { fieldPath?: string }; op?: string; value?: WireValue };
  unaryFilter?: { field?: { fieldPath?: string }; op?: string };
}

export interface CursorMessage {
  values?: WireValue[];
  before?: boolean;
}

export interface StructuredQuery {
  select?: { fields?: { fieldPath?: string }[] };
  from?: { collectionId?: string; allDescendants?: boolean }[];
  where?: FilterMessage;
  orderBy?: { field?: { fieldPath?: string }; direction?: string }[];
  startAt?: CursorMessage;
  endAt?: CursorMessage;
  offset?: number;
  limit?: number;
  findNearest?: unknown;
}

export interface Aggregation {
  alias?: string;
  count?: { upTo?: string };
  sum?: { field?: { fieldPath?: string } };
  avg?: { field?: { fieldPath?: string } };
}

export interface TargetMessage {
  query?: { parent?: string; structuredQuery?: StructuredQuery };
  documents?: { documents?: string[] };
  resumeToken?: string;
  readTime?: string;
  targetId?: number;
  once?: boolean;
  expectedCount?: number;
}

export interface Requests {
  GetDocumentRequest: { name?: string; mask?: Mask } & Consistency;
  ListDocumentsRequest: {
    parent?: string;
    collectionId?: string;
    pageSize?: number;
    pageToken?: string;
    orderBy?: string;
    mask?: Mask;
    showMissing?: boolean;
  } & Consistency;
  CreateDocumentRequest: {
    parent?: string;
    collectionId?: string;
    documentId?: string;
    document?: DocumentMessage;
    mask?: Mask;
  };
  UpdateDocumentRequest: {
    document?: DocumentMessage;
    updateMask?: Mask;
    mask?: Mask;
    currentDocument?: Precondition;
  };
  DeleteDocumentRequest: { name?: string; currentDocument?: Precondition };
  BatchGetDocumentsRequest: { database?: string; documents?: string[]; mask?: Mask } & Consistency;
  BeginTransactionRequest: { database?: string; options?: TransactionOptions };
  CommitRequest: { database?: string; writes?: WriteMessage[]; transaction?: string };
  RollbackRequest: { database?: string; transaction?: string };
  RunQueryRequest: {
    parent?: string;
    structuredQuery?: StructuredQuery;
    explainOptions?: unknown;
  } & Consistency;
  RunAggregationQueryRequest: {
    parent?: string;
    structuredAggregationQuery?: { structuredQuery?: StructuredQuery; aggregations?: Aggregation[] };
    explainOptions?: unknown;
  } & Consistency;
  PartitionQueryRequest: {
    parent?: string;
    structuredQuery?: StructuredQuery;
    partitionCount?: string;
    pageToken?: string;
    pageSize?: number;
    readTime?: string;
  };
  ListCollectionIdsRequest: { parent?: string; pageSize?: number; pageToken?: string; readTime?: string };
  BatchWriteRequest: { database?: string; writes?: WriteMessage[] };
  ListenRequest: { database?: string; addTarget?: TargetMessage; removeTarget?: number };
  WriteRequest: { database?: string; streamId?: string; streamToken?: string; writes?: WriteMessage[] };
}

export type RequestName = keyof Requests;

export interface WriteResult {
  updateTime?: string;
  transformResults?: WireValue[];
}

/** One message of a Listen stream; exactly one member is set. */
export interface ListenResponse {
  targetChange?: {
    targetChangeType?: 'ADD' | 'REMOVE' | 'CURRENT' | 'RESET';
    targetIds?: number[];
    cause?: { code: number; message: string };
    resumeToken?: string;
    readTime?: string;
  };
  documentChange?: { document: DocumentMessage; targetIds?: number[]; removedTargetIds?: number[] };
  documentDelete?: { document: string; removedTargetIds: number[]; readTime: string };
  documentRemove?: { document: string; removedTargetIds: number[]; readTime: string };
  filter?: { targetId: number; count: number };
}

export interface WriteResponse {
  streamId?: string;
  streamToken: string;
  writeResults?: WriteResult[];
  commitTime?: string;
}
