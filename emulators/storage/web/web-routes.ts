import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../firestore/access/caller';
import { header, readJson, wholeNumber } from '../http/request-parts';
import { sendBytes, sendEmpty, sendJson } from '../http/send';
import { readCaller } from '../rules-check';
import { badRequest, forbidden, notFound, notImplemented, permissionDenied } from '../storage-error';
import type { StorageParts, Target } from '../storage-parts';
import { listObjects } from '../store/list-objects';
import { describeObject, withoutSettings, type ObjectRecord } from '../store/object-record';
import { parseSettings, settle } from '../store/settings-patch';
import { webJson } from './web-json';
import { continueUpload, startUpload, uploadAtOnce } from './web-upload';

const mostListed = 1000;

export interface WebRequest {
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
