import { ServerCredentials, type Server as GrpcServer } from '@grpc/grpc-js';
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { loopbackRefusal } from '@busker/emulators/loopback';
import { callerOf } from '../access/rules-gate';
import type { RulesFile } from '../access/rules-file';
import { methods, type MethodName } from '../rpc/methods';
import type { Service } from '../rpc/service';
import { StatusError, invalid, statusOf, unimplemented } from '../values/status';
import { parseJson, readBody, sendJson } from './http-body';
import type { ChannelKind, WebChannelServer } from './web-channel';

const DOCUMENTS = /^\/emulator\/v1\/projects\/([^/]+)\/databases\/([^/]+)\/documents$/;
const RULES = /^\/emulator\/v1\/projects\/[^/]+:securityRules$/;

function sourceOf(json: unknown): string {
  const { rules } = (typeof json === 'object' && json !== null ? json : {}) as { rules?: unknown };
  const { files } = (typeof rules === 'object' && rules !== null ? rules : {}) as { files?: unknown };
  const [file] = Array.isArray(files) ? (files as { content?: unknown }[]) : [];
  if (typeof file?.content !== 'string') throw invalid('The request needs rules.files[0].content.');
  return file.content;
}

async function putRules(rules: RulesFile, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const found = rules.put(sourceOf(parseJson(await readBody(request))));
  const issues = found.map(({ line, column, message, severity }) => ({
    sourcePosition: { line, column },
    description: message,
    severity: severity.toUpperCase(),
  }));
  const failed = found.find(({ severity }) => severity === 'error');
  if (failed === undefined) return sendJson(response, 200, { issues });
  const text = `${failed.line}:${failed.column} ${failed.message}`;
  sendJson(response, 400, { error: { code: 400, message: text, status: 'INVALID_ARGUMENT' }, issues });
}

function clearDatabase(service: Service, project: string, id: string): void {
  const database = service.engine.database(`projects/${project}/databases/${id}`);
  database.clear();
  service.log(`firestore: cleared projects/${project}/databases/${id}`);
}

async function answer(
  service: Service,
  rules: RulesFile,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const clear = DOCUMENTS.exec(path);
  if (clear?.[1] !== undefined && clear[2] !== undefined && request.method === 'DELETE') {
    clearDatabase(service, decodeURIComponent(clear[1]), decodeURIComponent(clear[2]));
    return sendJson(response, 200, {});
  }
  if (RULES.test(path) && request.method === 'PUT') return putRules(rules, request, response);
  if (path === '/reset' && request.method === 'POST') {
    for (const database of service.engine.all()) database.clear();
    return sendJson(response, 200, {});
  }
  if (/:(export|import)$/.test(path)) throw unimplemented('Export and import');
  throw new StatusError('NOT_FOUND', 'Unknown control path.');
}

/**
 * The emulator's control paths: clear the data, set the rules, reset. They need no token, because the server listens
 * on loopback only.
 */
async function answerControl(
  service: Service,
  rules: RulesFile,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  try {
    await answer(service, rules, request, response, path);
  } catch (error) {
    const status = statusOf(error, service.log);
    sendJson(response, status.httpCode, status.toJson());
  }
}

const ASKED_HEADERS =
  'authorization, content-type, google-cloud-resource-prefix, x-goog-api-client, x-goog-api-key, ' +
  'x-goog-request-params, x-firebase-appcheck, x-firebase-gmpid, x-http-session-id';

/**
 * WebChannel sends requests with credentials, which CORS does not allow with a star. The origin is repeated instead.
 */
function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.origin === undefined) return;
  response.setHeader('Access-Control-Allow-Origin', headers.origin);
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Vary', 'Origin');
  response.setHeader(
    'Access-Control-Expose-Headers',
    'X-HTTP-Session-Id, X-Client-Wire-Protocol, X-HTTP-Initial-Response',
  );
}

function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
  response.setHeader(
    'Access-Control-Allow-Headers',
    headers['access-control-request-headers'] ?? ASKED_HEADERS,
  );
  response.setHeader('Access-Control-Max-Age', '3600');
  if (headers['access-control-request-private-network'] === 'true') {
    response.setHeader('Access-Control-Allow-Private-Network', 'true');
  }
  response.writeHead(204).end();
}

