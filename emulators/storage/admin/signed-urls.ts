import { createHash, createVerify } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { checkName, chunksOf, decodePart, header, sendBytes, sendEmpty } from '../http/send';
import { StorageError, notFound, notImplemented } from '../store/storage-error';
import { storeArrival, type UrlSigners } from '../uploads/upload-sessions';
import { describeObject } from '../store/object-store';
import { administrator, type AdminRequest } from './admin-upload';

const algorithm = 'GOOG4-RSA-SHA256';

const doesNotMatch = (): StorageError =>
  new StorageError(403, 'The signature does not match the request.', 'SignatureDoesNotMatch');

/** RFC 3986: more characters than `encodeURIComponent` escapes. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function canonicalQuery(query: URLSearchParams): string {
  const pairs = [...query].filter(([name]) => name !== 'X-Goog-Signature');
  const parts = pairs.map(([name, value]) => [escaped(name), escaped(value)] as const);
  return parts
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map((part) => part.join('='))
    .join('&');
}

/** The service's own host has no port, so SDKs sign the name alone. */
function canonicalHeaders({ headers }: IncomingMessage, signed: string): string {
  const value = (name: string) =>
    name === 'host' ? (headers.host ?? '').replace(/:\d+$/, '') : String(headers[name] ?? '');
  return signed
    .split(';')
    .map(
      (name) =>
        `${name}:${value(name)
          .trim()
          .replace(/\s{2,}/g, ' ')}\n`,
    )
    .join('');
}

/**
 * Refuses a URL that none of these accounts has signed, or that was changed afterwards (version 4:
 * cloud.google.com/storage/docs/authentication/signatures).
 */
function checkSignature(
  signers: UrlSigners,
  request: IncomingMessage,
  { pathname, searchParams: query }: URL,
): void {
  const [credential, date, signature] = ['Credential', 'Date', 'Signature'].map(
    (name) => query.get(`X-Goog-${name}`) ?? '',
  );
  const slash = credential?.indexOf('/') ?? -1;
  const email = credential?.slice(0, slash) ?? '';
  const key = Object.hasOwn(signers, email) ? signers[email] : undefined;
  if (key === undefined || query.get('X-Goog-Algorithm') !== algorithm) throw doesNotMatch();
  const signedHeaders = query.get('X-Goog-SignedHeaders') ?? '';
  const canonical = [
    request.method,
    pathname,
    canonicalQuery(query),
    canonicalHeaders(request, signedHeaders),
    signedHeaders,
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = [algorithm, date, credential?.slice(slash + 1), hash].join('\n');
  if (
    !createVerify('RSA-SHA256')
      .update(text)
      .verify(key, signature ?? '', 'hex')
  )
    throw doesNotMatch();
}

/**
 * `/{bucket}/{name}`: the paths of the admin SDK's signed URLs. With `signers`, a URL that was forged or changed is
 * refused; without them the signature is not checked, because administrator requests need none here. An expired URL
 * is refused, as in the service.
 */
export async function answerSigned(admin: AdminRequest, url: URL, path: readonly string[]): Promise<void> {
  const { signers } = admin.parts;
  if (signers !== null) checkSignature(signers, admin.request, url);
  const [bucket, ...segments] = path.map(decodePart);
  const { parts, query, request, response } = admin;
  const name = segments.join('/');
  if (bucket === undefined || name === '') throw notFound(path.join('/'));
  if (isExpired(query)) throw new StorageError(400, 'The signed URL has expired.', 'expiredToken');
  if (request.method === 'PUT') {
    const incoming = await parts.store.blobs.receive(chunksOf(request), parts.mostBytes);
    const contentType = header(request, 'content-type') ?? null;
    await storeArrival(
      parts,
      administrator,
      { bucket, name: checkName(name), patch: {}, contentType, tokens: [] },
      incoming,
    );
    return sendEmpty(response, 200);
  }
  const stored = parts.store.index.find(bucket, name);
  if (stored === undefined) throw notFound(describeObject({ bucket, name }));
  if (request.method === 'DELETE') {
    parts.store.remove(stored);
    return sendEmpty(response, 204);
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw notImplemented(`The method ${request.method ?? ''} here`);
  await sendBytes(request, response, parts.store.blobs, stored, 'signed');
}

/** Version 4: `X-Goog-Date`, and `X-Goog-Expires` in seconds; version 2: `Expires` as a time. */
function isExpired(query: URLSearchParams): boolean {
  const [date, seconds, until] = [
    query.get('X-Goog-Date'),
    query.get('X-Goog-Expires'),
    query.get('Expires'),
  ];
  if (until !== null) return Number(until) * 1000 < Date.now();
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/
    .exec(date ?? '')
    ?.slice(1)
    .map(Number);
  if (parts === undefined || seconds === null) return false;
  const [year = 0, month = 1, ...rest] = parts;
  const [day = 1, hour = 0, minute = 0, second = 0] = rest;
  return Date.UTC(year, month - 1, day, hour, minute, second) + Number(seconds) * 1000 < Date.now();
}
