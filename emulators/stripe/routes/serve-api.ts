import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import {
  formatApplicationFee,
  formatBalanceTransaction,
  formatFeeRefund,
  formatPayout,
} from '../accounts/balance';
import { includedOf, loadBilling } from '../billing/records';
import type { CurrentRequest } from '../events/webhooks';
import { formatDispute } from '../money-back/disputes';
import { formatRefund } from '../money-back/refunds';
import { formatCharge } from '../payments/charges';
import { docUrl, formatPaymentIntent } from '../payments/intents';
import { formatPaymentMethod } from '../payments/payment-methods';
import { API_VERSION } from '../reference/api-version';
import { UNSUPPORTED_PARAMETERS } from '../reference/unsupported-parameters';
import type { IdempotencyEntity, Sandbox } from '../state/sandbox';
import {
  actingAccount,
  authenticate,
  checkKeyState,
  checkVersion,
  type KeyState,
  type Keys,
} from './credentials';
import { CORS_ANY_ORIGIN, readText, send, sendJson, type FaultKind, type Faults } from '../wire/http-answer';
import { isBranch, list, parseForm, text, type Branch, type Tree } from '../wire/parameters';
import { Refusal, invalidParameter } from '../wire/refusal';
import { findRoute, type Access, type FoundRoute, type Route } from './route';

/** A field leads to one of these kinds of objects; `list:x` is a list of x; `plain` has no field that can be expanded. */
type Fields = Readonly<Record<string, readonly string[]>>;

const CHARGE_AND_INTENT: Fields = { charge: ['charge'], payment_intent: ['payment_intent'] };
const BOOKED: Fields = {
  balance_transaction: ['balance_transaction'],
  failure_balance_transaction: ['balance_transaction'],
};

/**
 * The expandable fields of each object by its `object`, and of the parts of an object that lead to such fields. What a source of a balance transaction
 * is shows only the transaction itself.
 */
const FIELDS: Readonly<Record<string, Fields>> = {
  plain: {},
  payment_intent: {
    customer: ['customer'],
    latest_charge: ['charge'],
    payment_method: ['payment_method'],
  },
  charge: {
    customer: ['customer'],
    balance_transaction: ['balance_transaction'],
    payment_intent: ['payment_intent'],
    application_fee: ['application_fee'],
  },
  refund: { ...CHARGE_AND_INTENT, ...BOOKED },
  dispute: CHARGE_AND_INTENT,
  'radar.early_fraud_warning': CHARGE_AND_INTENT,
  balance_transaction: {
    source: ['charge', 'refund', 'dispute', 'payout', 'application_fee', 'plain'],
  },
  payout: BOOKED,
  application_fee: { charge: ['charge'], balance_transaction: ['balance_transaction'] },
  'checkout.session': {
    customer: ['customer'],
    invoice: ['invoice'],
    payment_intent: ['payment_intent'],
    subscription: ['subscription'],
  },
  subscription: {
    customer: ['customer'],
    default_payment_method: ['payment_method'],
    items: ['list:subscription_item'],
    latest_invoice: ['invoice'],
  },
  subscription_item: { price: ['price'] },
  price: { product: ['plain'] },
  invoice: {
    confirmation_secret: ['plain'],
    customer: ['customer'],
    lines: ['list:plain'],
    parent: ['part:invoice.parent'],
    payments: ['list:invoice_payment'],
  },
  'part:invoice.parent': { subscription_details: ['part:invoice.parent.subscription_details'] },
  'part:invoice.parent.subscription_details': { subscription: ['subscription'] },
  invoice_payment: { invoice: ['invoice'], payment: ['part:invoice_payment.payment'] },
  'part:invoice_payment.payment': { payment_intent: ['payment_intent'] },
  'billing_portal.session': { configuration: ['plain'] },
  payment_method: { customer: ['customer'] },
  customer: {},
};

/** What the resources answer that have fields to expand. */
const RESOURCES: Readonly<Record<string, string>> = {
  '/v1/payment_intents': 'payment_intent',
  '/v1/charges': 'charge',
  '/v1/refunds': 'refund',
  '/v1/disputes': 'dispute',
  '/v1/radar/early_fraud_warnings': 'radar.early_fraud_warning',
  '/v1/balance_transactions': 'balance_transaction',
  '/v1/payouts': 'payout',
  '/v1/checkout/sessions': 'checkout.session',
  '/v1/subscriptions': 'subscription',
  '/v1/prices': 'price',
  '/v1/invoices': 'invoice',
  '/v1/invoice_payments': 'invoice_payment',
  '/v1/billing_portal/sessions': 'billing_portal.session',
};

