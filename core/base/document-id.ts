import * as v from 'valibot';

/**
 * A name that may be one segment of a document's path. Firestore refuses all others: empty names, `.` and `..`, with a slash, `__…__`, and more than
 * 1,500 bytes (https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields). With a slash the path would even lead to another
 * document. So every outside value that becomes part of a path is checked here first.
 */
export const documentId = v.pipe(v.string(), v.check(isDocumentId), v.brand('DocumentId'));
export type DocumentId = v.InferOutput<typeof documentId>;

const maxBytes = 1500;

export function isDocumentId(given: string): boolean {
  if (given === '' || given === '.' || given === '..' || /[/\0]/.test(given)) return false;
  if (given.length > maxBytes || new TextEncoder().encode(given).byteLength > maxBytes) return false;
  return (
    !/\p{Surrogate}/u.test(given) && !(given.length >= 4 && given.startsWith('__') && given.endsWith('__'))
  );
}

/** Undefined when no document can have this name, so the requested document does not exist. */
export function readDocumentId(given: unknown): DocumentId | undefined {
  const read = v.safeParse(documentId, given);
  return read.success ? read.output : undefined;
}
