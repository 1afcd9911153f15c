import { siteOf } from '@busker/core/dashboard-api/channel-api';
import type { InsightCounts, InsightShard } from '@busker/core/insights/insight-document';
import { bookLine } from '@busker/core/books/book-sums';
import type { Currency } from '@busker/core/money/money';
import type { Tip } from '@busker/core/tip/tip';

/** A calendar day, `YYYY-MM-DD`. */
export type Day = string;

export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}

const hour = 3_600_000;
const midnightUtc = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

/** Calendar days, whatever the zone. */
export const shifted = (day: Day, by: number): Day =>
  new Date(midnightUtc(day) + by * 24 * hour).toISOString().slice(0, 10);

export const lengthOf = ({ from, to }: DayRange): number =>
  Math.round((midnightUtc(to) - midnightUtc(from)) / (24 * hour)) + 1;

/** Each day once, oldest first. */
export const daysOf = (range: DayRange): readonly Day[] =>
  Array.from({ length: lengthOf(range) }, (_, at) => shifted(range.from, at));

/** The same number of days before the range. */
export const rangeBefore = (range: DayRange): DayRange => ({
  from: shifted(range.from, -lengthOf(range)),
  to: shifted(range.from, -1),
});

/** The days of one time zone. */
export class ZoneDays {
  readonly #format: Intl.DateTimeFormat;
  readonly #starts = new Map<Day, number>();

  constructor(readonly zone: string) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    this.#format = new Intl.DateTimeFormat('en-CA', {
      ...parts,
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
    });
  }

  /** When a day begins: at midnight, or later where summer time skips midnight. */
  startOf(day: Day): number {
    const known = this.#starts.get(day);
    if (known !== undefined) return known;
    const start = this.#search(day);
    this.#starts.set(day, start);
    return start;
  }

  dayOf(at: number): Day {
    const utc = new Date(at).toISOString().slice(0, 10);
    if (at < this.startOf(utc)) return shifted(utc, -1);
    return at < this.startOf(shifted(utc, 1)) ? utc : shifted(utc, 1);
  }

  /** The first quarter of an hour of the day, among those of the zones from UTC−15 to UTC+15. */
  #search(day: Day): number {
    const quarter = hour / 4;
    const first = midnightUtc(day) - 15 * hour;
    let [low, high] = [0, 30 * 4];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.#format.format(first + middle * quarter) >= day) high = middle;
      else low = middle + 1;
    }
    return first + low * quarter;
  }
}

/** Counts that belong to one day of the owner. */
interface DayCounts {
  readonly day: Day;
  readonly counts: Required<InsightCounts>;
  /** Stored by UTC day only, so that `day` is the UTC day. */
  readonly untimed: boolean;
}

type Sums = Readonly<Record<string, number>>;

const total = (sums: Sums): number => Object.values(sums).reduce((sum, count) => sum + count, 0);

const less = (sums: Sums, others: readonly Sums[]): Sums =>
  Object.fromEntries(
    Object.entries(sums).map(([key, count]) => {
      const taken = others.reduce((sum, other) => sum + (other[key] ?? 0), 0);
      return [key, Math.max(0, count - taken)];
    }),
  );

const whole = ({ views, clicks, sites = {} }: InsightCounts) => ({ views, clicks, sites });

/** The counts of the day that no quarter of an hour has. */
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
function dayCountsOf(shard: InsightShard, days: ZoneDays): readonly DayCounts[] {
  const times = Object.entries(shard.times ?? {}).map(([time, counts]): DayCounts => {
    const at = Date.parse(`${shard.day}T${time.slice(0, 2)}:${time.slice(2)}:00Z`);
    return { day: days.dayOf(at), counts: whole(counts), untimed: false };
  });
  return [...times, { day: shard.day, counts: restOf(shard, times), untimed: true }];
}

/** The tips of one currency and what the owner received of them, in minor units. */
interface MoneySum {
  readonly tips: number;
  readonly received: number;
}
/** Currencies are never added. */
export type MoneySums = Readonly<Partial<Record<Currency, MoneySum>>>;

/** The figures of one currency, by the rules of tips and books, in minor units. */
interface Figures {
  readonly received: number;
  readonly afterRefunds: number;
  /** Null while Stripe has not booked a tip, or where a part of its cost is of no single tip or in another currency. */
  readonly kept: number | null;
}

export interface DaySum {
  readonly day: string;
  readonly views: number;
  readonly clicks: number;
  readonly tips: number;
  readonly money: MoneySums;
}

interface Count {
  readonly name: string;
  readonly count: number;
}

interface Place extends Count {
  readonly money: MoneySums;
}

export interface Insights {
  readonly days: readonly DaySum[];
  readonly views: number;
  readonly clicks: number;
  readonly tips: number;
  readonly money: MoneySums;
  readonly figures: Readonly<Partial<Record<Currency, Figures>>>;
  /** By link id. All lists: highest count first. */
  readonly links: readonly Count[];
  /** Views by site; an empty name = unknown. */
  readonly sites: readonly Count[];
  /** Tips. */
  readonly bySite: readonly Place[];
  readonly byPage: readonly Place[];
  readonly byPlacement: readonly Place[];
  /** Views and clicks of which only the UTC day is known. */
  readonly untimed: number;
}