/** They answer one object though they have no id in their address. */
const SINGLE: ReadonlySet<string> = new Set([
  '/v1/account',
  '/v1/balance',
  '/v1/balance_settings',
  '/v1/elements/sessions',
]);

function answerOf({ method, pattern }: Pick<Route, 'method' | 'pattern'>): string {
  const [resource = ''] = pattern.split('/:id');
  const kind = RESOURCES[resource] ?? 'plain';
  const isList = method === 'GET' && !pattern.includes('/:id') && !SINGLE.has(pattern);
  return isList ? `list:${kind}` : kind;
}

function behind(kind: string, part: string): readonly string[] {
  if (kind.startsWith('list:')) return part === 'data' ? [kind.slice('list:'.length)] : [];
  const fields = FIELDS[kind] ?? {};
  return Object.hasOwn(fields, part) ? (fields[part] ?? []) : [];
}

const cannotExpand = (part: string, path: string) =>
  invalidParameter(
    'expand',
    `This property cannot be expanded (${part}). You may want to try expanding '${path}' on another object.`,
  );

/** Refuses paths that no answer of this endpoint has, also where the answer would have null or an empty list there. */
function checkPaths(route: Pick<Route, 'method' | 'pattern'>, paths: readonly string[]): void {
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > 4)
      throw invalidParameter('expand', 'You cannot expand more than 4 levels of a property.');
    let kinds: readonly string[] = [answerOf(route)];
    for (const part of parts) {
      kinds = [...new Set(kinds.flatMap((kind) => behind(kind, part)))];
      if (kinds.length === 0) throw cannotExpand(part, path);
    }
  }
}

/** Whether an answered object, which its `object` names, has this field to expand. A part without a name was checked with its path. */
const mayExpand = (object: unknown, part: string): boolean =>
  typeof object === 'string' ? behind(object, part).length > 0 : true;

const DAY = 24 * 3600 * 1000;

const fingerprintOf = (method: string, url: string, body: string): string =>
  createHash('sha256').update(`${method} ${url}\n${body}`).digest('hex');

const idempotencyId = (account: string, key: string): string => `${account}:${key}`;

function checkKey(key: string): string {
  if (key.length > 255)
    throw invalidParameter('Idempotency-Key', 'Idempotency keys can be at most 255 characters long.');
  return key;
}

/** The stored answer for this key, if it has not expired. The same key with other parameters is refused. */
function replayOf(sandbox: Sandbox, id: string, fingerprint: string, key: string): IdempotencyEntity | null {
  const kept = sandbox.store.get('idempotency', id);
  if (!kept || kept.createdAt + DAY < sandbox.clock.now()) return null;
  if (kept.fingerprint === fingerprint) return kept;
  throw new Refusal(
    400,
    {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    },
    'forget',
  );
}

const keyInUse = (key: string): Refusal =>
  new Refusal(
    409,
    {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    },
    'forget',
  );

/** Expandable objects that exist only after the first access: the fields that hold their ids. */
function load({ store, clock, ...rest }: Sandbox, id: string): unknown {
  const sandbox = { store, clock, ...rest };
  const intent = store.get('paymentIntent', id);
  if (intent) return formatPaymentIntent(sandbox, intent);
  const charge = store.get('charge', id);
  if (charge) return formatCharge(sandbox, charge);
  const transaction = store.get('balanceTransaction', id);
  if (transaction) return formatBalanceTransaction(transaction, clock.seconds());
  const method = store.get('paymentMethod', id);
  if (method) return formatPaymentMethod(method);
  const refund = store.get('refund', id);
  if (refund) return formatRefund(refund);
  const dispute = store.get('dispute', id);
  if (dispute) return formatDispute(sandbox, dispute);
  const payout = store.get('payout', id);
  if (payout) return formatPayout(payout);
  const fee = store.get('applicationFee', id);
  if (fee) return formatApplicationFee(fee);
  return feeRefund(sandbox, id) ?? loadBilling(sandbox, id) ?? id;
}

