import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';

/**
 * `profiles/{uid}/insights/{day}-{shard}`: a part of one day's counts, changed only by increments. `day` is `YYYY-MM-DD` in UTC. It holds counts only
 * and cannot distinguish visitors.
 */
export interface InsightShard {
  readonly v: 1;
  readonly day: string;
  readonly views: number;
  /** Clicks by link id. */
  readonly clicks: Readonly<Record<string, number>>;
}

const count = v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0);

const insightDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    day: v.pipe(v.string(), v.isoDate()),
    views: count,
    clicks: v.optional(v.record(v.string(), count), {}),
  }),
};

export function decodeInsight(stored: unknown): Result<InsightShard> {
  return decodeStored(insightDocument, stored);
}

export function encodeInsight(insight: InsightShard): StoredData {
  return { ...insight };
}

/** The UTC day of a time. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
