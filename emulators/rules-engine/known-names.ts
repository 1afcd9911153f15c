import type { ServiceName } from './syntax-tree';

/** Reserved words, which cannot be the name of a variable or function. */
export const reservedWords: ReadonlySet<string> = new Set(
  'allow else false function if in is let match null return rules_version service true request resource'.split(
    ' ',
  ),
);

const firestoreResource = ['data', 'id', '__name__'];
const storageResource = [
  'name',
  'bucket',
  'generation',
  'metageneration',
  'size',
  'timeCreated',
  'updated',
  'md5Hash',
  'crc32c',
  'etag',
  'contentDisposition',
  'contentEncoding',
  'contentLanguage',
  'contentType',
  'cacheControl',
  'metadata',
];

/**
 * The members of `request` and `resource`, so that a misspelled one such as `request.auht` is found when the file is
 * loaded.
 */
export function knownMembers(service: ServiceName): Readonly<Record<string, readonly string[]>> {
  const resource = service === 'cloud.firestore' ? firestoreResource : storageResource;
  const request = ['auth', 'method', 'path', 'resource', 'time'];
  return {
    request: service === 'cloud.firestore' ? [...request, 'query'] : request,
    'request.auth': ['uid', 'token'],
    'request.resource': resource,
    'request.query': ['limit', 'offset', 'orderBy'],
    resource,
  };
}
