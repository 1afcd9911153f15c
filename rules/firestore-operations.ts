import { documentOf, type Plain } from '@busker/rules-engine/testing/plain-document';
import type { FirestoreOperation } from '@busker/rules-engine/port';

/** The fields of a document. */
export type Data = { readonly [name: string]: Plain };

export const get = (path: string, data: Data = {}): FirestoreOperation => ({
  method: 'get',
  path,
  resource: documentOf(path, data),
});
export const create = (path: string, data: Data): FirestoreOperation => ({
  method: 'create',
  path,
  resource: null,
  requestResource: documentOf(path, data),
});
export const update = (path: string, before: Data, after: Data): FirestoreOperation => ({
  method: 'update',
  path,
  resource: documentOf(path, before),
  requestResource: documentOf(path, after),
});
export const remove = (path: string, data: Data = {}): FirestoreOperation => ({
  method: 'delete',
  path,
  resource: documentOf(path, data),
  requestResource: null,
});
export const list = (
  parent: string,
  collectionId: string,
  query: Record<string, unknown> = {},
): FirestoreOperation => ({
  method: 'list',
  parent,
  structuredQuery: { from: [{ collectionId }], ...query },
});
