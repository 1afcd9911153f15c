import { etagOf } from '../store/etag';
import { encodeFileName } from '../store/file-name';
import type { ObjectRecord } from '../store/object-record';

/**
 * The API of a download: `web` is `/v0`, `json` is the JSON API with `alt=media`, `signed` is a signed URL. The
 * service sends different headers for each.
 */
export type Dialect = 'web' | 'json' | 'signed';

const base64ToHex = (text: string): string => Buffer.from(text, 'base64').toString('hex');

export function mediaHeaders(record: ObjectRecord, dialect: Dialect): Record<string, string> {
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
