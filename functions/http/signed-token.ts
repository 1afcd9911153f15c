import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Small signed statements: `<base64url JSON>.<base64url HMAC-SHA-256>`. `purpose` is part of what is signed, so that a token made for
 * one thing is worth nothing for another. The first secret signs, every one verifies: that is how secrets are rotated.
 */
export type Secrets = readonly string[];

const mac = (secret: string, purpose: string, text: string) =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest();

function signer(secrets: Secrets): string {
  const [first] = secrets;
  if (first === undefined) throw new Error('There is no secret to sign with');
  return first;
}

export function signToken(secrets: Secrets, purpose: string, payload: object): string {
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${text}.${mac(signer(secrets), purpose, text).toString('base64url')}`;
}

/** The payload as it was signed, or undefined when the token is not ours, of another purpose or altered. */
export function openToken(secrets: Secrets, purpose: string, token: string): unknown {
  const [text, given, ...rest] = token.split('.');
  if (text === undefined || given === undefined || rest.length > 0) return undefined;
  const bytes = Buffer.from(given, 'base64url');
  // The encoding of a MAC is not unique: only the canonical one is taken, so that a token has one spelling.
  if (bytes.toString('base64url') !== given) return undefined;
  const genuine = secrets.some((secret) => {
    const wanted = mac(secret, purpose, text);
    return wanted.length === bytes.length && timingSafeEqual(wanted, bytes);
  });
  if (!genuine) return undefined;
  const payload: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
  return payload;
}

/** A keyed fingerprint: tells equals apart without keeping what was compared. */
export function fingerprint(secrets: Secrets, purpose: string, text: string): string {
  return mac(signer(secrets), purpose, text).toString('base64url');
}

/** Whether a fingerprint was made of this text, by any of the secrets. */
export function isFingerprint(secrets: Secrets, purpose: string, text: string, given: string): boolean {
  return secrets.some((secret) => mac(secret, purpose, text).toString('base64url') === given);
}
