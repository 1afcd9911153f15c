import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '@busker/emulator-firestore/access/rules-gate';
import {
  defaultDisposition,
  sendBytes,
  sendEmpty,
  sendJson,
  parseMultipart,
  checkName,
  chunksOf,
  header,
  once,
  parseJson,
  readAll,
  readJson,
  wholeNumber,
} from '../http/send';
import { readCaller } from '../access/rules-check';
import { badRequest, forbidden, notFound, notImplemented, permissionDenied } from '../store/storage-error';
import { storeArrival, type Arrival, type StorageParts, type Target } from '../uploads/upload-sessions';
import {
  etagOf,
  listObjects,
  describeObject,
  withoutSettings,
  parseSettings,
  settle,
  type ObjectRecord,
} from '../store/object-store';
import type { Upload } from '../uploads/upload-sessions';

/** An object for the web SDK. 64-bit numbers are strings. */
function webJson(record: ObjectRecord): Record<string, unknown> {
  const { name, bucket, contentType, md5Hash, crc32c, contentEncoding, contentLanguage, cacheControl } =
    record;
  return {
    name,
    bucket,
    generation: String(record.generation),
    metageneration: String(record.metageneration),
    contentType,
    timeCreated: new Date(record.timeCreated).toISOString(),
    updated: new Date(record.updated).toISOString(),
    storageClass: 'STANDARD',
    size: String(record.size),
    md5Hash,
    crc32c,
    etag: etagOf(record),
    contentEncoding: contentEncoding ?? 'identity',
    contentDisposition: record.contentDisposition,
    contentLanguage,
    cacheControl,
    downloadTokens: record.downloadTokens.join(','),
    ...(Object.keys(record.metadata).length > 0 && { metadata: record.metadata }),
  };
}

/** A client cannot choose its download tokens. Without a disposition it gets the default one. */
const arrivalOf = (target: Target, metadata: unknown, contentType: string | null): Arrival => {
  const given = parseSettings(metadata);
  const patch = { ...given, contentDisposition: given.contentDisposition ?? defaultDisposition(target.name) };
  if (patch.metadata) delete patch.metadata['firebaseStorageDownloadTokens'];
  return { ...target, patch, contentType, tokens: [randomUUID()] };
};

/** `uploadBytes` and `uploadString`: metadata and bytes in one request, or only bytes. */
async function uploadAtOnce(
  parts: StorageParts,
  caller: Caller,
  target: Target,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  checkName(target.name);
  const type = header(request, 'content-type');
  if (header(request, 'x-goog-upload-protocol') !== 'multipart') {
    const incoming = await parts.store.blobs.receive(chunksOf(request), parts.mostBytes);
    return sendJson(
      response,
      200,
      webJson(await storeArrival(parts, caller, arrivalOf(target, {}, type ?? null), incoming)),
    );
  }
  const { metadata, contentType, bytes } = parseMultipart(type, await readAll(request, parts.mostBytes));
  const arrival = arrivalOf(target, parseJson(metadata), contentType ?? null);
  const incoming = await parts.store.blobs.receive(once(bytes), parts.mostBytes);
  sendJson(response, 200, webJson(await storeArrival(parts, caller, arrival, incoming)));
}

/** The first request of `uploadBytesResumable`; the answer has the URL for the others. */
async function startUpload(
  parts: StorageParts,
  target: Target,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  checkName(target.name);
  const metadata = await readJson(request);
  parseSettings(metadata);
  const size =
    wholeNumber(header(request, 'x-goog-upload-header-content-length'), 'The announced length') ?? null;
  const contentType = header(request, 'x-goog-upload-header-content-type') ?? null;
  const upload = await parts.uploads.start({ ...target, metadata, contentType, size });
  const address = new URL(`http://${request.headers.host ?? ''}/v0/b/${encodeURIComponent(target.bucket)}/o`);
  address.searchParams.set('name', target.name);
  address.searchParams.set('upload_id', upload.id);
  address.searchParams.set('upload_protocol', 'resumable');
  sendEmpty(response, 200, {
    'X-Goog-Upload-Status': 'active',
    'X-Goog-Upload-URL': address.href,
    'X-Goog-Upload-Control-URL': address.href,
    'X-Goog-Upload-Chunk-Granularity': chunkGranularity,
    'X-GUploader-UploadID': upload.id,
  });
}