/** After refunds and disputes, before fees. A fully refunded tip still counts as a tip. */
const receivedOf = ({ contrib }: Tip) => contrib.gross - contrib.refunded - contrib.disputed;

function moneyOf(tips: readonly Tip[]): MoneySums {
  const sums: Partial<Record<Currency, MoneySum>> = {};
  for (const tip of tips) {
    const before = sums[tip.currency] ?? { tips: 0, received: 0 };
    sums[tip.currency] = { tips: before.tips + 1, received: before.received + receivedOf(tip) };
  }
  return sums;
}

function figuresOf(tips: readonly Tip[]): Insights['figures'] {
  const all: Partial<Record<Currency, Figures>> = {};
  for (const tip of tips) {
    const { currency } = tip;
    const before = all[currency] ?? { received: 0, afterRefunds: 0, kept: 0 };
    const line = bookLine(tip);
    const booked = line?.feeApart === null && line.booked?.currency === currency ? line.booked : null;
    all[currency] = {
      received: before.received + tip.contrib.gross,
      afterRefunds: before.afterRefunds + receivedOf(tip),
      kept: before.kept === null || booked === null ? null : before.kept + booked.kept,
    };
  }
  return all;
}

function grouped<T>(all: readonly T[], nameOf: (each: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const its = groups.get(nameOf(each));
    if (its) its.push(each);
    else groups.set(nameOf(each), [each]);
  }
  return groups;
}

const highestFirst = <T extends Count>(rows: readonly T[]): readonly T[] =>
  rows.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));

const placesOf = (tips: readonly Tip[], nameOf: (tip: Tip) => string): readonly Place[] =>
  highestFirst(
    [...grouped(tips, nameOf)].map(([name, its]) => ({ name, count: its.length, money: moneyOf(its) })),
  );

function countsOf(all: readonly Readonly<Record<string, number>>[]): readonly Count[] {
  const sums = new Map<string, number>();
  for (const [name, count] of all.flatMap((each) => Object.entries(each)))
    if (count > 0) sums.set(name, (sums.get(name) ?? 0) + count);
  return highestFirst([...sums].map(([name, count]) => ({ name, count })));
}

const sum = <T>(all: readonly T[], of: (each: T) => number) =>
  all.reduce((before, each) => before + of(each), 0);
const viewsOf = ({ counts }: DayCounts) => counts.views;
const clicksOf = ({ counts }: DayCounts) => total(counts.clicks);

/** The sums of these days. Tips that do not count (for example held for a mismatch) are left out, as in the totals. */
export function insightsOf(
  range: DayRange,
  zone: ZoneDays,
  shards: readonly InsightShard[],
  allTips: readonly Tip[],
): Insights {
  const isInside = (day: string) => range.from <= day && day <= range.to;
  const paidDay = (tip: Tip) => zone.dayOf(tip.payment.succeededAt ?? tip.createdAt);
  const counted = shards.flatMap((shard) => dayCountsOf(shard, zone)).filter(({ day }) => isInside(day));
  const tips = allTips.filter((tip) => tip.contrib.count > 0 && isInside(paidDay(tip)));
  const countsByDay = grouped(counted, ({ day }) => day);
  const tipsByDay = grouped(tips, paidDay);
  const views = sum(counted, viewsOf);
  const sites = counted.map(({ counts }) => counts.sites);
  return {
    days: daysOf(range).map((day) => {
      const counts = countsByDay.get(day) ?? [];
      const its = tipsByDay.get(day) ?? [];
      return {
        day,
        views: sum(counts, viewsOf),
        clicks: sum(counts, clicksOf),
        tips: its.length,
        money: moneyOf(its),
      };
    }),
    views,
    clicks: sum(counted, clicksOf),
    tips: tips.length,
    money: moneyOf(tips),
    figures: figuresOf(tips),
    links: countsOf(counted.map(({ counts }) => counts.clicks)),
    sites: countsOf([...sites, { '': views - sum(sites, total) }]),
    bySite: placesOf(tips, ({ source }) => siteOf(source.origin) ?? ''),
    byPage: placesOf(tips, ({ source }) => source.for ?? ''),
    byPlacement: placesOf(tips, ({ source }) => source.placement ?? ''),
    untimed: sum(
      counted.filter(({ untimed }) => untimed),
      (each) => viewsOf(each) + clicksOf(each),
    ),
  };
}

/** Tips per view; null without views, and where tips came without one (a QR code, a link to the form): that is no share. */
export const conversion = (tips: number, views: number): number | null =>
  views === 0 || tips > views ? null : tips / views;

export const isNothing = ({ views, clicks, tips }: Insights): boolean => views + clicks + tips === 0;

/** Days between two labels, counted back from the last day: as many as fit on a phone, evenly spaced. */
const stepOf = (days: number): number => (days <= 7 ? 2 : Math.ceil(days / 4));

/** Characters of a day's name of which four fit on a phone. Some languages have no short names for months. */
const longName = 7;

/** Recharts would drop labels at uneven distances. */
export function dayAxis(names: readonly string[]) {
  const isLong = names.some((name) => name.length > longName);
  const step = Math.ceil(stepOf(names.length) * (isLong ? 1.6 : 1));
  return { ticks: names.filter((_, at) => (names.length - 1 - at) % step === 0), interval: 0 };
}