/** A REST request as the equivalent RPC. */
interface RestCall {
  readonly method: MethodName;
  readonly request: unknown;
}

const DATABASE_VERBS: Record<string, MethodName> = {
  batchGet: 'BatchGetDocuments',
  commit: 'Commit',
  beginTransaction: 'BeginTransaction',
  rollback: 'Rollback',
  batchWrite: 'BatchWrite',
};

const PARENT_VERBS: Record<string, MethodName> = {
  runQuery: 'RunQuery',
  runAggregationQuery: 'RunAggregationQuery',
  partitionQuery: 'PartitionQuery',
  listCollectionIds: 'ListCollectionIds',
  listDocuments: 'ListDocuments',
};

const notFound = (): StatusError => new StatusError('NOT_FOUND', 'Unknown path.');

const asRecord = (json: unknown): Record<string, unknown> =>
  typeof json === 'object' && json !== null ? { ...json } : {};

/** Query parameters as JSON: `mask.fieldPaths=a&mask.fieldPaths=b` is {mask: {fieldPaths: ['a', 'b']}}. */
function parametersAsJson(parameters: URLSearchParams): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  for (const key of new Set(parameters.keys())) {
    if (key.startsWith('$') || key === 'key' || key === 'alt') continue;
    const values = parameters.getAll(key);
    const [outer = '', inner] = key.split('.');
    const value = key.endsWith('fieldPaths') ? values : values[0];
    json[outer] = inner === undefined ? value : { ...asRecord(json[outer]), [inner]: value };
  }
  return json;
}

function verbCall(name: string, verb: string, body: unknown): RestCall {
  const json = asRecord(body);
  const forDatabase = DATABASE_VERBS[verb];
  if (forDatabase !== undefined) {
    return { method: forDatabase, request: { ...json, database: name.replace(/\/documents.*$/, '') } };
  }
  const forParent = PARENT_VERBS[verb];
  if (forParent !== undefined) return { method: forParent, request: { ...json, parent: name } };
  if (verb === 'executePipeline')
    throw new StatusError('UNIMPLEMENTED', 'Pipelines need Firestore Enterprise edition.');
  throw notFound();
}

function resourceCall(verb: string, name: string, parameters: URLSearchParams, body: unknown): RestCall {
  const query = parametersAsJson(parameters);
  const at = name.lastIndexOf('/');
  const inCollection = { ...query, parent: name.slice(0, at), collectionId: name.slice(at + 1) };
  const isDocument = name.split('/').length % 2 === 1 && name.split('/').length > 5;
  if (verb === 'GET') {
    return isDocument
      ? { method: 'GetDocument', request: { ...query, name } }
      : { method: 'ListDocuments', request: inCollection };
  }
  if (verb === 'POST') return { method: 'CreateDocument', request: { ...inCollection, document: body } };
  if (verb === 'PATCH') {
    return { method: 'UpdateDocument', request: { ...query, document: { ...asRecord(body), name } } };
  }
  if (verb === 'DELETE') return { method: 'DeleteDocument', request: { ...query, name } };
  throw notFound();
}

const decoded = (path: string): string => path.split('/').map(decodeURIComponent).join('/');

/** `/v1/projects/p/databases/d/documents…`, optionally with `:verb` at the end. */
function restCall(httpMethod: string, url: URL, body: unknown): RestCall {
  const found = /^\/v1\/(projects\/[^/]+\/databases\/[^/]+\/documents(?:\/.*?)?)(?::([a-zA-Z]+))?$/.exec(
    url.pathname,
  );
  const path = found?.[1];
  if (path === undefined) throw notFound();
  const name = decoded(path);
  const verb = found?.[2];
  if (verb === undefined) return resourceCall(httpMethod, name, url.searchParams, body);
  return verbCall(name, verb, httpMethod === 'GET' ? parametersAsJson(url.searchParams) : body);
}

