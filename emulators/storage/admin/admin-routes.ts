import { RE2JS } from 're2js';
import { decodePart, readJson, wholeNumber, sendBytes, sendEmpty, sendJson } from '../http/send';
import {
  describeObject,
  listObjects,
  noSettings,
  parseSettings,
  settle,
  withoutSettings,
  type ObjectIndex,
  type ObjectRecord,
} from '../store/object-store';
import { badRequest, notFound, notImplemented } from '../store/storage-error';
import type { Target } from '../uploads/upload-sessions';
import {
  adminJson,
  bucketJson,
  isUnchanged,
  preconditions,
  sendObject,
  type AdminRequest,
} from './admin-upload';

const plain = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');

/** A glob as a regular expression: one star does not match a slash, two stars do. */
function patternOf(glob: string): string {
  let depth = 0;
  const tokens = glob.match(/\*\*\/|\*\*|\*|\?|\[!?[^\]]+\]|\{|\}|,|\\.|[^]/g) ?? [];
  return tokens
    .map((token) => {
      if (token === '**/') return '(?:.*/)?';
      if (token === '**') return '.*';
      if (token === '*') return '[^/]*';
      if (token === '?') return '[^/]';
      if (token === '{') return (depth++, '(?:');
      if (token === '}' && depth > 0) return (depth--, ')');
      if (token === ',' && depth > 0) return '|';
      if (token.length > 2 && token.startsWith('[')) {
        const inverted = token.startsWith('[!');
        const members = token.slice(inverted ? 2 : 1, -1).replace(/[\\^[]/g, '\\$&');
        return `[${inverted ? '^/' : ''}${members}]`;
      }
      return plain(token.length === 2 && token.startsWith('\\') ? token.slice(1) : token);
    })
    .join('');
}

/** `matchGlob` of a list request. The regular expression runs in linear time for any glob. */
function nameGlob(glob: string): (name: string) => boolean {
  try {
    const compiled = RE2JS.compile(patternOf(glob), RE2JS.DOTALL);
    return (name) => compiled.matcher(name).matches();
  } catch {
    throw badRequest('matchGlob is invalid.');
  }
}

const mostListed = 1000;

const isBefore = (a: string, b: string): boolean => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;

/** The names in a list request: from `startOffset` to `endOffset` (exclusive), and matching `matchGlob`. */
function askedNames(names: readonly string[], query: URLSearchParams): readonly string[] {
  const [start, end, glob] = [query.get('startOffset'), query.get('endOffset'), query.get('matchGlob')];
  if (!start && !end && glob === null) return names;
  const fits = glob === null ? () => true : nameGlob(glob);
  return names.filter(
    (name) => (!start || !isBefore(name, start)) && (!end || isBefore(name, end)) && fits(name),
  );
}

/** One page of a list. As in the service, an empty list is omitted, and `maxResults=0` returns no items. */
function listPage(
  index: ObjectIndex,
  bucket: string,
  query: URLSearchParams,
  origin: string,
): Record<string, unknown> {
  const kind = 'storage#objects';
  const most = wholeNumber(query.get('maxResults'), 'maxResults') ?? mostListed;
  if (most === 0) return { kind };
  const { names, prefixes, nextPageToken } = listObjects(askedNames(index.names(bucket), query), {
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    maxResults: Math.min(most, mostListed),
    pageToken: query.get('pageToken') ?? undefined,
  });
  const items = names.flatMap((name) => {
    const record = index.find(bucket, name);
    return record === undefined ? [] : [adminJson(record, origin)];
  });
  return {
    kind,
    ...(items.length > 0 && { items }),
    ...(prefixes.length > 0 && { prefixes }),
    nextPageToken,
  };
}

/** `b…` of the Cloud Storage JSON API, for the admin SDK. It checks no caller: every caller is the administrator. */
export async function answerAdmin(admin: AdminRequest, path: readonly string[]): Promise<void> {
  const [, bucket, kind, name, verb, ...rest] = path.map(decodePart);
  const { method } = admin.request;
  if (bucket === undefined) return listBuckets(admin);
  if (kind === undefined)
    return method === 'DELETE' ? sendEmpty(admin.response, 204) : sendBucket(admin, bucket);
  if (kind !== 'o') throw notImplemented(`/b/${bucket}/${kind}`);
  if (name === undefined) return list(admin, bucket);
  const target = { bucket, name };
  if (verb === 'acl') return acl(admin, target);
  if (verb === 'rewriteTo' || verb === 'copyTo') return copy(admin, target, verb, rest);
  if (verb === 'moveTo') return move(admin, target, rest);
  if (verb !== undefined) throw notImplemented(verb);
  if (method === 'GET' || method === 'HEAD') return get(admin, target);
  if (method === 'PATCH' || method === 'PUT') return patch(admin, target);
  if (method === 'DELETE') return remove(admin, target);
  throw notImplemented(`The method ${method ?? ''} here`);
}

