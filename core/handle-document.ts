import * as v from 'valibot';
import type { Result } from './result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/**
 * `handles/{handle}`: who published under this name first. Never deleted and never given to another uid. `live`: it leads to its
 * owner's profile, as handle or alias. `retired`: it leads nowhere (account deleted, or one rename too many), but stays taken.
 */
export interface HandleClaim {
  readonly v: 1;
  readonly handle: string;
  readonly uid: string;
  readonly state: 'live' | 'retired';
  readonly claimedAt: number;
}

const handleDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    handle: v.string(),
    uid: v.string(),
    state: v.picklist(['live', 'retired']),
    claimedAt: storedTime,
  }),
};

export function decodeHandleClaim(stored: unknown): Result<HandleClaim> {
  return decodeStored(handleDocument, stored);
}

export function encodeHandleClaim(claim: HandleClaim): StoredData {
  return { ...claim, claimedAt: dateOf(claim.claimedAt) };
}

/** Whether `uid` may publish under a handle with this claim. Null = nobody ever did. */
export function mayClaim(claim: HandleClaim | null, uid: string): boolean {
  return claim === null || claim.uid === uid;
}
