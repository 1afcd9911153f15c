import { StatusError } from '../status';
import type { MethodName } from '../rpc/methods';

/** A REST request as the equivalent RPC. */
export interface RestCall {
  readonly method: MethodName;
  readonly request: unknown;
}

const DATABASE_VERBS: Record<string, MethodName> = {
  batchGet: 'BatchGetDocuments',
  commit: 'Commit',
  beginTransaction: 'BeginTransaction',
  rollback: 'Rollback',
  batchWrite: 'BatchWrite',
};

const PARENT_VERBS: Record<string, MethodName> = {
  runQuery: 'RunQuery',
  runAggregationQuery: 'RunAggregationQuery',
  partitionQuery: 'PartitionQuery',
  listCollectionIds: 'ListCollectionIds',
  listDocuments: 'ListDocuments',
};

const notFound = (): StatusError => new StatusError('NOT_FOUND', 'Unknown path.');

const asRecord = (json: unknown): Record<string, unknown> =>
  typeof json === 'object' && json !== null ? { ...json } : {};

/** Query parameters as JSON: `mask.fieldPaths=a&mask.fieldPaths=b` is {mask: {fieldPaths: ['a', 'b']}}. */
function parametersAsJson(parameters: URLSearchParams): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  for (const key of new Set(parameters.keys())) {
    if (key.startsWith('$') || key === 'key' || key === 'alt') continue;
    const values = parameters.getAll(key);
    const [outer = '', inner] = key.split('.');
    const value = key.endsWith('fieldPaths') ? values : values[0];
    json[outer] = inner === undefined ? value : { ...asRecord(json[outer]), [inner]: value };
  }
  return json;
}

function verbCall(name: string, verb: string, body: unknown): RestCall {
  const json = asRecord(body);
  const forDatabase = DATABASE_VERBS[verb];
  if (forDatabase !== undefined) {
    return { method: forDatabase, request: { ...json, database: name.replace(/\/documents.*$/, '') } };
  }
  const forParent = PARENT_VERBS[verb];
  if (forParent !== undefined) return { method: forParent, request: { ...json, parent: name } };
  if (verb === 'executePipeline')
    throw new StatusError('UNIMPLEMENTED', 'Pipelines need Firestore Enterprise edition.');
  throw notFound();
}

function resourceCall(verb: string, name: string, parameters: URLSearchParams, body: unknown): RestCall {
  const query = parametersAsJson(parameters);
  const at = name.lastIndexOf('/');
  const inCollection = { ...query, parent: name.slice(0, at), collectionId: name.slice(at + 1) };
  const isDocument = name.split('/').length % 2 === 1 && name.split('/').length > 5;
  if (verb === 'GET') {
    return isDocument
      ? { method: 'GetDocument', request: { ...query, name } }
      : { method: 'ListDocuments', request: inCollection };
  }
  if (verb === 'POST') return { method: 'CreateDocument', request: { ...inCollection, document: body } };
  if (verb === 'PATCH') {
    return { method: 'UpdateDocument', request: { ...query, document: { ...asRecord(body), name } } };
  }
  if (verb === 'DELETE') return { method: 'DeleteDocument', request: { ...query, name } };
  throw notFound();
}

const decoded = (path: string): string => path.split('/').map(decodeURIComponent).join('/');

/** `/v1/projects/p/databases/d/documents…`, optionally with `:verb` at the end. */
export function restCall(httpMethod: string, url: URL, body: unknown): RestCall {
  const found = /^\/v1\/(projects\/[^/]+\/databases\/[^/]+\/documents(?:\/.*?)?)(?::([a-zA-Z]+))?$/.exec(
    url.pathname,
  );
  const path = found?.[1];
  if (path === undefined) throw notFound();
  const name = decoded(path);
  const verb = found?.[2];
  if (verb === undefined) return resourceCall(httpMethod, name, url.searchParams, body);
  return verbCall(name, verb, httpMethod === 'GET' ? parametersAsJson(url.searchParams) : body);
}
