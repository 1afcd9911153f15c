import { decodeFields, decodeJson } from './decode-wire';
import type { RulesAuth, RulesDocument } from './port';
import { map, nothing, path, string, type Value } from './value';

/** `resource`: a stored document, or the result of a write. */
export function resourceOf(document: RulesDocument, database: string): Value {
  const segments = document.path.split('/');
  return map([
    ['data', decodeFields(document.fields)],
    ['id', string(segments.at(-1) ?? '')],
    ['__name__', path(documentSegments(database, segments))],
  ]);
}

export const documentSegments = (database: string, segments: readonly string[]): string[] => [
  'databases',
  database,
  'documents',
  ...segments,
];

/** `request.auth`: null when not signed in. */
export function authOf(auth: RulesAuth): Value {
  if (auth === null) return nothing;
  return map([
    ['uid', string(auth.uid)],
    ['token', decodeJson(auth.token)],
  ]);
}
