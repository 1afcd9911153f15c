import * as v from 'valibot';
import { dayAfter, daysIn, dayStart } from './zoned-day';

/** Days of the calendar (`2026-01-31`), both included. */
export interface Period {
  readonly from: string;
  readonly until: string;
}

/** `days`: any others. A quarter is one of the tax year. */
export type PeriodKind = 'year' | 'quarter' | 'month' | 'days';

/** The first day of a tax year (`04-06`). Every month has 28 days. */
export const isYearStart = (given: string): boolean =>
  /^(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/.test(given);

export const yearStartField = v.pipe(
  v.string(),
  v.check(isYearStart, 'start must be a day up to the 28th, such as 04-06.'),
);

/** January 1. */
export const usualYearStart = '01-01';

/** The first day of each month, and the British tax year's. */
export const offeredYearStarts: readonly string[] = [
  ...Array.from({ length: 12 }, (_, month) => `${String(month + 1).padStart(2, '0')}-01`),
  '04-06',
].toSorted();

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The same day of another month. Only for days up to the 28th. */
function monthsLater(day: string, months: number): string {
  const all = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  return `${String(Math.floor(all / 12)).padStart(4, '0')}-${twoDigits((all % 12) + 1)}${day.slice(7)}`;
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - 24 * 60 * 60_000).toISOString().slice(0, 10);

const monthsIn = { year: 12, quarter: 3, month: 1 } as const;
type NamedKind = keyof typeof monthsIn;

const startingOn = (from: string, kind: NamedKind): Period => ({
  from,
  until: dayBefore(monthsLater(from, monthsIn[kind])),
});

/** The period with this day. `start`: the first day of the tax year. */
export function periodWith(day: string, kind: NamedKind, start: string): Period {
  if (kind === 'month') return startingOn(`${day.slice(0, 8)}01`, kind);
  const inYear = `${day.slice(0, 5)}${start}`;
  const year = startingOn(inYear <= day ? inYear : monthsLater(inYear, -12), 'year');
  if (kind === 'year') return year;
  const quarters = [9, 6, 3, 0].map((months) => startingOn(monthsLater(year.from, months), kind));
  return quarters.find(({ from }) => from <= day) ?? startingOn(year.from, kind);
}

export const kindOfPeriod = (period: Period, start: string): PeriodKind =>
  (['year', 'quarter', 'month'] as const).find(
    (kind) =>
      periodWith(period.from, kind, start).until === period.until && isStart(period.from, kind, start),
  ) ?? 'days';

const isStart = (day: string, kind: NamedKind, start: string) => periodWith(day, kind, start).from === day;

/** The periods of this kind from that of `last` back to that of `first`. */
export function periodsBetween(
  first: string,
  last: string,
  kind: NamedKind,
  start: string,
): readonly Period[] {
  const oldest = periodWith(first, kind, start).from;
  const periods: Period[] = [];
  let { from } = periodWith(last, kind, start);
  while (from >= oldest) {
    periods.push(startingOn(from, kind));
    from = monthsLater(from, -monthsIn[kind]);
  }
  return periods;
}

/** Its parts in each month of the calendar, oldest first. */
export function monthsOfPeriod({ from, until }: Period): readonly Period[] {
  const parts: Period[] = [];
  for (let day = from; day <= until;) {
    const month = periodWith(day, 'month', usualYearStart);
    const part = { from: day, until: month.until < until ? month.until : until };
    parts.push(part);
    day = dayAfter(part.until);
  }
  return parts;
}

/** How many days it has. */
export const daysInPeriod = ({ from, until }: Period): number =>
  (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1;

/** The longest that books can show, in days: a leap year. */
export const longestPeriod = 366;

/** Days that are closed, in their own time zone. */
interface ClosedDays extends Period {
  readonly zone: string;
  /** In milliseconds. */
  readonly closedAt: number;
  /** Each return stands on its own day. Absent: it was closed when returns stood on the day of their tip. */
  readonly returnsApart?: true;
}

/**
 * Closed years with their times. Where one ends and the next begins in another zone, the year that was closed first ends or begins as in its own zone,
 * and the other one has what is left: no time is in both or in neither.
 */
function timesOf(closed: readonly ClosedDays[]) {
  const years: (ClosedDays & { readonly start: number; readonly end: number })[] = [];
  for (const year of closed.toSorted((a, b) => a.closedAt - b.closedAt)) {
    const before = years.find(({ until }) => dayAfter(until) === year.from);
    const after = years.find(({ from }) => from === dayAfter(year.until));
    years.push({
      ...year,
      start: before?.end ?? dayStart(year.from, year.zone),
      end: after?.start ?? dayStart(dayAfter(year.until), year.zone),
    });
  }
  return years;
}

/** A day, or the nearest one of the period. */
const dayWithin = (day: string, { from, until }: Period): string => {
  if (day < from) return from;
  return day > until ? until : day;
};

/** The days of books in a time zone. A closed year keeps the zone of its own days, and nothing outside it has one of them. Times in milliseconds. */
export function daysOfBooks(closed: readonly ClosedDays[], zone: string) {
  const dayOf = daysIn(zone);
  const years = timesOf(closed).map((year) => ({ ...year, dayOf: daysIn(year.zone) }));
  const yearOf = (at: number) => years.find(({ start, end }) => at >= start && at < end) ?? null;
  return {
    /** The closed year with this time. */
    yearOf,
    dayOf: (at: number): string => {
      const year = yearOf(at);
      if (year !== null) return dayWithin(year.dayOf(at), year);
      const day = dayOf(at);
      const near = years.find(({ from, until }) => day >= from && day <= until);
      if (near === undefined) return day;
      return at < near.start ? dayBefore(near.from) : dayAfter(near.until);
    },
  };
}
export type DaysOfBooks = ReturnType<typeof daysOfBooks>;
