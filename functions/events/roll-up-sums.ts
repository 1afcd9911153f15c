import type { ViewBatch } from '../../core/documents/view-batch-document';

/** The counts of one handle on one day, from several batches. */
export interface HandleDay {
  /** Its place in the order of a round. */
  readonly key: string;
  readonly handle: string;
  readonly day: string;
  readonly views: number;
  readonly clicks: ReadonlyMap<string, number>;
}

interface GrowingSum extends HandleDay {
  views: number;
  readonly clicks: Map<string, number>;
}

/**
 * Adds the rows of all batches by handle and day, in the order of the keys. The same batches give the same list. The work grows with the rows and not
 * faster: anybody can send clicks on links that do not exist.
 */
export function sumsOf(batches: readonly ViewBatch[]): readonly HandleDay[] {
  const sums = new Map<string, GrowingSum>();
  for (const { handle, day, link, count } of batches.flatMap(({ rows }) => rows)) {
    const key = `${handle} ${day}`;
    const sum = sums.get(key) ?? { key, handle, day, views: 0, clicks: new Map<string, number>() };
    sums.set(key, sum);
    if (link === null) sum.views += count;
    else sum.clicks.set(link, (sum.clicks.get(link) ?? 0) + count);
  }
  return [...sums.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
}
