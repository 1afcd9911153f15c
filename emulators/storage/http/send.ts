import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { OutsideRangeError } from '../storage-error';
import type { BlobFiles } from '../store/blob-files';
import type { ObjectRecord } from '../store/object-record';
import { mediaHeaders, type Dialect } from './media-headers';

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
  const source =
    request.method === 'HEAD' || length === 0 ? null : blobs.read(record.blob, range ?? undefined);
  response.writeHead(range === null ? 200 : 206, headers);
  if (source === null) response.end();
  else await pipeline(source, response);
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