const chunkGranularity = '262144';

const statusHeaders = (upload: Upload): Record<string, string> => ({
  'X-Goog-Upload-Status': upload.final === null ? 'active' : 'final',
  'X-Goog-Upload-Size-Received': String(upload.received),
  'X-Goog-Upload-Chunk-Granularity': chunkGranularity,
});

/** The other requests: `upload`, `upload, finalize`, `finalize`, `query`, `cancel`. */
async function continueUpload(
  parts: StorageParts,
  caller: Caller,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const commands = (header(request, 'x-goog-upload-command') ?? '').split(',').map((word) => word.trim());
  await parts.uploads.inTurn(id, async (upload) => {
    try {
      await obey(parts, caller, upload, commands, request, response);
    } catch (error) {
      // A refusal at the finalize ends the upload for the client. After any other error it may continue.
      for (const [name, value] of Object.entries(statusHeaders(upload))) response.setHeader(name, value);
      if (upload.cancelled) response.setHeader('X-Goog-Upload-Status', 'final');
      throw error;
    }
  });
}

async function obey(
  parts: StorageParts,
  caller: Caller,
  upload: Upload,
  commands: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [command] = commands;
  if (command === 'cancel') await parts.uploads.cancel(upload);
  if (upload.cancelled && (command === 'cancel' || command === 'query')) {
    return sendEmpty(response, 200, { 'X-Goog-Upload-Status': 'cancelled' });
  }
  if (command === 'query') return sendEmpty(response, 200, statusHeaders(upload));
  if (!commands.every((word) => word === 'upload' || word === 'finalize')) {
    throw badRequest(`Unknown upload command "${commands.join(', ')}".`);
  }
  if (upload.final === null && command === 'upload') {
    const offset = wholeNumber(header(request, 'x-goog-upload-offset'), 'The offset') ?? upload.received;
    await parts.uploads.receive(upload, offset, chunksOf(request));
  }
  if (!commands.includes('finalize')) return sendEmpty(response, 200, statusHeaders(upload));
  await finalize(parts, caller, upload, response);
}

async function finalize(
  parts: StorageParts,
  caller: Caller,
  upload: Upload,
  response: ServerResponse,
): Promise<void> {
  const { bucket, name, metadata, contentType } = upload;
  if (upload.final !== null) {
    // The client lost the answer and asks again.
    const stored = parts.store.index.find(bucket, name);
    if (stored?.generation !== upload.final) throw badRequest('This upload is complete.');
    return sendJson(response.setHeader('X-Goog-Upload-Status', 'final'), 200, webJson(stored));
  }
  const incoming = await parts.uploads.finish(upload);
  const arrival = arrivalOf({ bucket, name }, metadata, contentType);
  const record = await storeArrival(parts, caller, arrival, incoming).catch(async (error: unknown) => {
    await parts.uploads.cancel(upload);
    throw error;
  });
  await parts.uploads.close(upload, record.generation);
  sendJson(response.setHeader('X-Goog-Upload-Status', 'final'), 200, webJson(record));
}

const mostListed = 1000;