/** The refunds of an application fee are stored with it. */
function feeRefund({ store }: Pick<Sandbox, 'store'>, id: string): unknown {
  const fees = id.startsWith('fr_') ? store.all('applicationFee') : [];
  for (const fee of fees) {
    const refund = fee.refunds.find((each) => each.id === id);
    if (refund) return formatFeeRefund(fee, refund);
  }
  return undefined;
}

function expandPath(sandbox: Sandbox, target: unknown, parts: readonly string[], path: string): unknown {
  const [part, ...rest] = parts;
  if (part === undefined || target === null) return target;
  if (Array.isArray(target)) return target.map((item) => expandPath(sandbox, item, parts, path));
  if (!isBranch(target)) return target;
  const isListData = (target['object'] === 'list' || target['object'] === 'search_result') && part === 'data';
  if (!isListData && !mayExpand(target['object'], part)) throw cannotExpand(part, path);
  const isIncluded =
    target['object'] === 'invoice' && (part === 'payments' || part === 'confirmation_secret');
  const value = isIncluded ? includedOf(sandbox, target['id'], part) : target[part];
  const whole = typeof value === 'string' ? load(sandbox, value) : value;
  return { ...target, [part]: expandPath(sandbox, whole, rest, path) };
}

/** Replaces ids by their objects, for paths such as `latest_charge.balance_transaction` or `data.charge`. Their kinds were checked (`checkPaths`). */
const expandAnswer = (sandbox: Sandbox, answer: unknown, paths: readonly string[]): unknown =>
  paths.reduce((target: unknown, path) => expandPath(sandbox, target, path.split('.'), path), answer);

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

/**
 * The effect of a fault on a request that reached its endpoint: `during` does nothing and answers 500, `after` does
 * the work and answers 500.
 */
type InjectedFailure = 'fail-during' | 'fail-after' | null;

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

const FAILURES = {
  409: {
    type: 'invalid_request_error',
    code: 'lock_timeout',
    message:
      'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
  },
  429: {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message:
      'Request rate limit exceeded. Learn more about rate limits here https://docs.stripe.com/rate-limits.',
  },
  500: { type: 'api_error', message: 'An unknown error occurred' },
} as const;

const injectedFailureOf = (faults: readonly FaultKind[]): InjectedFailure => {
  const fault = faults.find(
    (known) => known.kind === 'fail' && known.status === 500 && known.when !== 'before',
  );
  if (fault?.kind !== 'fail') return null;
  return fault.when === 'after' ? 'fail-after' : 'fail-during';
};

const cuts = (faults: readonly FaultKind[], when: 'before' | 'after') =>
  faults.some((fault) => fault.kind === 'cut' && fault.when === when);

/** Serves /v1, /v2 and the browser API, with the configured faults. */
export function createApiServer(parts: ApiParts, faults: Faults) {
  const busyKeys = new Set<string>();

  const answer = async (request: ApiRequest, matching: readonly FaultKind[], response: ServerResponse) => {
    for (const fault of matching) if (fault.kind === 'latency') await wait(fault.milliseconds);
    if (cuts(matching, 'before')) return response.destroy();
    const failure = matching.find(
      (fault) => fault.kind === 'fail' && (fault.status !== 500 || fault.when === 'before'),
    );
    if (failure?.kind === 'fail')
      return sendJson(response, failure.status, { error: FAILURES[failure.status] });
    const { status, headers, body } = answerApi(parts, request, injectedFailureOf(matching));
    if (cuts(matching, 'after')) return response.destroy();
    send(response, status, { ...CORS_ANY_ORIGIN, ...headers }, body);
  };

  return async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = incoming;
    if (method === 'OPTIONS') return send(response, 204, CORS_ANY_ORIGIN, '');
    const body = await readText(incoming);
    if (body === null)
      return sendJson(response, 413, {
        error: { type: 'invalid_request_error', message: 'Request is too large' },
      });
    const key = method === 'POST' ? headers['idempotency-key'] : undefined;
    const lock = typeof key === 'string' ? `${String(headers['stripe-account'] ?? '')}:${key}` : null;
    if (lock !== null && busyKeys.has(lock)) {
      const refusal = keyInUse(String(key));
      return sendJson(response, refusal.status, { error: refusal.body });
    }
    if (lock !== null) busyKeys.add(lock);
    try {
      await answer({ method, url, headers, body }, faults.take(method, url.split('?', 1)[0] ?? ''), response);
    } finally {
      if (lock !== null) busyKeys.delete(lock);
    }
  };
}
