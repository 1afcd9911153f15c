import { createHmac, timingSafeEqual } from 'node:crypto';

// Time-based one-time passwords (RFC 6238) as Identity Platform makes them: SHA-1, six digits, 30 seconds.

export const totpPeriodSeconds = 30;
export const totpDigits = 6;
/** How many periods before and after the current one are accepted; the default of Identity Platform. */
const adjacentPeriods = 5;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = text
    .split('')
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

function codeOfPeriod(secret: string, period: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(period));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** totpDigits).padStart(totpDigits, '0');
}

const periodAt = (atMs: number): number => Math.floor(atMs / 1000 / totpPeriodSeconds);

/** What an authenticator app with this secret (base32) shows at that time. */
export const totpCode = (secret: string, atMs = Date.now()): string => codeOfPeriod(secret, periodAt(atMs));

export function isTotpCode(secret: string, given: string, atMs = Date.now()): boolean {
  const wanted = Buffer.from(given);
  const now = periodAt(atMs);
  for (let period = Math.max(0, now - adjacentPeriods); period <= now + adjacentPeriods; period += 1) {
    const code = Buffer.from(codeOfPeriod(secret, period));
    if (code.length === wanted.length && timingSafeEqual(code, wanted)) return true;
  }
  return false;
}
