import type { IncomingMessage, ServerResponse } from 'node:http';
import { badRequest, tooLarge, OutsideRangeError } from '../store/storage-error';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { BlobFiles } from '../store/blob-files';
import { etagOf, type ObjectRecord } from '../store/object-store';

/** The limit for metadata and other JSON. */
const mostJson = 1024 * 1024;

export async function readAll(request: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.length;
    if (size > most) throw tooLarge(`The request body can have at most ${most} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The body as buffers. */
export async function* chunksOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  for await (const chunk of request) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
}

export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export async function readJson(request: IncomingMessage): Promise<unknown> {
  return parseJson((await readAll(request, mostJson)).toString('utf8'));
}

export function parseJson(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
}

/** One header as one string. */
export function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

/** A whole number in a header or query; anything else is refused. */
export function wholeNumber(text: string | null | undefined, what: string): number | undefined {
  if (text === undefined || text === null || text === '') return undefined;
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number))
    throw badRequest(`${what} is not a whole number.`);
  return number;
}

/** A decoded part of the path; an incomplete escape is refused. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw badRequest('The URL has an invalid escape sequence.');
  }
}

/** The service's rules for names: 1 to 1024 bytes of UTF-8, no line breaks, and not `.` or `..`. */
export function checkName(name: string | undefined): string {
  if (name === undefined || name === '') throw badRequest('The object needs a name.');
  if (Buffer.byteLength(name) > 1024 || /[\r\n]/.test(name) || name === '.' || name === '..') {
    throw badRequest('This object name is invalid.');
  }
  return name;
}

interface MultipartUpload {
  readonly metadata: string;
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
}

const blankLine = Buffer.from('\r\n\r\n');

/** Parses `multipart/related` with two parts: metadata as JSON, then the bytes. */
export function parseMultipart(contentType: string | undefined, body: Buffer): MultipartUpload {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType ?? '');
  const name = boundary?.[1] ?? boundary?.[2];
  if (name === undefined) throw badRequest('The multipart request has no boundary.');
  const [first, second, ...more] = partsOf(body, Buffer.from(`--${name}`));
  if (first === undefined || second === undefined || more.length > 0) {
    throw badRequest('A multipart upload needs two parts: metadata and bytes.');
  }
  return { metadata: first.body.toString('utf8'), contentType: typeOf(second.head), bytes: second.body };
}

interface Part {
  readonly head: string;
  readonly body: Buffer;
}

function partsOf(body: Buffer, delimiter: Buffer): Part[] {
  const parts: Part[] = [];
  let at = body.indexOf(delimiter);
  if (at !== 0 && body.subarray(0, Math.max(at, 0)).toString('latin1').trim() !== '') at = -1;
  while (at !== -1) {
    const start = at + delimiter.length;
    if (body.subarray(start, start + 2).toString('latin1') === '--') return parts;
    const lineEnd = body.indexOf('\r\n', start);
    const end = body.indexOf(Buffer.concat([Buffer.from('\r\n'), delimiter]), start);
    if (lineEnd === -1 || end === -1) break;
    parts.push(partOf(body.subarray(lineEnd, end)));
    at = end + 2;
  }
  throw badRequest('The multipart request has no end.');
}

/** Starts after the delimiter's line break: headers, an empty line, the body. */
function partOf(bytes: Buffer): Part {
  const gap = bytes.indexOf(blankLine);
  if (gap === -1) throw badRequest('A part of the multipart request has no headers.');
  return { head: bytes.subarray(0, gap).toString('latin1'), body: bytes.subarray(gap + blankLine.length) };
}

const typeOf = (head: string): string | undefined => /^content-type:[ \t]*(.+)$/im.exec(head)?.[1]?.trim();

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
