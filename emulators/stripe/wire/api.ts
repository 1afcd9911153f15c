import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { CurrentRequest } from '../events/emit';
import { docUrl } from '../format/payment-intent';
import { findRoute, type Access, type FoundRoute, type Route } from '../routes/route';
import { API_VERSION, type Sandbox } from '../sandbox';
import {
  actingAccount,
  authenticate,
  checkKeyState,
  checkVersion,
  type Keys,
  type KeyState,
} from './credentials';
import { expandAnswer } from './expand';
import { checkPaths } from './expand-types';
import { checkKey, fingerprintOf, idempotencyId, replayOf } from './idempotency';
import { list, text } from './parameters';
import { invalidParameter, Refusal } from './refusal';
import { UNSUPPORTED_PARAMETERS } from './unsupported-parameters';
import { isBranch, parseForm, type Branch, type Tree } from './tree';

export interface ApiRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ApiParts {
  readonly sandbox: Sandbox;
  readonly routes: readonly Route[];
  readonly keys: Keys;
  /** Control calls change this value. */
  readonly keyState: { readonly current: KeyState };
  readonly currentRequest: CurrentRequest;
}

/**
 * The effect of a fault on a request that reached its endpoint: `during` does nothing and answers 500, `after` does
 * the work and answers 500.
 */
export type InjectedFailure = 'fail-during' | 'fail-after' | null;

const INTERNAL: Refusal['body'] = {
  type: 'api_error',
  message: 'An unknown error occurred',
};

