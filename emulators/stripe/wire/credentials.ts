import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Access } from '../routes/route';
import { accountNotConnected } from '../routes/accounts';
import { API_VERSION, type Sandbox } from '../sandbox';
import { Refusal } from './refusal';

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

/** Accepts only the pinned version, so that an SDK upgrade with another version fails visibly. */
export function checkVersion(headers: IncomingHttpHeaders): void {
  const version = headers['stripe-version'];
  if (version === undefined || version === API_VERSION) return;
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
