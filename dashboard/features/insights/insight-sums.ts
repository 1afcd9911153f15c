import type { Currency } from '../../../core/money/currency-codes';
import { dayOf, type InsightShard } from '../../../core/documents/insight-document';
import type { Tip } from '../../../core/tip/tip';

export const periods = [7, 28, 90] as const;
export type Period = (typeof periods)[number];

const dayMillis = 86_400_000;

/** The days of a period, oldest first, today last (`YYYY-MM-DD`, UTC). */
export function daysUntil(now: number, period: Period): readonly string[] {
  return Array.from({ length: period }, (_, at) => dayOf(now - (period - 1 - at) * dayMillis));
}

export interface DaySum {
  readonly day: string;
  readonly views: number;
  readonly clicks: number;
  readonly tips: number;
}

/** The tips of one currency and what the owner kept of them, in minor units. */
export interface MoneySum {
  readonly tips: number;
  readonly kept: number;
}
export type MoneySums = Readonly<Partial<Record<Currency, MoneySum>>>;

export interface Insights {
  readonly days: readonly DaySum[];
  readonly views: number;
  readonly clicks: number;
  readonly tips: number;
  /** Link id to clicks, most clicks first. */
  readonly links: readonly { readonly id: string; readonly clicks: number }[];
  readonly money: MoneySums;
  /** Currency to day to amount kept; days without a tip are missing. */
  readonly moneyByDay: Readonly<Partial<Record<Currency, Readonly<Record<string, number>>>>>;
  readonly byPage: readonly { readonly name: string; readonly money: MoneySums; readonly tips: number }[];
  readonly byPlacement: readonly {
    readonly name: string;
    readonly money: MoneySums;
    readonly tips: number;
  }[];
}

const clicksOf = (shard: InsightShard) => Object.values(shard.clicks).reduce((sum, count) => sum + count, 0);

/** After refunds and disputes, before fees. A fully refunded tip still counts as a tip. */
const keptOf = ({ contrib }: Tip) => contrib.gross - contrib.refunded - contrib.disputed;

function moneyOf(tips: readonly Tip[]): MoneySums {
  const sums: Partial<Record<Currency, MoneySum>> = {};
  for (const tip of tips) {
    const before = sums[tip.currency] ?? { tips: 0, kept: 0 };
    sums[tip.currency] = { tips: before.tips + 1, kept: before.kept + keptOf(tip) };
  }
  return sums;
}

function groups(tips: readonly Tip[], nameOf: (tip: Tip) => string) {
  const grouped = new Map<string, Tip[]>();
  for (const tip of tips) grouped.set(nameOf(tip), [...(grouped.get(nameOf(tip)) ?? []), tip]);
  return [...grouped]
    .map(([name, its]) => ({ name, money: moneyOf(its), tips: its.length }))
    .toSorted((a, b) => b.tips - a.tips || (a.name < b.name ? -1 : 1));
}

const paidDay = (tip: Tip) => dayOf(tip.payment.succeededAt ?? tip.createdAt);

/** The sums of these days. Tips that do not count (for example held for a mismatch) are left out, as in the totals. */
export function insightsOf(
  days: readonly string[],
  shards: readonly InsightShard[],
  allTips: readonly Tip[],
): Insights {
  const inside = new Set(days);
  const counted = shards.filter((shard) => inside.has(shard.day));
  const tips = allTips.filter((tip) => tip.contrib.count > 0 && inside.has(paidDay(tip)));
  const byDay = days.map((day): DaySum => {
    const its = counted.filter((shard) => shard.day === day);
    return {
      day,
      views: its.reduce((sum, shard) => sum + shard.views, 0),
      clicks: its.reduce((sum, shard) => sum + clicksOf(shard), 0),
      tips: tips.filter((tip) => paidDay(tip) === day).length,
    };
  });
  const clicks = new Map<string, number>();
  for (const [id, count] of counted.flatMap((shard) => Object.entries(shard.clicks)))
    clicks.set(id, (clicks.get(id) ?? 0) + count);
  const moneyByDay: Partial<Record<Currency, Record<string, number>>> = {};
  for (const tip of tips) {
    const its = (moneyByDay[tip.currency] ??= {});
    its[paidDay(tip)] = (its[paidDay(tip)] ?? 0) + keptOf(tip);
  }
  return {
    days: byDay,
    views: byDay.reduce((sum, { views }) => sum + views, 0),
    clicks: byDay.reduce((sum, day) => sum + day.clicks, 0),
    tips: tips.length,
    links: [...clicks]
      .map(([id, count]) => ({ id, clicks: count }))
      .toSorted((a, b) => b.clicks - a.clicks || (a.id < b.id ? -1 : 1)),
    money: moneyOf(tips),
    moneyByDay,
    byPage: groups(tips, (tip) => tip.source.for ?? tip.source.origin ?? ''),
    byPlacement: groups(tips, (tip) => tip.source.placement ?? ''),
  };
}

/** Tips per view; null without views. */
export const conversion = (tips: number, views: number): number | null => (views === 0 ? null : tips / views);