interface WebRequest {
  readonly parts: StorageParts;
  readonly bucket: string;
  /** From the path, otherwise null. */
  readonly name: string | null;
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** `/v0/b/{bucket}/o…`: the web SDK's API. The rules are evaluated for every call. */
export async function answerWeb(web: WebRequest): Promise<void> {
  const { bucket, name, request } = web;
  const caller = readCaller(header(request, 'authorization'));
  const override = header(request, 'x-http-method-override')?.toUpperCase();
  const method = override ?? request.method;
  if (method === 'POST' || (method === 'PUT' && override === undefined)) return post(web, caller);
  if (name === null) return method === 'GET' ? list(web, caller) : unknown(method);
  const target = { bucket, name };
  if (method === 'GET' || method === 'HEAD') return get(web, caller, target);
  if (method === 'PATCH') return patch(web, caller, target);
  if (method === 'DELETE') return remove(web, caller, target);
  return unknown(method);
}

function unknown(method: string | undefined): never {
  throw notImplemented(`The method ${method ?? ''} here`);
}

async function post(web: WebRequest, caller: Caller): Promise<void> {
  const { parts, bucket, name, query, request, response } = web;
  const command = header(request, 'x-goog-upload-command');
  const target = { bucket, name: name ?? query.get('name') ?? '' };
  if (query.has('create_token') || query.has('delete_token')) return changeTokens(web, caller, target);
  if (command === undefined) return uploadAtOnce(parts, caller, target, request, response);
  if (command === 'start') return startUpload(parts, target, request, response);
  return continueUpload(parts, caller, query.get('upload_id') ?? '', request, response);
}

/** The stored object, after the rules have allowed the request: a denied caller does not learn whether it exists. */
function allowed(web: WebRequest, caller: Caller, target: Target, method: 'get' | 'delete'): ObjectRecord {
  const stored = web.parts.store.index.find(target.bucket, target.name);
  web.parts.rules.check(caller, { method, ...target, stored });
  if (stored === undefined) throw notFound(describeObject(target));
  return stored;
}

async function get(web: WebRequest, caller: Caller, target: Target): Promise<void> {
  const { parts, query, request, response } = web;
  const { store } = parts;
  const token = query.get('token');
  const named = store.index.find(target.bucket, target.name);
  const opened = token !== null && named?.downloadTokens.includes(token) === true;
  const stored = opened && named !== undefined ? named : allowed(web, caller, target, 'get');
  if (query.get('alt') === 'media') return sendBytes(request, response, store.blobs, stored, 'web');
  // getDownloadURL needs a token; objects from the admin SDK have none.
  const shown = stored.downloadTokens.length > 0 ? stored : store.change(stored, stored, [randomUUID()]);
  sendJson(response, 200, webJson(shown));
}

async function patch(web: WebRequest, caller: Caller, target: Target): Promise<void> {
  const { store, rules } = web.parts;
  const given = parseSettings(await readJson(web.request));
  if (given.metadata) delete given.metadata['firebaseStorageDownloadTokens'];
  const stored = store.index.find(target.bucket, target.name);
  const settled = stored && settle(stored, given).settings;
  // `settled` lacks the settings that the patch removes, so the record's own settings are left out.
  const incoming = stored && settled && { ...withoutSettings(stored), ...settled };
  rules.check(caller, { method: 'update', ...target, stored, incoming });
  // A change of a missing object is refused for every caller, unlike a read or a delete.
  if (stored === undefined || settled === undefined) throw permissionDenied();
  sendJson(web.response, 200, webJson(store.change(withoutSettings(stored), settled, stored.downloadTokens)));
}

function remove(web: WebRequest, caller: Caller, target: Target): void {
  web.parts.store.remove(allowed(web, caller, target, 'delete'));
  sendEmpty(web.response, 204);
}

function list({ parts, bucket, query, response }: WebRequest, caller: Caller): void {
  const prefix = query.get('prefix') ?? '';
  if (prefix !== '' && !prefix.endsWith('/'))
    throw badRequest('The prefix must be empty or end with a slash.');
  parts.rules.check(caller, { method: 'list', bucket, name: prefix });
  const most = wholeNumber(query.get('maxResults'), 'maxResults') ?? mostListed;
  if (most === 0) throw badRequest('A page must have at least one result.');
  const { names, prefixes, nextPageToken } = listObjects(parts.store.index.names(bucket), {
    prefix,
    delimiter: query.get('delimiter') ?? '',
    maxResults: Math.min(most, mostListed),
    pageToken: query.get('pageToken') ?? undefined,
  });
  sendJson(response, 200, { prefixes, items: names.map((name) => ({ name, bucket })), nextPageToken });
}

/**
 * `?create_token=true` and `?delete_token=…` are for the administrator. The newest token is first; one token always
 * stays.
 */
function changeTokens({ parts, query, response }: WebRequest, caller: Caller, target: Target): void {
  if (caller.kind !== 'owner')
    throw forbidden('Only the administrator (Bearer owner) can change download tokens.');
  const stored = parts.store.index.find(target.bucket, target.name);
  if (stored === undefined) throw notFound(describeObject(target));
  const dropped = query.get('delete_token');
  const left = stored.downloadTokens.filter((token) => token !== dropped);
  const tokens = dropped === null || left.length === 0 ? [randomUUID(), ...left] : left;
  sendJson(response, 200, webJson(parts.store.change(stored, stored, tokens)));
}
