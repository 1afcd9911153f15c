import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

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
