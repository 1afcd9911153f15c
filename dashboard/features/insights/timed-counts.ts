import type { InsightCounts, InsightShard } from '../../../core/documents/insight-document';
import type { Day, ZoneDays } from './zone-days';

/** Counts that belong to one day of the owner. */
export interface DayCounts {
  readonly day: Day;
  readonly counts: Required<InsightCounts>;
  /** Stored by UTC day only, so that `day` is the UTC day. */
  readonly untimed: boolean;
}

type Sums = Readonly<Record<string, number>>;

export const total = (sums: Sums): number => Object.values(sums).reduce((sum, count) => sum + count, 0);

const less = (sums: Sums, others: readonly Sums[]): Sums =>
  Object.fromEntries(
    Object.entries(sums).map(([key, count]) => {
      const taken = others.reduce((sum, other) => sum + (other[key] ?? 0), 0);
      return [key, Math.max(0, count - taken)];
    }),
  );

const whole = ({ views, clicks, sites = {} }: InsightCounts) => ({ views, clicks, sites });

/** What the day holds beside its quarters of an hour. */
function restOf({ views, clicks, sites = {} }: InsightShard, times: readonly DayCounts[]) {
  return {
    views: Math.max(
      0,
      times.reduce((rest, { counts }) => rest - counts.views, views),
    ),
    clicks: less(
      clicks,
      times.map(({ counts }) => counts.clicks),
    ),
    sites: less(
      sites,
      times.map(({ counts }) => counts.sites),
    ),
  };
}

/** The counts of a stored day, on the days of the owner's zone. */
export function dayCountsOf(shard: InsightShard, days: ZoneDays): readonly DayCounts[] {
  const times = Object.entries(shard.times ?? {}).map(([time, counts]): DayCounts => {
    const at = Date.parse(`${shard.day}T${time.slice(0, 2)}:${time.slice(2)}:00Z`);
    return { day: days.dayOf(at), counts: whole(counts), untimed: false };
  });
  return [...times, { day: shard.day, counts: restOf(shard, times), untimed: true }];
}
