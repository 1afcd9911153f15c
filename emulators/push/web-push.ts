import { createDecipheriv, createPublicKey, hkdfSync, verify, type ECDH } from 'node:crypto';
import * as v from 'valibot';

/** The browser's part of a subscription. */
export interface Receiver {
  readonly keys: ECDH;
  /** 16 bytes. */
  readonly auth: Buffer;
}

const derived = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Salt, record size, and the sender's public key of 65 bytes with its length (RFC 8188, section 2.1). */
const headerLength = 16 + 4 + 1 + 65;
const tagLength = 16;

/**
 * Decrypts a push message of one record (RFC 8188 and RFC 8291).
 * @throws when it is encrypted for somebody else, or malformed
 */
export function decryptPush(body: Buffer, { keys, auth }: Receiver): string {
  if (body.length <= headerLength + tagLength || body[20] !== 65) throw new Error('The body is too short.');
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, headerLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = derived(keys.computeSecret(sender), auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derived(secret, salt, 'Content-Encoding: nonce\0', 12),
  );
  decipher.setAuthTag(body.subarray(-tagLength));
  const plain = Buffer.concat([decipher.update(body.subarray(headerLength, -tagLength)), decipher.final()]);
  // The last record ends with a 2 and zeros.
  let end = plain.length - 1;
  while (end >= 0 && plain[end] === 0) end -= 1;
  if (plain[end] !== 2) throw new Error('The record has no end.');
  return plain.subarray(0, end).toString();
}

const day = 24 * 60 * 60;
const claims = v.object({
  aud: v.string(),
  exp: v.number(),
  sub: v.pipe(v.string(), v.regex(/^(?:https|mailto):/)),
});

const readJson = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
};

function isSigned(text: string, signature: string, publicKey: string): boolean {
  const point = Buffer.from(publicKey, 'base64url');
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) };
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    return verify(
      'sha256',
      Buffer.from(text),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
  } catch {
    return false;
  }
}

interface VapidRules {
  /** The origin of this push service. */
  readonly audience: string;
  /** The key that the subscription was made with. */
  readonly publicKey: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What is wrong with the `Authorization` of a push request (RFC 8292); null = nothing. */
export function vapidFault(
  header: string | undefined,
  { audience, publicKey, now }: VapidRules,
): string | null {
  const [, token = '', key = ''] = /^vapid t=([^, ]+), ?k=([\w-]+)$/.exec(header ?? '') ?? [];
  if (token === '') return 'There is no VAPID token.';
  if (key !== publicKey) return 'The subscription was made with another key.';
  const [head = '', body = '', signature = ''] = token.split('.');
  if (!isSigned(`${head}.${body}`, signature, key)) return 'The signature is wrong.';
  const parsed = v.safeParse(claims, readJson(body));
  if (!parsed.success) return 'The token lacks aud, exp or sub.';
  const { aud, exp } = parsed.output;
  if (aud !== audience) return `The token is for ${aud}, not for ${audience}.`;
  const left = exp - now / 1000;
  return left > 0 && left <= day ? null : 'The token has expired, or is valid for more than a day.';
}
