import type { CountedRow, ViewBatch } from '../../core/documents/view-batch-document';

/** The counts of one handle on one day, from several batches. */
export interface HandleDay {
  /** Its place in the order of a round. */
  readonly key: string;
  readonly handle: string;
  readonly day: string;
  readonly views: number;
  readonly clicks: ReadonlyMap<string, number>;
}

const withRow = (sum: HandleDay, { link, count }: CountedRow): HandleDay =>
  link === null
    ? { ...sum, views: sum.views + count }
    : { ...sum, clicks: new Map(sum.clicks).set(link, (sum.clicks.get(link) ?? 0) + count) };

/** Adds the rows of all batches by handle and day, in the order of the keys. The same batches give the same list. */
export function sumsOf(batches: readonly ViewBatch[]): readonly HandleDay[] {
  const sums = new Map<string, HandleDay>();
  for (const row of batches.flatMap(({ rows }) => rows)) {
    const { handle, day } = row;
    const key = `${handle} ${day}`;
    sums.set(key, withRow(sums.get(key) ?? { key, handle, day, views: 0, clicks: new Map() }, row));
  }
  return [...sums.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
}
