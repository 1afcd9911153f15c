import type { Database } from '../engine/database';
import { documentMessage } from '../engine/stored-document';
import { compileQuery } from '../query/compile-query';
import { parseQuery } from '../query/parse-query';
import { maskFields } from '../query/project';
import { invalid } from '../status';
import { compareIds, comparePaths } from '../values/path-order';
import { documentName, lastSegment, parseParentName } from '../values/resource-name';
import type { DocumentMessage, Requests, StructuredQuery } from '../wire/messages';
import { readState, type RpcContext } from './service';

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
export function listDocuments(context: RpcContext, request: Requests['ListDocumentsRequest']): ListResponse {
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
