import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/** How long the counts of a version stay, in milliseconds: long enough to compare a version with the one before. */
export const cardVersionLifetime = 30 * 24 * 60 * 60_000;

/** The `version` that counts every beacon of a version that was never published. Anybody can send one, so they share one document a day. */
export const otherVersions = 'other';

/**
 * `cardVersions/{day}-{version}`: how often cards of one published version were shown on one day, over all owners, and how often a script of theirs
 * threw. Changed only by increments. `day` is `YYYY-MM-DD` in UTC. It holds counts only, and Firestore deletes it at `expiresAt`.
 */
export interface CardVersionDay {
  readonly v: 1;
  readonly day: string;
  readonly version: string;
  readonly loads: number;
  readonly crashes: number;
  readonly expiresAt: number;
}

const count = v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0);

const cardVersionDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    day: v.pipe(v.string(), v.isoDate()),
    version: v.string(),
    loads: count,
    crashes: count,
    expiresAt: storedTime,
  }),
};

export function decodeCardVersion(stored: unknown): Result<CardVersionDay> {
  return decodeStored(cardVersionDocument, stored);
}

export function encodeCardVersion(day: CardVersionDay): StoredData {
  return { ...day, expiresAt: dateOf(day.expiresAt) };
}
