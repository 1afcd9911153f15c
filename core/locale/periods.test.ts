import { describe, expect, test } from 'vitest';
import { dayStart } from './zoned-day';
import {
  daysOfBooks,
  isYearStart,
  kindOfPeriod,
  monthsOfPeriod,
  offeredYearStarts,
  periodsBetween,
  periodWith,
} from './periods';

// Holds dash-930.
describe('periods of the books', () => {
  test.each([
    ['2026-11-30', 'year', '01-01', '2026-01-01', '2026-12-31'],
    ['2026-04-05', 'year', '04-06', '2025-04-06', '2026-04-05'],
    ['2026-04-06', 'year', '04-06', '2026-04-06', '2027-04-05'],
    ['2024-02-29', 'year', '03-01', '2023-03-01', '2024-02-29'],
    ['2026-01-01', 'quarter', '01-01', '2026-01-01', '2026-03-31'],
    ['2026-12-31', 'quarter', '01-01', '2026-10-01', '2026-12-31'],
    ['2027-01-05', 'quarter', '04-06', '2026-10-06', '2027-01-05'],
    ['2027-01-06', 'quarter', '04-06', '2027-01-06', '2027-04-05'],
    ['2027-01-01', 'quarter', '11-01', '2026-11-01', '2027-01-31'],
    ['2024-02-10', 'month', '07-01', '2024-02-01', '2024-02-29'],
  ] as const)(
    '%s is in the %s of a tax year from %s that begins on %s and ends on %s',
    (day, kind, start, from, until) => {
      expect(periodWith(day, kind, start)).toEqual({ from, until });
      expect(kindOfPeriod({ from, until }, start)).toBe(kind);
    },
  );

  test('days that are no month, quarter or tax year of this start are days of one’s own', () => {
    expect(kindOfPeriod({ from: '2026-01-01', until: '2026-12-31' }, '04-06')).toBe('days');
    expect(kindOfPeriod({ from: '2026-02-01', until: '2026-04-30' }, '01-01')).toBe('days');
    expect(kindOfPeriod({ from: '2026-02-02', until: '2026-02-28' }, '01-01')).toBe('days');
  });

  test('the periods to choose from go back to the one with the first day', () => {
    expect(periodsBetween('2025-12-31', '2026-11-30', 'year', '04-06').map(({ from }) => from)).toEqual([
      '2026-04-06',
      '2025-04-06',
    ]);
    expect(periodsBetween('2026-03-31', '2026-11-30', 'quarter', '01-01').map(({ from }) => from)).toEqual([
      '2026-10-01',
      '2026-07-01',
      '2026-04-01',
      '2026-01-01',
    ]);
    expect(periodsBetween('2027-01-01', '2026-11-30', 'year', '01-01')).toEqual([]);
  });

  test('a period falls into the months of the calendar', () => {
    expect(monthsOfPeriod({ from: '2025-12-06', until: '2026-02-05' })).toEqual([
      { from: '2025-12-06', until: '2025-12-31' },
      { from: '2026-01-01', until: '2026-01-31' },
      { from: '2026-02-01', until: '2026-02-05' },
    ]);
    expect(monthsOfPeriod({ from: '2026-02-10', until: '2026-02-12' })).toHaveLength(1);
  });

  test('a tax year starts on a day that each year has', () => {
    expect(['01-01', '04-06', '12-28'].every(isYearStart)).toBe(true);
    expect(['02-29', '13-01', '00-10', '1-1', ''].some(isYearStart)).toBe(false);
    expect(offeredYearStarts).toHaveLength(13);
    expect(offeredYearStarts.every(isYearStart)).toBe(true);
  });

  // Holds dash-931.
  test('a closed year keeps its own days, whatever the time zone of the books is', () => {
    const closed = [{ from: '2025-01-01', until: '2025-12-31', zone: 'Asia/Tokyo', closedAt: 1 }];
    const days = daysOfBooks(closed, 'America/Los_Angeles');
    const newYearInTokyo = Date.parse('2025-12-31T15:00:00Z');
    expect(days.dayOf(newYearInTokyo - 1)).toBe('2025-12-31');
    expect(days.yearOf(newYearInTokyo - 1)).toMatchObject({ until: '2025-12-31', end: newYearInTokyo });
    // In Los Angeles it is still the last day of the closed year.
    expect(days.dayOf(newYearInTokyo)).toBe('2026-01-01');
    expect(days.yearOf(newYearInTokyo)).toBeNull();
    const east = daysOfBooks(
      [{ from: '2025-01-01', until: '2025-12-31', zone: 'America/Los_Angeles', closedAt: 1 }],
      'Asia/Tokyo',
    );
    expect(east.dayOf(Date.parse('2025-01-01T00:00:00Z'))).toBe('2024-12-31');
    expect(east.dayOf(Date.parse('2027-01-01T00:00:00Z'))).toBe('2027-01-01');
  });

  // Holds dash-1304.
  test.each([
    ['Asia/Tokyo', 'America/Los_Angeles'],
    ['America/Los_Angeles', 'Asia/Tokyo'],
  ])(
    'of two years, closed in %s and %s, each hour is in one, by the zone of the first one',
    (zone, other) => {
      const year = (of: number, its: string, closedAt: number) =>
        ({ from: `${of}-01-01`, until: `${of}-12-31`, zone: its, closedAt }) as const;
      const pairs = [
        { closed: [year(2025, zone, 1), year(2026, other, 2)], turns: dayStart('2026-01-01', zone) },
        { closed: [year(2025, other, 2), year(2026, zone, 1)], turns: dayStart('2026-01-01', zone) },
      ];
      for (const { closed, turns } of pairs)
        for (const asked of ['UTC', zone, other])
          for (let hours = -30; hours <= 30; hours += 1) {
            const at = turns + hours * 60 * 60_000;
            const days = daysOfBooks(closed, asked);
            const its = hours < 0 ? closed[0] : closed[1];
            expect(days.yearOf(at)).toMatchObject({ from: its?.from, until: its?.until });
            const day = days.dayOf(at);
            expect(day >= (its?.from ?? '') && day <= (its?.until ?? '')).toBe(true);
          }
    },
  );
});
