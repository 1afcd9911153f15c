import { createHash, createVerify } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { StorageError } from '../store/storage-error';

/** The public keys (PEM) of the accounts that may sign URLs, by the account's email. */
export type UrlSigners = Readonly<Record<string, string>>;

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
export function checkSignature(
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
