import { createHash } from 'node:crypto';
import type { TipRequest } from '../../core/api/tip-api';
import { fingerprint, isFingerprint, type Secrets } from '../http/signed-token';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

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

/** The same request twice is the same tip, wherever it is handled. 125 bits. */
export function tipIdOf(uid: string, clientRequestId: string): string {
  const hash = createHash('sha256').update(`${uid}\n${clientRequestId.toLowerCase()}`).digest();
  return base32(hash).slice(0, 25);
}

export const isTipId = (given: string) => /^[a-z2-7]{25}$/.test(given);

/** What must be the same when a request is repeated: all but the gate and the challenge, which may have been renewed meanwhile. */
function essence(request: TipRequest): string {
  const { session: _session, challenge: _challenge, ...rest } = request;
  const meant = { ...rest, anonymous: rest.anonymous ?? false };
  const entries = Object.entries(meant).filter(([, value]) => value !== null && value !== undefined);
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Keyed, since the request may hold an e-mail address, which is kept in no form that could be guessed back. */
export const requestHashOf = (secrets: Secrets, request: TipRequest) =>
  fingerprint(secrets, 'tip-request', essence(request));

export const isSameRequest = (secrets: Secrets, request: TipRequest, hash: string) =>
  isFingerprint(secrets, 'tip-request', essence(request), hash);
