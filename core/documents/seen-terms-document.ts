import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/** `accounts/{uid}/server/terms`: the version of the host's terms that the owner has seen in the dashboard. */
export interface SeenTerms {
  readonly v: 1;
  /** The date of the version, `2026-11-23`. */
  readonly version: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

const seenTermsDocument = {
  version: 1,
  schema: v.object({ v: v.literal(1), version: v.string(), at: storedTime }),
};

export function decodeSeenTerms(stored: unknown): Result<SeenTerms> {
  return decodeStored(seenTermsDocument, stored);
}

export function encodeSeenTerms(seen: SeenTerms): StoredData {
  return { ...seen, at: dateOf(seen.at) };
}
