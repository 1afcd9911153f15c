import { wholeBudget } from '../access/rules-gate';
import { documentMessage } from '../engine/stored-document';
import { StatusError } from '../status';
import { maskFields } from '../query/project';
import { documentName, parseDocumentName } from '../values/resource-name';
import type { DocumentMessage, Requests } from '../wire/messages';
import { databaseOf, readDocument, readState, type RpcContext } from './service';

export function getDocument(context: RpcContext, request: Requests['GetDocumentRequest']): DocumentMessage {
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

export function batchGetDocuments(
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