/** Answers one REST request. Streaming methods answer with a JSON list, and with a list of one for an error. */
async function answerRest(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  let streams = false;
  try {
    const call = restCall(request.method ?? 'GET', url, parseJson(await readBody(request)));
    const method = methods[call.method];
    streams = method.streams;
    const caller = callerOf(request.headers.authorization);
    sendJson(response, 200, method.call({ ...service, caller }, call.request));
  } catch (error) {
    const status = statusOf(error, service.log);
    sendJson(response, status.httpCode, streams ? [status.toJson()] : status.toJson());
  }
}

const CHANNEL = /^\/google\.firestore\.v1\.Firestore\/(Listen|Write)\/channel$/;

const isChannelKind = (name: string | undefined): name is ChannelKind =>
  name === 'Listen' || name === 'Write';

/** Where another emulator of the same project listens. */
export interface Neighbour {
  readonly host: string;
  readonly port: number;
}

/** What the hub of the Firebase emulators answers: by it `@firebase/rules-unit-testing` finds them (FIREBASE_EMULATOR_HUB). */
function emulatorsOf({ host, neighbours }: GatewayParts, { socket }: IncomingMessage): object {
  const all = { hub: { host, port: socket.localPort }, firestore: { host, port: socket.localPort } };
  return Object.fromEntries(
    Object.entries({ ...all, ...neighbours?.() }).map(([name, at]) => [name, { name, ...at }]),
  );
}

interface GatewayParts {
  readonly service: Service;
  readonly rules: RulesFile;
  readonly channels: WebChannelServer;
  readonly host: string;
  readonly neighbours?: () => Readonly<Record<string, Neighbour>>;
}

async function route(parts: GatewayParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const channel = CHANNEL.exec(url.pathname)?.[1];
  if (isChannelKind(channel)) return parts.channels.answer(channel, request, response, url);
  if (url.pathname.startsWith('/v1/')) return answerRest(parts.service, request, response, url);
  if (url.pathname === '/emulators' && request.method === 'GET')
    return sendJson(response, 200, emulatorsOf(parts, request));
  if (url.pathname.startsWith('/functions/')) throw unimplemented('switching functions off and on');
  if (url.pathname === '/') {
    response.writeHead(200, { 'Content-Type': 'text/plain' }).end('Ok\n');
    return;
  }
  return answerControl(parts.service, parts.rules, request, response, url.pathname);
}

/** Handles everything that arrives over HTTP/1.1. */
export const httpGateway =
  (parts: GatewayParts) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Tokens are unsigned, so the check protects every path, not only the control paths.
    const refusal = loopbackRefusal(request.headers, parts.host);
    if (refusal !== null) {
      request.resume();
      parts.service.log(`firestore: refused ${request.method} ${request.url}: ${refusal}`);
      return sendJson(response, 403, { error: { code: 403, message: refusal, status: 'PERMISSION_DENIED' } });
    }
    allowOrigin(request, response);
    if (request.method === 'OPTIONS') return answerPreflight(request, response);
    try {
      await route(parts, request, response);
    } catch (error) {
      const status = statusOf(error, parts.service.log);
      sendJson(response, status.httpCode, status.toJson());
    }
  };

/** Every HTTP/2 connection begins with these bytes. No HTTP/1.1 method does. */
const HTTP2_PREFACE = Buffer.from('PRI * HTTP/2.0');

function passOn(socket: Socket, first: Buffer, take: (socket: Socket) => void): void {
  socket.pause();
  socket.unshift(first);
  take(socket);
  process.nextTick(() => socket.resume());
}

/** One port for gRPC and HTTP/1.1: the first bytes of a connection show the protocol. */
export function sharePort(http: HttpServer, grpc: GrpcServer): Server {
  const injector = grpc.createConnectionInjector(ServerCredentials.createInsecure());
  return createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    let first = Buffer.alloc(0);
    const decide = (chunk: Buffer): void => {
      first = Buffer.concat([first, chunk]);
      const length = Math.min(first.length, HTTP2_PREFACE.length);
      const maybeHttp2 = first.subarray(0, length).equals(HTTP2_PREFACE.subarray(0, length));
      if (maybeHttp2 && length < HTTP2_PREFACE.length) return;
      socket.off('data', decide);
      passOn(socket, first, (ready) => {
        if (maybeHttp2) injector.injectConnection(ready);
        else http.emit('connection', ready);
      });
    };
    socket.on('data', decide);
  });
}
