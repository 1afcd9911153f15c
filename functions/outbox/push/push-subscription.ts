import { ECDH } from 'node:crypto';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';

/** A browser's subscription: where messages go, and the keys that encrypt them (RFC 8291). */
export interface PushSubscriptionKeys {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** As `PushSubscription.toJSON()` gives it. */
interface GivenSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

const refused = (field: string, sentence: string) =>
  fail(problem('push-refused', { fields: { [`subscription.${field}`]: sentence } }));

/** Browsers send base64url without padding; some libraries add the padding. */
const bytesOf = (text: string): Buffer | null =>
  /^[A-Za-z0-9_-]*={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : null;

/** Whether the bytes are an uncompressed point on P-256. A point off the curve could reveal a part of our key, and OpenSSL throws for it. */
function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

/** `allowOrigins`: push services without https, on this machine; for the sandbox only. */
function isEndpoint(text: string, allowOrigins: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || allowOrigins.includes(origin);
}

/** Reads a subscription; `push-refused` names the field that is wrong. Whether the address is public is checked again at each message. */
export function parsePushSubscription(
  { endpoint, keys }: GivenSubscription,
  allowOrigins: readonly string[] = [],
): Result<PushSubscriptionKeys> {
  if (!isEndpoint(endpoint, allowOrigins)) return refused('endpoint', 'Send an https:// address.');
  const p256dh = bytesOf(keys.p256dh);
  if (p256dh === null || !isPoint(p256dh))
    return refused('keys.p256dh', 'Send an uncompressed point on P-256: 65 bytes as base64url.');
  const auth = bytesOf(keys.auth);
  if (auth?.length !== 16) return refused('keys.auth', 'Send 16 bytes as base64url.');
  return ok({ endpoint, p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') });
}
