import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '@busker/emulator-firestore/access/rules-gate';
import {
  checkName,
  chunksOf,
  header,
  once,
  parseJson,
  parseMultipart,
  readAll,
  readJson,
  wholeNumber,
  sendEmpty,
  sendJson,
} from '../http/send';
import { parseHashHeader, type Incoming } from '../store/blob-files';
import { etagOf, parseSettings, type ObjectRecord } from '../store/object-store';
import { badRequest, conditionNotMet } from '../store/storage-error';
import { storeArrival, type Arrival, type StorageParts, type Target } from '../uploads/upload-sessions';
import type { Upload } from '../uploads/upload-sessions';

type Stored = ObjectRecord | undefined;
type Check = (stored: Stored) => void;

interface Conditions {
  /** Whether the `if…Match` preconditions hold. Generation 0 means that there is no object. */
  readonly matches: (stored: Stored) => boolean;
  /** Whether the `if…NotMatch` preconditions hold. */
  readonly differs: (stored: Stored) => boolean;
}

function conditions(query: URLSearchParams, of: '' | 'Source'): Conditions {
  const number = (name: string): number | undefined => wholeNumber(query.get(name), name);
  const same = number(`if${of}GenerationMatch`);
  const other = number(`if${of}GenerationNotMatch`);
  const sameMeta = number(`if${of}MetagenerationMatch`);
  const otherMeta = number(`if${of}MetagenerationNotMatch`);
  return {
    matches: (stored) =>
      (same === undefined || same === (stored?.generation ?? 0)) &&
      (sameMeta === undefined || sameMeta === (stored?.metageneration ?? 0)),
    differs: (stored) =>
      (other === undefined || other !== (stored?.generation ?? 0)) &&
      (otherMeta === undefined || otherMeta !== (stored?.metageneration ?? 0)),
  };
}

/**
 * `ifGenerationMatch` and the other preconditions for a request that changes an object; with `Source`, for the source
 * of a copy.
 */
export function preconditions(query: URLSearchParams, of: '' | 'Source' = ''): Check {
  const { matches, differs } = conditions(query, of);
  return (stored) => {
    if (!matches(stored)) throw conditionNotMet('If-Match');
    if (!differs(stored)) throw conditionNotMet('If-None-Match');
  };
}

/** The preconditions of a read. An `if…NotMatch` that fails returns true: there is nothing newer to send (304). */
export function isUnchanged(query: URLSearchParams, stored: ObjectRecord): boolean {
  const { matches, differs } = conditions(query, '');
  if (!matches(stored)) throw conditionNotMet('If-Match');
  return !differs(stored);
}

