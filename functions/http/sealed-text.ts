import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secrets } from './signed-token';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

const keyOf = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `sealed ${purpose}`, 32));

/** Encrypts a text for the store with the first secret. A text that was sealed for one purpose cannot be opened for another. */
export function sealText(secrets: Secrets, purpose: string, text: string): string {
  const [first] = secrets;
  if (first === undefined) throw new Error('There is no secret to encrypt with');
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(first, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Opens the text with any of the secrets; undefined when none of them sealed it for this purpose. */
export function openSealedText(secrets: Secrets, purpose: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  const nonce = bytes.subarray(0, nonceBytes);
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
  const body = bytes.subarray(nonceBytes + tagBytes);
  for (const secret of secrets) {
    try {
      const cipher = createDecipheriv(algorithm, keyOf(secret, purpose), nonce).setAuthTag(tag);
      return Buffer.concat([cipher.update(body), cipher.final()]).toString('utf8');
    } catch {
      // Another secret may have sealed it.
    }
  }
  return undefined;
}
