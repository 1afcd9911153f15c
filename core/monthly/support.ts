import type { Currency } from '../money/currency-codes';
import type { Monthly } from './monthly';

/** The running monthly and yearly tips of an owner in one currency: how many, and what they bring in a year, in minor units. */
export interface Support {
  readonly active: number;
  readonly perYear: number;
}

/** Currencies are never added to each other. */
export type SupportTotals = Readonly<Partial<Record<Currency, Support>>>;

export interface SupportShard extends Support {
  readonly currency: Currency;
}

/** One sum for each currency. */
export function sumSupport(shards: readonly SupportShard[]): SupportTotals {
  const sums: Partial<Record<Currency, Support>> = {};
  for (const { currency, active, perYear } of shards) {
    const before = sums[currency] ?? { active: 0, perYear: 0 };
    sums[currency] = { active: before.active + active, perYear: before.perYear + perYear };
  }
  return sums;
}

/** What a year of support is in a month, rounded down: a whole number of minor units that is never too much. */
export const monthlySupport = ({ perYear }: Support): number => Math.floor(perYear / 12);

type Span = Pick<Monthly, 'startedAt' | 'endedAt' | 'elsewhere'>;

/** Whether it is known to have run at this time (milliseconds): begun, not ended, and of an account that Stripe still showed. */
const ranAt =
  (time: number) =>
  ({ startedAt, endedAt, elsewhere }: Span): boolean => {
    const until = endedAt ?? elsewhere?.since ?? null;
    return startedAt !== null && startedAt <= time && (until === null || until > time);
  };

const isKnown = ({ endedAt, elsewhere }: Span): boolean => endedAt !== null || elsewhere === undefined;

const isWithin = (time: number | null, from: number, until: number): boolean =>
  time !== null && from <= time && time < until;

/** How many began and ended from `from` until `until` (milliseconds), of all of an owner's. */
export const beganAndEnded = (all: readonly Span[], from: number, until: number) => ({
  began: all.filter(({ startedAt }) => isWithin(startedAt, from, until)).length,
  ended: all.filter(({ startedAt, endedAt }) => startedAt !== null && isWithin(endedAt, from, until)).length,
});

/** Of those that were running at `from`, how many had ended at `until`. Nobody knows it of those whose account Stripe does not show. */
export function leftSince(all: readonly Span[], from: number, until: number) {
  const before = all.filter((one) => isKnown(one) && ranAt(from)(one));
  return { count: before.length, ended: before.filter((one) => !ranAt(until)(one)).length };
}

/** How many were running at each of these times. */
export const runningAt = (all: readonly Span[], times: readonly number[]): readonly number[] =>
  times.map((time) => all.filter(ranAt(time)).length);
