import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/** `recoveryCodes/{uid}`: the hashes of an owner's unused recovery codes. No browser may read it, not even the owner's. */
export interface RecoveryCodes {
  readonly v: 1;
  /** The ids of the owner's authenticator apps at the sign-in service, by which an interrupted sign-in finds the codes. */
  readonly factors: readonly string[];
  /** SHA-256 in hexadecimal. */
  readonly hashes: readonly string[];
  /** Epoch milliseconds. */
  readonly madeAt: number;
}

const recoveryCodesDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    factors: v.array(v.string()),
    hashes: v.array(v.string()),
    madeAt: storedTime,
  }),
};

export function decodeRecoveryCodes(stored: unknown): Result<RecoveryCodes> {
  return decodeStored(recoveryCodesDocument, stored);
}

export function encodeRecoveryCodes(codes: RecoveryCodes): StoredData {
  return { ...codes, madeAt: dateOf(codes.madeAt) };
}
