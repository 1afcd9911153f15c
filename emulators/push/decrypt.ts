import { createDecipheriv, hkdfSync, type ECDH } from 'node:crypto';

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
