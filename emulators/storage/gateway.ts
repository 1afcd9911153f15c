import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RulesFile } from '@busker/emulator-firestore/access/rules-file';
import { loopbackRefusal } from '@busker/emulators/loopback';
import { answerAdmin } from './admin/admin-routes';
import { answerAdminUpload } from './admin/admin-upload';
import { answerSigned } from './admin/signed-urls';
import { decodePart, readJson, sendJson, sendText } from './http/send';
import type { StorageParts } from './uploads/upload-sessions';
import { StorageError, badRequest, forbidden, notFound, notImplemented } from './store/storage-error';
import { answerWeb } from './web/web-routes';

const isRecord = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null;

function sourceOf(json: unknown): string {
  const rules = isRecord(json) ? json['rules'] : undefined;
  const files: unknown = isRecord(rules) ? rules['files'] : undefined;
  const file: unknown = Array.isArray(files) ? files[0] : undefined;
  const content = isRecord(file) ? file['content'] : undefined;
  if (typeof content !== 'string') throw badRequest('The request needs rules.files[0].content.');
  return content;
}

/** `/internal/…`: the emulator's control paths, which rules-unit-testing uses. */
async function answerControl(
  parts: StorageParts,
  rules: RulesFile,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (path === '/internal/setRules' && request.method === 'PUT') {
    const failed = rules.put(sourceOf(await readJson(request))).find(({ severity }) => severity === 'error');
    if (failed !== undefined) throw badRequest(`${failed.line}:${failed.column} ${failed.message}`);
    return sendJson(response, 200, { message: 'Rules updated successfully' });
  }
  if (path === '/internal/reset' && request.method === 'POST') {
    parts.store.clear();
    return sendJson(response, 200, {});
  }
  throw notImplemented(path);
}

/** Browsers hide these headers from the SDK unless they are exposed; resumable uploads need them. */
const exposed = [
  'Content-Type',
  'Content-Range',
  'ETag',
  'X-Firebase-Storage-Version',
  'X-Goog-Hash',
  'X-Goog-Generation',
  'X-Goog-Upload-Chunk-Granularity',
  'X-Goog-Upload-Control-URL',
  'X-Goog-Upload-Size-Received',
  'X-Goog-Upload-Status',
  'X-Goog-Upload-URL',
  'X-GUploader-UploadID',
].join(', ');

function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.origin === undefined) return;
  response.setHeader('Access-Control-Allow-Origin', headers.origin);
  response.setHeader('Access-Control-Expose-Headers', exposed);
  response.setHeader('Vary', 'Origin');
}

function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  const asked = headers['access-control-request-headers'];
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    ...(asked !== undefined && { 'Access-Control-Allow-Headers': asked }),
    'Access-Control-Max-Age': '3600',
    ...(headers['access-control-request-private-network'] === 'true' && {
      'Access-Control-Allow-Private-Network': 'true',
    }),
  });
  response.end();
}

/** Why a page may not use the APIs that need no token, or null. Programs send neither header. */
function pageRefusal({ headers }: IncomingMessage): string | null {
  if (headers.origin !== undefined) return 'Pages may not use the administrator’s API of this server.';
  return headers['sec-fetch-site'] === 'cross-site'
    ? 'Pages of other sites may not read from this server.'
    : null;
}

/** A page may follow a link whose signature is checked: the signature is the right to read. */
const isSignedDownload = (
  { signers }: StorageParts,
  { method }: IncomingMessage,
  { searchParams }: URL,
): boolean => signers !== null && method === 'GET' && searchParams.has('X-Goog-Signature');

async function route(
  parts: StorageParts,
  rules: RulesFile,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
  const path = url.pathname.split('/').slice(1);
  if (path[0] === 'v0') {
    const [, b, bucket, o, name, ...more] = path;
    if (b !== 'b' || bucket === undefined || o !== 'o' || more.length > 0) throw notFound(url.pathname);
    const named = name === undefined || name === '' ? null : decodePart(name);
    return answerWeb({
      parts,
      bucket: decodePart(bucket),
      name: named,
      query: url.searchParams,
      request,
      response,
    });
  }
  const refusal = isSignedDownload(parts, request, url) ? null : pageRefusal(request);
  if (refusal !== null) throw forbidden(refusal);
  const admin = { parts, query: url.searchParams, origin: url.origin, request, response };
  if (path[0] === 'internal') return answerControl(parts, rules, url.pathname, request, response);
  if (path[0] === 'upload') return answerAdminUpload(admin, bucketAfter(path, url.pathname));
  const below = path[0] === 'download' ? path.slice(1) : path;
  const api = below[0] === 'storage' && below[1] === 'v1' ? below.slice(2) : below;
  if (api[0] === 'b') return answerAdmin(admin, api);
  if (url.pathname === '/') return sendJson(response, 200, { emulator: 'storage' });
  return answerSigned(admin, url, path);
}

/** `upload/storage/v1/b/{bucket}/o` */
function bucketAfter(path: readonly string[], pathname: string): string {
  const bucket = path[path.indexOf('b') + 1];
  if (!path.includes('b') || bucket === undefined) throw notFound(pathname);
  return decodePart(bucket);
}

function answerError(
  error: unknown,
  parts: StorageParts,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  request.resume();
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  if (error instanceof StorageError) return tellError(error, request, response);
  if (request.destroyed && !request.complete) return;
  parts.log(`storage: bug: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const failure = new StorageError(
    500,
    'The local Storage server failed; its log has the cause.',
    'internalError',
  );
  sendJson(response, 500, failure.toJson());
}

/** Each API of the service has its own error format. For a media request the JSON API answers in plain text. */
function tellError(error: StorageError, { url = '/' }: IncomingMessage, response: ServerResponse): void {
  if (url.startsWith('/v0/')) return sendJson(response, error.status, error.toWebJson());
  if (/[?&]alt=media(?:&|$)/.test(url)) return sendText(response, error.status, error.message);
  sendJson(response, error.status, error.toJson());
}

export const storageGateway =
  (parts: StorageParts, rules: RulesFile) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const refusal = loopbackRefusal(request.headers, parts.host);
      if (refusal !== null) throw forbidden(refusal);
      allowOrigin(request, response);
      if (request.method === 'OPTIONS') return answerPreflight(request, response);
      await route(parts, rules, request, response);
    } catch (error) {
      answerError(error, parts, request, response);
    }
  };