function found({ parts, query }: AdminRequest, target: Target): ObjectRecord {
  const stored = parts.store.index.find(target.bucket, target.name);
  const generation = wholeNumber(query.get('generation'), 'generation');
  // Only the latest generation is stored.
  if (stored === undefined || (generation !== undefined && generation !== stored.generation)) {
    throw notFound(describeObject(target));
  }
  return stored;
}

async function get(admin: AdminRequest, target: Target): Promise<void> {
  const { parts, query, request, response, origin } = admin;
  const stored = found(admin, target);
  if (isUnchanged(query, stored)) return sendEmpty(response, 304);
  if (query.get('alt') === 'media') return sendBytes(request, response, parts.store.blobs, stored, 'json');
  sendObject(response, stored, origin);
}

/** PATCH changes the given settings. PUT also removes the other settings, including download tokens. */
async function patch(admin: AdminRequest, target: Target): Promise<void> {
  const { parts, query, request, response, origin } = admin;
  const given = parseSettings(await readJson(request));
  const stored = found(admin, target);
  preconditions(query)(stored);
  const replaces = request.method === 'PUT';
  const { settings, tokens } = settle(replaces ? noSettings : stored, given);
  const kept = replaces ? [] : stored.downloadTokens;
  sendObject(response, parts.store.change(withoutSettings(stored), settings, tokens ?? kept), origin);
}

function remove(admin: AdminRequest, target: Target): void {
  const stored = found(admin, target);
  preconditions(admin.query)(stored);
  admin.parts.store.remove(stored);
  sendEmpty(admin.response, 204);
}

function list({ parts, query, response, origin }: AdminRequest, bucket: string): void {
  sendJson(response, 200, listPage(parts.store.index, bucket, query, origin));
}

function listBuckets({ parts, response, origin }: AdminRequest): void {
  const items = parts.store.index.buckets().map((name) => bucketJson(name, origin));
  sendJson(response, 200, { kind: 'storage#buckets', items });
}

const sendBucket = ({ response, origin }: AdminRequest, bucket: string): void =>
  sendJson(response, 200, bucketJson(bucket, origin));

/**
 * `…/rewriteTo/b/{bucket}/o/{name}` and `copyTo`: new settings replace all old ones; without new settings the old
 * ones stay.
 */
async function copy(
  admin: AdminRequest,
  target: Target,
  verb: 'rewriteTo' | 'copyTo',
  [, bucket, , name]: readonly string[],
): Promise<void> {
  const { parts, query, request, response, origin } = admin;
  if (bucket === undefined || name === undefined) throw notFound('the copy has no name');
  const given = await readJson(request);
  const source = found(admin, target);
  preconditions(query, 'Source')(source);
  preconditions(query)(parts.store.index.find(bucket, name));
  const replaces = typeof given === 'object' && given !== null && Object.keys(given).length > 0;
  const { settings, tokens } = replaces ? settle(noSettings, parseSettings(given)) : settle(source, {});
  const kept = replaces ? [] : source.downloadTokens;
  const record = parts.store.copy(source, { bucket, name }, settings, tokens ?? kept);
  if (verb === 'copyTo') return sendObject(response, record, origin);
  const resource = adminJson(record, origin);
  const size = String(record.size);
  sendJson(response, 200, {
    kind: 'storage#rewriteResponse',
    totalBytesRewritten: size,
    objectSize: size,
    done: true,
    resource,
  });
}

/** `…/moveTo/o/{name}`, within the bucket. */
function move(admin: AdminRequest, target: Target, [, name]: readonly string[]): void {
  const { parts, query, response, origin } = admin;
  if (name === undefined) throw notFound('the move has no name');
  const source = found(admin, target);
  preconditions(query, 'Source')(source);
  const to = { bucket: target.bucket, name };
  preconditions(query)(parts.store.index.find(to.bucket, to.name));
  if (name === target.name) return sendObject(response, source, origin);
  const record = parts.store.copy(source, to, source, source.downloadTokens);
  parts.store.remove(source);
  sendObject(response, record, origin);
}

/** Access control lists are accepted and have no effect: only rules and tokens give access to objects here. */
async function acl(admin: AdminRequest, target: Target): Promise<void> {
  const { bucket, name } = found(admin, target);
  if (admin.request.method === 'DELETE') return sendEmpty(admin.response, 204);
  const owner = {
    kind: 'storage#objectAccessControl',
    bucket,
    object: name,
    entity: 'project-owners-0',
    role: 'OWNER',
  };
  if (admin.request.method === 'GET') {
    return sendJson(admin.response, 200, { kind: 'storage#objectAccessControls', items: [owner] });
  }
  const given = await readJson(admin.request);
  sendJson(admin.response, 200, { ...owner, ...(typeof given === 'object' ? given : {}) });
}
