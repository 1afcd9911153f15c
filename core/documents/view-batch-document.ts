import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

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
export interface ViewBatch {
  readonly v: 1;
  /**
   * When its window ended; null = its counts were added to the owners' days. Then it stays without rows for a day, so that an instance that did not
   * get the answer to its first write cannot write the batch again.
   */
  readonly endedAt: number | null;
  readonly rows: readonly CountedRow[];
  /** Firestore deletes the document after this. */
  readonly expiresAt: number;
}

const viewBatchDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
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
    expiresAt: storedTime,
  }),
};

export function decodeViewBatch(stored: unknown): Result<ViewBatch> {
  return decodeStored(viewBatchDocument, stored);
}

export function encodeViewBatch(batch: ViewBatch): StoredData {
  return { ...batch, endedAt: dateOf(batch.endedAt), expiresAt: dateOf(batch.expiresAt) };
}
