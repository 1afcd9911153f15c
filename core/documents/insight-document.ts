import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';

/** Views and clicks, and the sites of the views. */
export interface InsightCounts {
  readonly views: number;
  /** Clicks by link id. */
  readonly clicks: Readonly<Record<string, number>>;
  /** Views by host name of the site, or `otherSites`. Views of an unknown site are only in `views`. */
  readonly sites?: Readonly<Record<string, number>>;
}

/**
 * `profiles/{uid}/insights/{day}-{shard}`: a part of one day's counts, changed only by increments. `day` is `YYYY-MM-DD` in UTC. It holds counts only
 * and cannot distinguish visitors.
 */
export interface InsightShard extends InsightCounts {
  readonly v: 1;
  readonly day: string;
  /**
   * The same counts by quarter of an hour (`timeOf`), so that an owner's day can begin at the owner's midnight: every time zone differs from UTC by
   * quarters of an hour. Older documents, and counts beyond the limits of one write, have none.
   */
  readonly times?: Readonly<Record<string, InsightCounts>>;
}

/** Sites of which one write would have too many. No host name is like this. */
export const otherSites = '_';

const count = v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0);
const counts = {
  views: count,
  clicks: v.optional(v.record(v.string(), count), {}),
  sites: v.optional(
    v.pipe(
      v.record(v.string(), count),
      v.transform((sites) =>
        Object.fromEntries(Object.entries(sites).map(([key, views]) => [key.replaceAll(',', '.'), views])),
      ),
    ),
    {},
  ),
};

const insightDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    day: v.pipe(v.string(), v.isoDate()),
    ...counts,
    times: v.optional(v.record(v.string(), v.object(counts)), {}),
  }),
};

export function decodeInsight(stored: unknown): Result<InsightShard> {
  return decodeStored(insightDocument, stored);
}

/** A dot in the name of a field would begin a field within it, and no host name has a comma. */
const siteKey = (site: string): string => site.replaceAll('.', ',');

export const siteField = (site: string): string => `sites.${siteKey(site)}`;

function encodeCounts({ sites, ...counts }: InsightCounts): StoredData {
  if (sites === undefined) return counts;
  const encoded = Object.entries(sites).map(([site, views]) => [siteKey(site), views] as const);
  return { ...counts, sites: Object.fromEntries(encoded) };
}

export function encodeInsight({ times, ...day }: InsightShard): StoredData {
  const encoded = Object.entries(times ?? {}).map(([time, counts]) => [time, encodeCounts(counts)] as const);
  return { ...encodeCounts(day), ...(times && { times: Object.fromEntries(encoded) }) };
}

/** The UTC day of a time. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

const quarter = 15 * 60_000;

/** The quarter of an hour in which a time is, as its beginning in UTC: `0930`. */
export function timeOf(now: number): string {
  return new Date(Math.floor(now / quarter) * quarter).toISOString().slice(11, 16).replace(':', '');
}
