import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { BlobFiles } from '../store/blob-files';
import { etagOf } from '../store/etag';
import type { ObjectRecord } from '../store/object-record';
import { parseRange } from './byte-range';

export function sendJson(response: ServerResponse, status: number, json: unknown): void {
  const body = JSON.stringify(json);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(body);
}

export function sendEmpty(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Length': '0', ...headers }).end();
}

/** RFC 5987, as the service writes file names. */
const encodeFileName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function headersOf(record: ObjectRecord): Record<string, string> {
  const { contentType, contentDisposition, contentLanguage, cacheControl, contentEncoding } = record;
  const file = encodeFileName(record.name.split('/').at(-1) ?? '');
  return {
    'Accept-Ranges': 'bytes',
    'Content-Type': contentType ?? 'application/octet-stream',
    'Content-Disposition': contentDisposition ?? `inline; filename*=utf-8''${file}`,
    'Cache-Control': cacheControl ?? 'private, max-age=0',
    // What people upload must never run as a page of this server.
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    ETag: etagOf(record),
    'Last-Modified': new Date(record.updated).toUTCString(),
    'X-Goog-Generation': String(record.generation),
    'X-Goog-Metageneration': String(record.metageneration),
    'X-Goog-Stored-Content-Length': String(record.size),
    'X-Goog-Stored-Content-Encoding': contentEncoding ?? 'identity',
    'X-Goog-Hash': `crc32c=${record.crc32c},md5=${record.md5Hash}`,
    ...(contentLanguage !== undefined && { 'Content-Language': contentLanguage }),
  };
}

/** Sends an object's bytes, or the range that was asked for. Gzipped ones are unpacked for clients that do not take gzip. */
export async function sendBytes(
  request: IncomingMessage,
  response: ServerResponse,
  blobs: BlobFiles,
  record: ObjectRecord,
): Promise<void> {
  const headers = headersOf(record);
  if (record.contentEncoding === 'gzip' && !/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
    response.writeHead(200, { ...headers, 'Accept-Ranges': 'none' });
    if (request.method === 'HEAD') response.end();
    else await pipeline(blobs.read(record.blob), createGunzip(), response);
    return;
  }
  if (record.contentEncoding !== undefined) headers['Content-Encoding'] = record.contentEncoding;
  const range = parseRange(request.headers.range, record.size);
  const length = range === null ? record.size : range.end - range.start + 1;
  headers['Content-Length'] = String(length);
  if (range !== null) headers['Content-Range'] = `bytes ${range.start}-${range.end}/${record.size}`;
  const source =
    request.method === 'HEAD' || length === 0 ? null : blobs.read(record.blob, range ?? undefined);
  response.writeHead(range === null ? 200 : 206, headers);
  if (source === null) response.end();
  else await pipeline(source, response);
}
