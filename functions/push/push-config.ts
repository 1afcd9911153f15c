import { ECDH, createECDH } from 'node:crypto';
import { fail, ok, problem, type Result } from '@busker/core/base/result';
import type { EnvReader } from '../env-reader';

/** A VAPID key pair (RFC 8292) on P-256, both parts as base64url. */
export interface PushKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

const curve = 'prime256v1';
const privateKeyBytes = 32;

/** The pair of a private key; null when it is none. */
export function pushKeyOf(privateKey: string): PushKey | null {
  const bytes = Buffer.from(privateKey, 'base64url');
  if (bytes.length !== privateKeyBytes || bytes.toString('base64url') !== privateKey) return null;
  const pair = createECDH(curve);
  try {
    pair.setPrivateKey(bytes);
  } catch {
    // Zero, or not below the order of the curve.
    return null;
  }
  return { privateKey, publicKey: pair.getPublicKey('base64url') };
}

/** A new private key, as `VAPID_PRIVATE_KEYS` takes it. */
export function newPushKey(): PushKey {
  const pair = createECDH(curve);
  pair.generateKeys();
  // Leading zeros are cut off by OpenSSL, and a push service wants 32 bytes.
  const bytes = Buffer.from(pair.getPrivateKey('hex').padStart(privateKeyBytes * 2, '0'), 'hex');
  return { privateKey: bytes.toString('base64url'), publicKey: pair.getPublicKey('base64url') };
}

/**
 * The keys of `VAPID_PRIVATE_KEYS`; empty when it is absent or `off`, and then push is not offered. A subscription works only with the key that it
 * was made with: the first key makes new subscriptions, the others serve older ones.
 */
export function pushKeys(read: EnvReader): readonly PushKey[] {
  const given = read.text('VAPID_PRIVATE_KEYS');
  if (given === '' || given === 'off') return [];
  const keys = given.split(',').map((entry) => pushKeyOf(entry.trim()));
  const good = keys.filter((key) => key !== null);
  if (good.length < keys.length) {
    read.fault(
      'VAPID_PRIVATE_KEYS has an entry that is not a private key. Make one with `node host/busker.mjs push-key`.',
    );
  }
  return good;
}

/** The `sub` of VAPID tokens. Push services want an https: address. The sandbox has none, and its own push service accepts any. */
export const pushSubject = (publicOrigin: string): string =>
  publicOrigin.startsWith('https://') ? publicOrigin : 'https://sandbox.invalid';

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