function unrecognized(method: string, path: string): Refusal {
  return new Refusal(
    404,
    {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}). emulators/stripe/README.md lists what the sandbox supports.`,
    },
    'forget',
  );
}

function readBody(request: ApiRequest, isV2: boolean): Branch {
  if (request.body === '') return {};
  if (!isV2) return parseForm(request.body);
  try {
    const parsed: unknown = JSON.parse(request.body);
    if (isBranch(parsed)) return parsed;
  } catch {
    // Refused below, with the same error as a body that is not an object.
  }
  throw new Refusal(
    400,
    { type: 'invalid_request_error', code: 'invalid_json', message: 'Invalid JSON' },
    'forget',
  );
}

/** v2 errors have no `type` (except a key that was used with other parameters), and use codes such as `invalid_fields` and `not_found`. */
function errorBody(refusal: Refusal, isV2: boolean, requestLog: string): string {
  const { body } = refusal;
  if (isV2 && body.type === 'idempotency_error') {
    return JSON.stringify({ error: { type: body.type, code: body.type, message: body.message } });
  }
  if (isV2) {
    const code =
      refusal.status === 404
        ? 'not_found'
        : refusal.status === 400
          ? 'invalid_fields'
          : (body.code ?? 'error');
    return JSON.stringify({ error: { code, message: body.message } });
  }
  const doc = body.code !== undefined && body.doc_url === undefined ? { doc_url: docUrl(body.code) } : {};
  return JSON.stringify({ error: { ...body, ...doc, request_log_url: requestLog } });
}

interface Prepared {
  readonly access: Access;
  readonly account: string;
  readonly found: FoundRoute;
  readonly params: Branch;
  readonly expand: readonly string[];
  readonly idempotency: { readonly id: string; readonly key: string; readonly fingerprint: string } | null;
}

/** The names of all parameters, nested ones too, each as it is written and as the tables write it: `a[0][b]` and `a[][b]`. */
function namesIn(tree: Tree, name = '', pattern = ''): readonly (readonly [string, string])[] {
  if (typeof tree !== 'object' || tree === null) return [];
  const within = (key: string) => (name === '' ? key : `${name}[${key}]`);
  if (Array.isArray(tree))
    return tree.flatMap((item: Tree, index) => namesIn(item, within(String(index)), `${pattern}[]`));
  return Object.entries(tree).flatMap(([key, value]) => {
    const written = within(key);
    const known = pattern === '' ? key : `${pattern}[${key}]`;
    return [[written, known] as const, ...namesIn(value as Tree, written, known)];
  });
}

/** Says that the sandbox lacks the parameter, so that a developer does not conclude that Stripe lacks it. */
function checkSupported({ route }: FoundRoute, params: Branch): void {
  if (route.access === 'publishable') return;
  const unsupported = new Set(UNSUPPORTED_PARAMETERS[`${route.method} ${route.pattern}`]);
  const name = namesIn(params).find(([, pattern]) => unsupported.has(pattern))?.[0];
  if (name !== undefined)
    throw invalidParameter(
      name,
      `The sandbox does not support the parameter ${name}, though Stripe does. See emulators/stripe/README.md.`,
      'parameter_unknown',
    );
}

const expandNames = list(text());

function prepare(parts: ApiParts, request: ApiRequest, path: string, query: string): Prepared {
  const isV2 = path.startsWith('/v2/');
  const access = authenticate(request.headers, parts.keys);
  if (access === 'secret')
    checkKeyState(parts.keyState.current, parts.keys, {
      address: `${request.method} ${path}`,
      headers: request.headers,
      platform: parts.sandbox.platform,
    });
  checkVersion(request.headers, isV2);
  const account = actingAccount(parts.sandbox, request.headers);
  const found = findRoute(parts.routes, request.method, path, access);
  if (!found) throw unrecognized(request.method, path);
  const merged: Record<string, Tree> = { ...parseForm(query), ...readBody(request, isV2) };
  const { expand, ...params } = merged;
  checkSupported(found, params);
  const paths = expand === undefined ? [] : expandNames(expand, 'expand');
  checkPaths(found.route, paths);
  const key = request.headers['idempotency-key'];
  const keyed = request.method === 'POST' && typeof key === 'string' && key !== '';
  return {
    access,
    account,
    found,
    params,
    expand: paths,
    idempotency: keyed
      ? {
          id: idempotencyId(account, checkKey(key)),
          key,
          fingerprint: fingerprintOf(request.method, request.url, request.body),
        }
      : null,
  };
}

/** Runs one API request in a transaction and stores its answer under its idempotency key. */
export function answerApi(
  parts: ApiParts,
  request: ApiRequest,
  injectedFailure: InjectedFailure = null,
): ApiAnswer {
  const { sandbox, currentRequest } = parts;
  const [path = '', query = ''] = request.url.split('?', 2);
  const isV2 = path.startsWith('/v2/');
  const requestId = `req_${randomBytes(10).toString('hex')}`;
  const log = `${sandbox.origin()}/?request=${requestId}`;
  const common = {
    'request-id': requestId,
    'stripe-version': API_VERSION,
    'content-type': 'application/json',
  };
  let prepared: Prepared | null = null;

  const finish = (status: number, body: string, extra: Record<string, string> = {}): ApiAnswer => ({
    status,
    body,
    headers: {
      ...common,
      ...(prepared && prepared.account !== sandbox.platform && { 'stripe-account': prepared.account }),
      ...(prepared?.idempotency && { 'idempotency-key': prepared.idempotency.key }),
      ...extra,
    },
  });
  const keep = (status: number, body: string) => {
    const slot = prepared?.idempotency;
    if (!slot || (isV2 && status >= 400)) return;
    const { id, fingerprint } = slot;
    sandbox.store.put('idempotency', {
      id,
      createdAt: sandbox.clock.now(),
      fingerprint,
      requestId,
      status,
      body,
    });
  };
  const refuse = (refusal: Refusal) => ({ status: refusal.status, body: errorBody(refusal, isV2, log) });

  try {
    const ready = prepare(parts, request, path, query);
    prepared = ready;
    const slot = ready.idempotency;
    const kept = slot && replayOf(sandbox, slot.id, slot.fingerprint, slot.key);
    if (kept)
      return finish(kept.status, kept.body, {
        'idempotent-replayed': 'true',
        'original-request': kept.requestId,
      });
    if (injectedFailure === 'fail-during') throw new Refusal(500, INTERNAL);
    const done = sandbox.store.transact(() => {
      currentRequest.current = { id: requestId, idempotencyKey: slot?.key ?? null };
      const settled = carryOut(sandbox, ready, refuse);
      const given = injectedFailure === 'fail-after' ? refuse(new Refusal(500, INTERNAL)) : settled;
      keep(given.status, given.body);
      return given;
    });
    return finish(done.status, done.body);
  } catch (problem) {
    const refusal = problem instanceof Refusal ? problem : new Refusal(500, INTERNAL);
    if (!(problem instanceof Refusal))
      console.error(`The Stripe sandbox failed at ${request.method} ${path}:`, problem);
    const given = refuse(refusal);
    if (refusal.rollbackMode === 'rollback') sandbox.store.transact(() => keep(given.status, given.body));
    return finish(given.status, given.body);
  } finally {
    currentRequest.current = { id: null, idempotencyKey: null };
  }
}

interface Settled {
  readonly status: number;
  readonly body: string;
}

/** An error that must keep its changes (a declined card) becomes an answer here, inside the transaction. */
function carryOut(sandbox: Sandbox, ready: Prepared, refuse: (refusal: Refusal) => Settled): Settled {
  try {
    const { route, id } = ready.found;
    const answer = route.act(sandbox, { account: ready.account, id, params: ready.params });
    return { status: 200, body: JSON.stringify(expandAnswer(sandbox, answer, ready.expand)) };
  } catch (problem) {
    if (problem instanceof Refusal && problem.rollbackMode === 'keep') return refuse(problem);
    throw problem;
  }
}
