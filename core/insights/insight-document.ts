import * as v from 'valibot';
import {
  documentType,
  storedTime,
  type DocumentOf,
  type DocumentType,
  type StoredData,
} from '../documents/documents';

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

const storedInsight = documentType({
  kind: 'insight',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    day: v.pipe(v.string(), v.isoDate()),
    ...counts,
    times: v.optional(v.record(v.string(), v.object(counts)), {}),
  }),
});

/** A dot in the name of a field would begin a field within it, and no host name has a comma. */
const siteKey = (site: string): string => site.replaceAll('.', ',');

export const siteField = (site: string): string => `sites.${siteKey(site)}`;

function encodeCounts({ sites, ...counts }: InsightCounts): StoredData {
  if (sites === undefined) return counts;
  const encoded = Object.entries(sites).map(([site, views]) => [siteKey(site), views] as const);
  return { ...counts, sites: Object.fromEntries(encoded) };
}

export const insightDocument: DocumentType<InsightShard> = {
  decode: storedInsight.decode,
  encode({ times, ...day }) {
    const encoded = Object.entries(times ?? {}).map(
      ([time, counts]) => [time, encodeCounts(counts)] as const,
    );
    return { ...encodeCounts(day), ...(times && { times: Object.fromEntries(encoded) }) };
  },
};

/** The UTC day of a time. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

const quarter = 15 * 60_000;

/** The quarter of an hour in which a time is, as its beginning in UTC: `0930`. */
export function timeOf(now: number): string {
  return new Date(Math.floor(now / quarter) * quarter).toISOString().slice(11, 16).replace(':', '');
}

/** The views of one profile on one day, or the clicks on one of its links. */
export interface CountedRow {
  /** The UTC day on which they arrived, `YYYY-MM-DD`. */
  readonly day: string;
  /** The quarter of an hour (`timeOf` in insight-document.ts). Batches of older releases have none. */
  readonly time?: string | undefined;
  readonly handle: string;
  /** The id of the link; null = views of the profile. */
  readonly link: string | null;
  /** Of views: the host name of the site, or `otherSites`; null or missing = unknown. */
  readonly site?: string | null | undefined;
  readonly count: number;
}

/**
 * `viewBatches/{random}`: what one server instance counted in one window, for all profiles. It holds counts only and cannot distinguish visitors.
 * Nobody has checked whether the handles and links exist: the roll-up does that.
 */
export type ViewBatch = DocumentOf<typeof viewBatchDocument>;

export const viewBatchDocument = documentType({
  kind: 'view-batch',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    /**
     * When its window ended; null = its counts were added to the owners' days. Then it stays without rows for a day, so that an instance that did not
     * get the answer to its first write cannot write the batch again.
     */
    endedAt: v.nullable(storedTime),
    rows: v.array(
      v.object({
        day: v.pipe(v.string(), v.isoDate()),
        time: v.optional(v.pipe(v.string(), v.regex(/^\d{4}$/))),
        handle: v.string(),
        link: v.nullable(v.string()),
        site: v.optional(v.nullable(v.string())),
        count: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
      }),
    ),
    /** Firestore deletes the document after this. */
    expiresAt: storedTime,
  }),
});

/** The batches that are being added now, and how far that has come. */
export interface RollUpRound {
  /** The ids of the batches. Their sums are added in the order of their keys. */
  readonly batches: readonly string[];
  /** The last key whose sums were added; the empty text = none yet. */
  readonly through: string;
  /** Views that arrived until then are counted when the round is over. */
  readonly untilAt: number;
}

/** `rollUps/views`: the state of the roll-up of views. Each commit that adds counts also moves `through`, so no count is added twice. */
export type RollUp = DocumentOf<typeof rollUpDocument>;

export const rollUpDocument = documentType({
  kind: 'roll-up',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    round: v.nullable(v.object({ batches: v.array(v.string()), through: v.string(), untilAt: storedTime })),
  }),
});

/** `counted/views`: until when the views of all profiles are counted. Every signed-in owner may read it. */
export const countedDocument = documentType({
  kind: 'counted',
  version: 1,
  schema: v.object({ v: v.literal(1), untilAt: storedTime }),
});
