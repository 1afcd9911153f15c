import { invalid } from '../status';
import { utf8Length } from './text-order';

/** `projects/p/databases/d`, and the path below `documents` ('' for the root). */
export interface ResourceName {
  readonly database: string;
  readonly path: string;
}

const NAME = /^(projects\/[^/]+\/databases\/[^/]+)(?:\/documents(?:\/(.+))?)?$/;

/** Refuses an id that production does not accept for a document or a collection. */
export function checkId(id: string): void {
  if (id === '' || id === '.' || id === '..' || id.includes('/') || utf8Length(id) > 1500) {
    throw invalid(`Resource id "${id}" is invalid.`);
  }
  if (/^__.*__$/.test(id) && !/^__id-?\d+__$/.test(id)) {
    throw invalid(`Resource id "${id}" is invalid because it is reserved.`);
  }
}

export function parseResourceName(name: string): ResourceName {
  const found = NAME.exec(name);
  const database = found?.[1];
  if (database === undefined) throw invalid(`Document name "${name}" lacks "projects" at index 0.`);
  const path = found?.[2] ?? '';
  if (path !== '') path.split('/').forEach(checkId);
  return { database, path };
}

/** The name of one document; any other name is refused. */
export function parseDocumentName(name: string): ResourceName {
  const resource = parseResourceName(name);
  if (resource.path === '' || resource.path.split('/').length % 2 !== 0) {
    throw invalid(`Document name "${name}" does not name a document: it has an odd number of segments.`);
  }
  return resource;
}

/** The parent of a query: the root or a document. */
export function parseParentName(name: string): ResourceName {
  const resource = parseResourceName(name);
  if (resource.path !== '' && resource.path.split('/').length % 2 !== 0) {
    throw invalid(`Parent name "${name}" names a collection, not a document.`);
  }
  return resource;
}

export const documentName = (database: string, path: string): string => `${database}/documents/${path}`;

/** `a/b/c/d` is in the collection `a/b/c`. */
export const collectionOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

export const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
