import * as v from 'valibot';
import { ok, type Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/**
 * `handles/{handle}`: who first published under this name. Once the profile was shown under the name, no other uid can get it; until then it is free
 * again when its owner gives it up. `live`: it leads to its owner's profile, as handle or alias. `retired`: it leads nowhere (the account was deleted
 * or renamed too often), but stays taken.
 */
export interface HandleClaim {
  readonly v: 1;
  readonly handle: string;
  readonly uid: string;
  readonly state: 'live' | 'retired';
  readonly claimedAt: number;
  /** When the profile was first shown under this name; null = never. */
  readonly usedAt: number | null;
}

const handleDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    handle: v.string(),
    uid: v.string(),
    state: v.picklist(['live', 'retired']),
    claimedAt: storedTime,
    usedAt: v.optional(v.nullable(storedTime)),
  }),
};

export function decodeHandleClaim(stored: unknown): Result<HandleClaim> {
  const decoded = decodeStored(handleDocument, stored);
  if (!decoded.ok) return decoded;
  // Claims of earlier releases do not have this field. Their names may be in pasted tags, so they count as used.
  const { usedAt = decoded.value.claimedAt, ...claim } = decoded.value;
  return ok({ ...claim, usedAt });
}

export function encodeHandleClaim(claim: HandleClaim): StoredData {
  const { claimedAt, usedAt } = claim;
  return { ...claim, claimedAt: dateOf(claimedAt), usedAt: usedAt === null ? null : dateOf(usedAt) };
}

/** Whether `uid` may publish under a handle with this claim. Null = the name is free. */
export function mayClaim(claim: HandleClaim | null, uid: string): boolean {
  return claim === null || claim.uid === uid;
}
