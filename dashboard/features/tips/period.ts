import { daysOfMonth } from '../../../core/base/zoned-day';

/** A range of days, both included; empty = no limit. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

export type Period = 'all' | 'this-month' | 'last-month' | 'this-year' | `${number}` | 'custom';

const yearOf = (year: number): Days => ({ from: `${year}-01-01`, until: `${year}-12-31` });

/** The days of a period. `today` is a day (`2026-11-25`); null = the owner chooses them. */
export function daysOf(period: Period, today: string): Days | null {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  switch (period) {
    case 'all':
      return { from: '', until: '' };
    case 'this-month':
      return daysOfMonth(year, month);
    case 'last-month':
      return month === 1 ? daysOfMonth(year - 1, 12) : daysOfMonth(year, month - 1);
    case 'this-year':
      return yearOf(year);
    case 'custom':
      return null;
    default:
      return yearOf(Number(period));
  }
}

/** What can be chosen: the years are those before this one since `first`. */
export function periodsOf(today: string, first: number): readonly Period[] {
  const year = Number(today.slice(0, 4));
  const years = Array.from({ length: Math.max(0, year - first) }, (_, ago): Period => `${year - 1 - ago}`);
  return ['all', 'this-month', 'last-month', 'this-year', ...years, 'custom'];
}

/** The period that has exactly these days. */
export function periodOf({ from, until }: Days, periods: readonly Period[], today: string): Period {
  const isThis = (period: Period) => {
    const days = daysOf(period, today);
    return days !== null && days.from === from && days.until === until;
  };
  return periods.find(isThis) ?? 'custom';
}

/** The last day is before the first. */
export const isBackwards = ({ from, until }: Days): boolean => from !== '' && until !== '' && until < from;
