import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { API_VERSION } from '../reference/method-types';
import { type IdempotencyEntity, isForgotten, type KeyState, type Sandbox } from '../state/sandbox';
import { matchesRoute } from '../wire/http-answer';
import { invalidParameter, Refusal } from '../wire/refusal';
import { accountNotConnected } from './accounts';
import type { Access } from './resource';

export interface Keys {
  readonly secretKey: string;
  readonly publishableKey: string;
}

const same = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'));

/** A Bearer token, or Basic with the key as the user name. */
function presentedKey(header: string | undefined): string | null {
  const [scheme, value] = (header ?? '').split(' ', 2);
  if (value === undefined || value === '') return null;
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme?.toLowerCase() !== 'basic') return null;
  return Buffer.from(value, 'base64').toString('utf8').split(':', 1)[0] ?? null;
}

const unauthorized = (message: string) =>
  new Refusal(401, { type: 'invalid_request_error', message }, 'forget');

const masked = (key: string) => `${key.slice(0, 8)}${'*'.repeat(12)}`;

/** Stripe refuses an expired key for every request. The code is different on a connected account. */
const expired = (key: string, isConnect: boolean): Refusal =>
  new Refusal(
    401,
    {
      type: 'invalid_request_error',
      code: isConnect ? 'platform_api_key_expired' : 'api_key_expired',
      message: `Expired API Key provided: ${masked(key)}`,
    },
    'forget',
  );

/** The error for a restricted key. It has a message but no code: https://github.com/stripe/stripe-node/issues/2246 */
const notPermitted = (key: string, account: string, permission: string): Refusal =>
  new Refusal(
    403,
    {
      type: 'invalid_request_error',
      message: `The provided key '${masked(key)}' does not have the required permissions for this endpoint on account '${account}'. Having the '${permission}' permission would allow this request to continue.`,
    },
    'forget',
  );

/** Refuses a secret key that has expired or lacks a permission, as a control call set it. */
export function checkKeyState(
  state: KeyState,
  { secretKey }: Keys,
  request: { readonly address: string; readonly headers: IncomingHttpHeaders; readonly platform: string },
): void {
  const named = request.headers['stripe-account'];
  if (state.kind === 'expired') throw expired(secretKey, typeof named === 'string');
  if (state.kind === 'restricted' && matchesRoute(state.route, request.address))
    throw notPermitted(secretKey, typeof named === 'string' ? named : request.platform, state.permission);
}

export function authenticate(headers: IncomingHttpHeaders, keys: Keys): Access {
  const key = presentedKey(headers.authorization);
  if (key === null)
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  if (same(key, keys.secretKey)) return 'secret';
  if (same(key, keys.publishableKey)) return 'publishable';
  throw unauthorized(`Invalid API Key provided: ${masked(key)}`);
}

/**
 * Accepts only the pinned version, so that an SDK upgrade with another version fails visibly. A request to `/v2` must name one,
 * as far as we know (https://docs.stripe.com/api-v2-overview names no default); one to `/v1` without a version uses the account's.
 */
export function checkVersion(headers: IncomingHttpHeaders, isV2: boolean): void {
  const version = headers['stripe-version'];
  if (version === API_VERSION || (version === undefined && !isV2)) return;
  if (version === undefined)
    throw new Refusal(
      400,
      {
        type: 'invalid_request_error',
        message: `A request to /v2 needs the header Stripe-Version. The sandbox supports only ${API_VERSION}.`,
      },
      'forget',
    );
  throw new Refusal(
    400,
    {
      type: 'invalid_request_error',
      message: `Invalid Stripe API version: ${String(version)}. The sandbox supports only ${API_VERSION}.`,
    },
    'forget',
  );
}

/** The account that the request acts on. */
export function actingAccount(sandbox: Sandbox, headers: IncomingHttpHeaders): string {
  const named = headers['stripe-account'];
  if (typeof named !== 'string' || named === '' || named === sandbox.platform) return sandbox.platform;
  const account = sandbox.store.get('account', named);
  if (account?.connection !== 'connected') throw accountNotConnected(named);
  return account.id;
}
export const fingerprintOf = (method: string, url: string, body: string): string =>
  createHash('sha256').update(`${method} ${url}\n${body}`).digest('hex');
export const idempotencyId = (account: string, key: string): string => `${account}:${key}`;
export function checkKey(key: string): string {
  if (key.length > 255)
    throw invalidParameter('Idempotency-Key', 'Idempotency keys can be at most 255 characters long.');
  return key;
}
/** The stored answer for this key, if it has not expired. The same key for another endpoint or other parameters is refused. */
export function replayOf(sandbox: Sandbox, slot: IdempotencySlot, path: string): IdempotencyEntity | null {
  const kept = sandbox.store.get('idempotency', slot.id);
  if (!kept || isForgotten(kept, sandbox.clock.now())) return null;
  if (kept.fingerprint === slot.fingerprint) return kept;
  const same =
    kept.path === undefined || kept.path === path
      ? 'with the same parameters they were first used with'
      : `for the same endpoint they were first used for ('${kept.path}')`;
  const message = `Keys for idempotent requests can only be used ${same}. Try using a key other than '${slot.key}' if you meant to execute a different request.`;
  throw new Refusal(400, { type: 'idempotency_error', message }, 'forget');
}
export const keyInUse = (key: string): Refusal =>
  new Refusal(
    409,
    {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    },
    'forget',
  );
export interface IdempotencySlot {
  readonly id: string;
  readonly key: string;
  readonly fingerprint: string;
}
