import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { inTestClock, testClockOf } from '../billing/invoices';
import type { CurrentRequest } from '../events/webhooks';
import { API_VERSION } from '../reference/method-types';
import { checkBuilt, checkSupported } from './unsupported-parameters';
import type { Sandbox, KeyState } from '../state/sandbox';
import {
  actingAccount,
  authenticate,
  checkKey,
  checkKeyState,
  checkVersion,
  replayOf,
  idempotencyId,
  fingerprintOf,
  type Keys,
  keyInUse,
  type IdempotencySlot,
} from './credentials';
import {
  CORS_ANY_ORIGIN,
  FAILURES,
  cuts,
  earlyFailureOf,
  injectedFailureOf,
  readText,
  send,
  type FaultKind,
  type Faults,
  type InjectedFailure,
} from '../wire/http-answer';
import { Refusal, errorBody } from '../wire/refusal';
import { isBranch, list, parseForm, text, type Branch, type Tree } from '../wire/parameters';
import { checkPaths, expandAnswer } from './expand';
import { findRoute, type Access, type FoundRoute, type Route } from './resource';

/**
 * Whether the same request may succeed later; without the header, callers go by the status:
 * https://docs.stripe.com/error-low-level#should-retry
 */
function shouldRetry(status: number, isStored: boolean): Readonly<Record<string, string>> {
  if (status < 400 || status === 429) return {};
  if (status === 409) return { 'stripe-should-retry': 'true' };
  return status === 500 && !isStored ? {} : { 'stripe-should-retry': 'false' };
}

interface ApiRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface ApiParts {
  readonly sandbox: Sandbox;
  readonly routes: readonly Route[];
  readonly keys: Keys;
  /** Control calls change this value. */
  readonly keyState: { readonly current: KeyState };
  readonly currentRequest: CurrentRequest;
}

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

interface Prepared {
  readonly access: Access;
  readonly account: string;
  readonly found: FoundRoute;
  readonly params: Branch;
  readonly expand: readonly string[];
  readonly idempotency: IdempotencySlot | null;
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
  if (access === 'secret') checkBuilt(request.method, path, found?.route.pattern);
  if (!found) throw unrecognized(request.method, path);
  const merged: Record<string, Tree> = { ...parseForm(query), ...readBody(request, isV2) };
  const { expand, ...params } = merged;
  checkSupported(found.route, params);
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
function answerApi(parts: ApiParts, request: ApiRequest, injectedFailure: InjectedFailure = null): ApiAnswer {
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

  let isStored = false;
  const finish = (status: number, body: string, extra: Record<string, string> = {}): ApiAnswer => ({
    status,
    body,
    headers: {
      ...common,
      ...shouldRetry(status, isStored),
      ...(prepared && prepared.account !== sandbox.platform && { 'stripe-account': prepared.account }),
      ...(prepared?.idempotency && { 'idempotency-key': prepared.idempotency.key }),
      ...extra,
    },
  });
  const keep = (status: number, body: string) => {
    const slot = prepared?.idempotency;
    if (!slot || (isV2 && status >= 400)) return;
    const { id, fingerprint } = slot;
    isStored = true;
    sandbox.store.put('idempotency', {
      id,
      createdAt: sandbox.clock.now(),
      path,
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
    const kept = slot && replayOf(sandbox, slot, path);
    isStored = kept !== null;
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
    const answer = route.act(inTestClock(sandbox, testClockOf(sandbox, id)), {
      account: ready.account,
      id,
      params: ready.params,
    });
    return { status: 200, body: JSON.stringify(expandAnswer(sandbox, answer, ready.expand)) };
  } catch (problem) {
    if (problem instanceof Refusal && problem.rollbackMode === 'keep') return refuse(problem);
    throw problem;
  }
}

/** An answer that no endpoint gave. */
const refuse = (
  response: ServerResponse,
  status: number,
  error: Refusal['body'],
  extra: Readonly<Record<string, string>> = {},
): void => {
  const headers = { 'content-type': 'application/json', ...shouldRetry(status, false), ...extra };
  send(response, status, { ...CORS_ANY_ORIGIN, ...headers }, JSON.stringify({ error }));
};

/** Serves /v1, /v2 and the browser API, with the configured faults. */
export function createApiServer(parts: ApiParts, faults: Faults) {
  const busyKeys = new Set<string>();

  const answer = async (request: ApiRequest, matching: readonly FaultKind[], response: ServerResponse) => {
    for (const fault of matching) if (fault.kind === 'latency') await wait(fault.milliseconds);
    if (cuts(matching, 'before')) return response.destroy();
    const early = earlyFailureOf(matching);
    if (early) return refuse(response, early.status, FAILURES[early.status], early.headers);
    const { status, headers, body } = answerApi(parts, request, injectedFailureOf(matching));
    if (cuts(matching, 'after')) return response.destroy();
    send(response, status, { ...CORS_ANY_ORIGIN, ...headers }, body);
  };

  return async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = incoming;
    if (method === 'OPTIONS') return send(response, 204, CORS_ANY_ORIGIN, '');
    const body = await readText(incoming);
    if (body === null)
      return refuse(response, 413, { type: 'invalid_request_error', message: 'Request is too large' });
    const key = method === 'POST' ? headers['idempotency-key'] : undefined;
    const account = String(headers['stripe-account'] ?? '');
    const lock = typeof key === 'string' ? `${account}:${key}` : null;
    if (lock !== null && busyKeys.has(lock)) return refuse(response, 409, keyInUse(String(key)).body);
    if (lock !== null) busyKeys.add(lock);
    try {
      const matching = faults.take(method, url.split('?', 1)[0] ?? '', account);
      await answer({ method, url, headers, body }, matching, response);
    } finally {
      if (lock !== null) busyKeys.delete(lock);
    }
  };
}
