import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../firestore/access/caller';
import { parseMultipart } from '../http/multipart-related';
import {
  checkName,
  chunksOf,
  header,
  once,
  parseJson,
  readAll,
  readJson,
  wholeNumber,
} from '../http/request-parts';
import { defaultDisposition } from '../http/media-headers';
import { sendEmpty, sendJson } from '../http/send';
import { badRequest } from '../storage-error';
import { storeArrival, type Arrival, type StorageParts, type Target } from '../storage-parts';
import { parseSettings } from '../store/settings-patch';
import type { Upload } from '../uploads/upload-sessions';
import { webJson } from './web-json';

/** A client cannot choose its download tokens. Without a disposition it gets the default one. */
const arrivalOf = (target: Target, metadata: unknown, contentType: string | null): Arrival => {
  const given = parseSettings(metadata);
  const patch = { ...given, contentDisposition: given.contentDisposition ?? defaultDisposition(target.name) };
  if (patch.metadata) delete patch.metadata['firebaseStorageDownloadTokens'];
  return { ...target, patch, contentType, tokens: [randomUUID()] };
};

/** `uploadBytes` and `uploadString`: metadata and bytes in one request, or only bytes. */
export async function uploadAtOnce(
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
export async function startUpload(
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
export async function continueUpload(
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
