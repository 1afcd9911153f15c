import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Small signed statements: `<base64url JSON>.<base64url HMAC-SHA-256>`. `purpose` is part of the signed text, so a token for one purpose is invalid
 * for another. The first secret signs and all verify, so that secrets can be rotated.
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

/** The signed payload; undefined when the token is not ours, has another purpose or was altered. */
export function openToken(secrets: Secrets, purpose: string, token: string): unknown {
  const [text, given, ...rest] = token.split('.');
  if (text === undefined || given === undefined || rest.length > 0) return undefined;
  const bytes = Buffer.from(given, 'base64url');
  // A MAC has several base64url spellings. Only the canonical one is accepted, so that a token has one spelling.
  if (bytes.toString('base64url') !== given) return undefined;
  const genuine = secrets.some((secret) => {
    const wanted = mac(secret, purpose, text);
    return wanted.length === bytes.length && timingSafeEqual(wanted, bytes);
  });
  if (!genuine) return undefined;
  const payload: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
  return payload;
}

/** A keyed fingerprint: two texts can be compared without storing them. */
export function fingerprint(secrets: Secrets, purpose: string, text: string): string {
  return mac(signer(secrets), purpose, text).toString('base64url');
}

/** Whether a fingerprint belongs to this text, with any of the secrets. */
export function isFingerprint(secrets: Secrets, purpose: string, text: string, given: string): boolean {
  return secrets.some((secret) => mac(secret, purpose, text).toString('base64url') === given);
}