/** An object as in the Cloud Storage JSON API; `origin` is this server's own base URL. */
export function adminJson(record: ObjectRecord, origin: string): Record<string, unknown> {
  const { bucket, name, generation, contentType, md5Hash, crc32c, customTime } = record;
  const { contentDisposition, contentEncoding, contentLanguage, cacheControl } = record;
  const path = `b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(name)}`;
  const created = new Date(record.timeCreated).toISOString();
  const metadata = {
    ...record.metadata,
    ...(record.downloadTokens.length > 0 && {
      firebaseStorageDownloadTokens: record.downloadTokens.join(','),
    }),
  };
  return {
    kind: 'storage#object',
    id: `${bucket}/${name}/${generation}`,
    selfLink: `${origin}/storage/v1/${path}`,
    mediaLink: `${origin}/download/storage/v1/${path}?generation=${generation}&alt=media`,
    name,
    bucket,
    generation: String(generation),
    metageneration: String(record.metageneration),
    contentType,
    storageClass: 'STANDARD',
    size: String(record.size),
    md5Hash,
    crc32c,
    etag: etagOf(record),
    timeCreated: created,
    updated: new Date(record.updated).toISOString(),
    timeFinalized: created,
    timeStorageClassUpdated: created,
    contentDisposition,
    contentEncoding,
    contentLanguage,
    cacheControl,
    customTime,
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** Buckets exist on first use; they need not be created. */
export function bucketJson(name: string, origin: string): Record<string, unknown> {
  return {
    kind: 'storage#bucket',
    id: name,
    name,
    selfLink: `${origin}/storage/v1/b/${encodeURIComponent(name)}`,
    location: 'US',
    locationType: 'multi-region',
    storageClass: 'STANDARD',
    metageneration: '1',
    etag: 'CAE=',
    iamConfiguration: { uniformBucketLevelAccess: { enabled: true }, publicAccessPrevention: 'inherited' },
  };
}

/** Sends one object's metadata with its entity tag. */
export const sendObject = (response: ServerResponse, record: ObjectRecord, origin: string): void =>
  sendJson(response, 200, adminJson(record, origin), { ETag: etagOf(record) });

export const administrator: Caller = { kind: 'owner' };

export interface AdminRequest {
  readonly parts: StorageParts;
  readonly query: URLSearchParams;
  readonly origin: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** `/upload/storage/v1/b/{bucket}/o`: all three upload types of the JSON API. */
export async function answerAdminUpload(admin: AdminRequest, bucket: string): Promise<void> {
  const { query, request, parts } = admin;
  const id = query.get('upload_id');
  if (id !== null) return parts.uploads.inTurn(id, (upload) => continueUpload(admin, upload));
  if (request.method !== 'POST') throw badRequest('An upload must start with POST.');
  const kind = query.get('uploadType');
  if (kind === 'resumable') return start(admin, bucket);
  if (kind === 'multipart') return multipart(admin, bucket);
  const target = { bucket, name: checkName(nameOf(query, {})) };
  const incoming = await parts.store.blobs.receive(chunksOf(request), parts.mostBytes);
  await store(admin, arrivalOf(target, {}, header(request, 'content-type') ?? null), incoming);
}

function nameOf(query: URLSearchParams, metadata: unknown): string | undefined {
  return query.get('name') ?? parseSettings(metadata).name;
}

/** Settings may also be query parameters; the SDK sends `contentEncoding` there. */
const arrivalOf = (target: Target, metadata: unknown, contentType: string | null): Arrival => ({
  ...target,
  patch: parseSettings(metadata),
  contentType,
  tokens: [],
});

async function multipart({ ...admin }: AdminRequest, bucket: string): Promise<void> {
  const { parts, query, request } = admin;
  const body = await readAll(request, parts.mostBytes);
  const { metadata, contentType, bytes } = parseMultipart(header(request, 'content-type'), body);
  const json = parseJson(metadata);
  const target = { bucket, name: checkName(nameOf(query, json)) };
  const incoming = await parts.store.blobs.receive(once(bytes), parts.mostBytes);
  await store(admin, arrivalOf(target, json, contentType ?? null), incoming);
}

async function store(admin: AdminRequest, arrival: Arrival, incoming: Incoming): Promise<void> {
  const { parts, query, request, response, origin } = admin;
  const announced = { ...arrival, checksums: parseHashHeader(header(request, 'x-goog-hash')) };
  const record = await storeArrival(parts, administrator, announced, incoming, preconditions(query));
  sendObject(response, record, origin);
}

async function start(
  { parts, query, request, response, origin }: AdminRequest,
  bucket: string,
): Promise<void> {
  const metadata = await readJson(request);
  const name = checkName(nameOf(query, metadata));
  const upload = await parts.uploads.start({
    bucket,
    name,
    metadata,
    contentType: header(request, 'x-upload-content-type') ?? null,
    size: wholeNumber(header(request, 'x-upload-content-length'), 'The announced length') ?? null,
  });
  const address = new URL(`${origin}/upload/storage/v1/b/${encodeURIComponent(bucket)}/o`);
  for (const [key, value] of query) if (key.startsWith('if')) address.searchParams.set(key, value);
  address.searchParams.set('uploadType', 'resumable');
  address.searchParams.set('name', name);
  address.searchParams.set('upload_id', upload.id);
  sendEmpty(response, 200, { Location: address.href, 'X-GUploader-UploadID': upload.id });
}

interface ContentRange {
  /** null in a status request, which has no body. */
  readonly from: number | null;
  /** null while the total size is unknown. */
  readonly total: number | null;
  /** The end is also unknown: it is the end of the body and of the object. */
  readonly open: boolean;
}

function readContentRange(text: string | undefined): ContentRange {
  if (text === undefined) return { from: 0, total: null, open: true };
  const found = /^bytes (?:(\d+)-(\d+|\*)|\*)\/(\d+|\*)$/.exec(text);
  if (found === null) throw badRequest('The Content-Range cannot be read.');
  const [, from, to, total] = found;
  return {
    from: from === undefined ? null : Number(from),
    total: total === undefined || total === '*' ? null : Number(total),
    open: to === '*',
  };
}

async function continueUpload(admin: AdminRequest, upload: Upload): Promise<void> {
  const { parts, request, response } = admin;
  if (request.method === 'DELETE') await parts.uploads.cancel(upload);
  if (upload.cancelled) return sendEmpty(response, 499);
  if (upload.final !== null) return sendFinal(admin, upload);
  const range = readContentRange(header(request, 'content-range'));
  if (range.from !== null) await parts.uploads.receive(upload, range.from, chunksOf(request));
  if (!range.open && (range.total === null || upload.received < range.total))
    return sendProgress(response, upload);
  const record = await finish(admin, upload);
  await parts.uploads.close(upload, record.generation);
  sendObject(response, record, admin.origin);
}

/** A refused upload keeps no bytes, so it cannot continue. */
async function finish({ parts, query, request }: AdminRequest, upload: Upload): Promise<ObjectRecord> {
  const incoming = await parts.uploads.finish(upload);
  const checksums = parseHashHeader(header(request, 'x-goog-hash'));
  const arrival = { ...arrivalOf(upload, upload.metadata, upload.contentType), checksums };
  try {
    return await storeArrival(parts, administrator, arrival, incoming, preconditions(query));
  } catch (error) {
    await parts.uploads.cancel(upload);
    throw error;
  }
}

/** 308 means "continue" in this protocol; `Range` has the received bytes. */
function sendProgress(response: ServerResponse, { received }: Upload): void {
  sendEmpty(response, 308, received > 0 ? { Range: `bytes=0-${received - 1}` } : {});
}

function sendFinal({ parts, response, origin }: AdminRequest, { bucket, name, final }: Upload): void {
  const stored = parts.store.index.find(bucket, name);
  if (stored?.generation !== final) throw badRequest('This upload is complete.');
  sendObject(response, stored, origin);
}
