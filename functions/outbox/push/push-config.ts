import { createECDH } from 'node:crypto';
import type { EnvReader } from '../../http/env-reader';

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
      'VAPID_PRIVATE_KEYS has an entry that is not a private key. Make one with `npx tsx scripts/vapid-key.ts`.',
    );
  }
  return good;
}
