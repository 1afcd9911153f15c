import { createHash } from 'node:crypto';
import type { TipRequest } from '../../core/api/tip-api';
import { fingerprint, isFingerprint, type Secrets } from '../http/signed-token';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Not hex: a repeated request must find the id that an earlier release made. */
function base32(bytes: Uint8Array): string {
  let out = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      out += alphabet[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return out;
}

/** The same request has the same tip id on every server. 125 bits. */
export function tipIdOf(uid: string, clientRequestId: string): string {
  const hash = createHash('sha256').update(`${uid}\n${clientRequestId.toLowerCase()}`).digest();
  return base32(hash).slice(0, 25);
}

export const isTipId = (given: string) => /^[a-z2-7]{25}$/.test(given);

/** The fields that a repeated request must repeat: all but the gate and the challenge, which may have been renewed. */
function essence(request: TipRequest): string {
  const { session: _session, challenge: _challenge, ...rest } = request;
  const meant = { ...rest, anonymous: rest.anonymous ?? false };
  const entries = Object.entries(meant).filter(([, value]) => value !== null && value !== undefined);
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Keyed, since the request may contain an email address, which must not be stored in a guessable form. */
export const requestHashOf = (secrets: Secrets, request: TipRequest) =>
  fingerprint(secrets, 'tip-request', essence(request));

export const isSameRequest = (secrets: Secrets, request: TipRequest, hash: string) =>
  isFingerprint(secrets, 'tip-request', essence(request), hash);
