import { otherSites } from '../../core/documents/insight-document';
import type { CountedRow, ViewBatch } from '../../core/documents/view-batch-document';

/** Views, clicks by link and views by site. */
export interface Counted {
  readonly views: number;
  readonly clicks: ReadonlyMap<string, number>;
  readonly sites: ReadonlyMap<string, number>;
}

/** The counts of one handle on one day, from several batches. */
export interface HandleDay extends Counted {
  /** Its place in the order of a round. */
  readonly key: string;
  readonly handle: string;
  readonly day: string;
  /** The same by quarter of an hour. Rows of older releases have no time, and are only in the counts of the day. */
  readonly times: ReadonlyMap<string, Counted>;
}

interface Growing extends Counted {
  views: number;
  readonly clicks: Map<string, number>;
  readonly sites: Map<string, number>;
}

interface GrowingSum extends Growing {
  readonly key: string;
  readonly handle: string;
  readonly day: string;
  readonly times: Map<string, Growing>;
}

/**
 * The sites of one handle and day in one round. The views of further ones count as `otherSites`: anybody can name a site, and the documents that hold
 * them must not grow without end.
 */
const maxSites = 10;

const nothing = (): Growing => ({ views: 0, clicks: new Map(), sites: new Map() });

const addTo = (map: Map<string, number>, key: string, count: number): void =>
  void map.set(key, (map.get(key) ?? 0) + count);

function add(counted: Growing, { link, site, count }: CountedRow): void {
  if (link !== null) return addTo(counted.clicks, link, count);
  counted.views += count;
  if (site != null) addTo(counted.sites, site, count);
}

/**
 * Adds the rows of all batches by handle and day, in the order of the keys. The same batches give the same list. The work grows with the rows and not
 * faster: anybody can send clicks on links that do not exist.
 */
export function sumsOf(batches: readonly ViewBatch[]): readonly HandleDay[] {
  const sums = new Map<string, GrowingSum>();
  for (const row of batches.flatMap(({ rows }) => rows)) {
    const { handle, day, time } = row;
    const key = `${handle} ${day}`;
    const sum = sums.get(key) ?? { key, handle, day, ...nothing(), times: new Map<string, Growing>() };
    sums.set(key, sum);
    add(sum, row);
    if (time === undefined) continue;
    const then = sum.times.get(time) ?? nothing();
    sum.times.set(time, then);
    add(then, row);
  }
  return [...sums.values()].map(withFewSites).toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function withFewSites(sum: HandleDay): HandleDay {
  if (sum.sites.size <= maxSites) return sum;
  const byViews = [...sum.sites].toSorted(([a, more], [b, less]) => less - more || (a < b ? -1 : 1));
  const kept = new Set(byViews.slice(0, maxSites).map(([site]) => site));
  const fewer = (sites: Counted['sites']) => {
    const few = new Map<string, number>();
    for (const [site, count] of sites) addTo(few, kept.has(site) ? site : otherSites, count);
    return few;
  };
  const times = [...sum.times].map(([time, its]) => [time, { ...its, sites: fewer(its.sites) }] as const);
  return { ...sum, sites: fewer(sum.sites), times: new Map(times) };
}
