import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { BlobFiles } from '../store/blob-files';
import { etagOf, type ObjectRecord } from '../store/object-store';
import { OutsideRangeError } from '../store/storage-error';

/** RFC 5987, as the service encodes file names. */
const encodeFileName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The API of a download: `web` is `/v0`, `json` is the JSON API with `alt=media`, `signed` is a signed URL. The
 * service sends different headers for each.
 */
type Dialect = 'web' | 'json' | 'signed';

const base64ToHex = (text: string): string => Buffer.from(text, 'base64').toString('hex');

function mediaHeaders(record: ObjectRecord, dialect: Dialect): Record<string, string> {
  return {
    'Content-Type': record.contentType ?? 'application/octet-stream',
    // Uploaded files must never run as a page of this server's origin.
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Last-Modified': new Date(record.updated).toUTCString(),
    'X-Goog-Generation': String(record.generation),
    'X-Goog-Metageneration': String(record.metageneration),
    'X-Goog-Storage-Class': 'STANDARD',
    'X-Goog-Stored-Content-Length': String(record.size),
    'X-Goog-Stored-Content-Encoding': record.contentEncoding ?? 'identity',
    ...(record.contentLanguage !== undefined && { 'Content-Language': record.contentLanguage }),
    ...(dialect === 'json' ? headersOfJsonApi(record) : headersOfObject(record)),
  };
}

/** Always a download, never cached. */
const headersOfJsonApi = (record: ObjectRecord): Record<string, string> => ({
  ETag: etagOf(record),
  'Content-Disposition': 'attachment',
  'Cache-Control': 'no-cache, no-store, max-age=0, must-revalidate',
  'X-Goog-Hash': `crc32c=${record.crc32c},md5=${record.md5Hash}`,
});

/** The entity tag depends on the bytes only, so a metadata change keeps it. */
const headersOfObject = (record: ObjectRecord): Record<string, string> => ({
  ETag: `"${base64ToHex(record.md5Hash)}"`,
  'Accept-Ranges': 'bytes',
  'Cache-Control': record.cacheControl ?? 'private, max-age=0',
  'X-Goog-Hash': `crc32c=${record.crc32c}, md5=${record.md5Hash}`,
  ...(record.contentDisposition !== undefined && { 'Content-Disposition': record.contentDisposition }),
  ...customHeaders(record),
});

/** Custom metadata that fits into a header. How the service encodes other characters is not known. */
function customHeaders({ metadata, downloadTokens }: ObjectRecord): Record<string, string> {
  const tokens =
    downloadTokens.length === 0 ? {} : { firebasestoragedownloadtokens: downloadTokens.join(',') };
  const fitting = Object.entries({ ...metadata, ...tokens }).filter(
    ([key, value]) => /^[\w.-]+$/.test(key) && /^[\x20-\x7e]*$/.test(value),
  );
  return Object.fromEntries(fitting.map(([key, value]) => [`X-Goog-Meta-${key.toLowerCase()}`, value]));
}

/** The disposition that the service adds to an upload of the web SDK without one. */
export const defaultDisposition = (name: string): string =>
  `inline; filename*=utf-8''${encodeFileName(name.split('/').at(-1) ?? '')}`;

interface ByteRange {
  readonly start: number;
  /** The number of bytes. */
  readonly end: number;
}

/**
 * Parses one `Range` header. Several ranges or other units return the whole object, as RFC 9110 allows. Null means
 * the whole object. An empty object has no first byte, so every range is outside, also `bytes=0-`, as in the service.
 */
function parseRange(header: string | undefined, size: number): ByteRange | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (found === null) return null;
  const [range, from = '', to = ''] = found;
  if (from === '' && to === '') return null;
  if (from === '' && size === 0 && Number(to) > 0) return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  if (start >= size || end < start) throw new OutsideRangeError(range, size);
  return { start, end };
}

type Headers = Readonly<Record<string, string>>;

function sendWhole(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Headers = {},
): void {
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

export const sendJson = (
  response: ServerResponse,
  status: number,
  json: unknown,
  headers: Headers = {},
): void => sendWhole(response, status, 'application/json; charset=utf-8', JSON.stringify(json), headers);

/** The service sends `text/html` here. These messages contain object names, so this server sends plain text. */
export const sendText = (
  response: ServerResponse,
  status: number,
  text: string,
  headers: Headers = {},
): void => sendWhole(response, status, 'text/plain; charset=utf-8', text, headers);

export function sendEmpty(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Length': '0', ...headers }).end();
}

/** A stream costs more than reading so many bytes. */
const mostAtOnce = 1024 * 1024;

/** Sends an object's bytes, or the requested range. Gzipped bytes are unpacked for clients that do not accept gzip. */
export async function sendBytes(
  request: IncomingMessage,
  response: ServerResponse,
  blobs: BlobFiles,
  record: ObjectRecord,
  dialect: Dialect,
): Promise<void> {
  const headers = mediaHeaders(record, dialect);
  if (record.contentEncoding === 'gzip' && !/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
    response.writeHead(200, { ...headers, 'Accept-Ranges': 'none' });
    if (request.method === 'HEAD') response.end();
    else await pipeline(blobs.read(record.blob), createGunzip(), response);
    return;
  }
  if (record.contentEncoding !== undefined) headers['Content-Encoding'] = record.contentEncoding;
  const range = rangeOf(request.headers.range, record.size);
  if (range instanceof OutsideRangeError) return sendOutside(response, range, headers, dialect);
  const length = range === null ? record.size : range.end - range.start + 1;
  headers['Content-Length'] = String(length);
  if (range !== null) {
    headers['Content-Range'] = `bytes ${range.start}-${range.end}/${record.size}`;
    // The checksums are those of the whole object; only the JSON API omits them for a range.
    if (dialect === 'json') delete headers['X-Goog-Hash'];
  }
  const status = range === null ? 200 : 206;
  if (request.method === 'HEAD' || length === 0) response.writeHead(status, headers).end();
  else if (length <= mostAtOnce) {
    const bytes = blobs.readAtOnce(record.blob, range?.start ?? 0, length);
    response.writeHead(status, headers).end(bytes);
  } else {
    const source = blobs.read(record.blob, range ?? undefined);
    await pipeline(source, response.writeHead(status, headers));
  }
}

function rangeOf(header: string | undefined, size: number): ByteRange | OutsideRangeError | null {
  try {
    return parseRange(header, size);
  } catch (error) {
    if (error instanceof OutsideRangeError) return error;
    throw error;
  }
}

/** The JSON API sends the size. The others send the object's headers and the XML error of signed URLs. */
function sendOutside(
  response: ServerResponse,
  { range, size, status, message }: OutsideRangeError,
  headers: Headers,
  dialect: Dialect,
): void {
  if (dialect === 'json') return sendText(response, status, message, { 'Content-Range': `bytes */${size}` });
  const body = `<?xml version='1.0' encoding='UTF-8'?><Error><Code>InvalidRange</Code><Message>${message}</Message><Details>${range}</Details></Error>`;
  sendWhole(response, status, 'application/xml; charset=utf-8', body, headers);
}
