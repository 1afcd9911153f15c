import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/** Milliseconds. Long enough for one run of the checks after a deploy. */
export const verifyTokenLifetime = 10 * 60 * 1000;

/** `verifyTokens/{hash of the token}`: a token that an admin wrote. It is valid for one request. The store deletes it at `expiresAt`. */
export interface VerifyToken {
  readonly v: 1;
  readonly expiresAt: number;
}

const verifyTokenDocument = {
  version: 1,
  schema: v.object({ v: v.literal(1), expiresAt: storedTime }),
};

export function decodeVerifyToken(stored: unknown): Result<VerifyToken> {
  return decodeStored(verifyTokenDocument, stored);
}

export function encodeVerifyToken(token: VerifyToken): StoredData {
  return { ...token, expiresAt: dateOf(token.expiresAt) };
}
