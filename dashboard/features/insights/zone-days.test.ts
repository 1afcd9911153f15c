import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rangeFault, untilToday } from './insights-screen';
import { daysOf, lengthOf, rangeBefore, shifted, ZoneDays } from './zone-days';
import { localDay, someZones } from './zones.fixture';

describe('the days of a zone', () => {
  test.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z', 24],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
    // Summer time begins at midnight, so the day begins at one.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23],
    ['UTC', '2026-01-01', '2026-01-01T00:00:00.000Z', 24],
  ])('in %s, %s begins at %s and has %s hours', (zone, day, start, hours) => {
    const days = new ZoneDays(zone);
    expect(new Date(days.startOf(day)).toISOString()).toBe(start);
    expect((days.startOf(shifted(day, 1)) - days.startOf(day)) / 3_600_000).toBe(hours);
  });

  test('are those that a clock on the wall shows', () => {
    const at = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2028, 0, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...someZones), at, (zone, time) => {
        expect(new ZoneDays(zone).dayOf(time)).toBe(localDay(zone, time));
      }),
    );
  });
});

describe('a range', () => {
  const today = '2026-11-21';

  test('ends today and holds each day once', () => {
    const days = daysOf(untilToday(today, 7));
    expect([days.length, days[0], days.at(-1)]).toEqual([7, '2026-11-15', today]);
    expect(new Set(daysOf(untilToday(today, 90))).size).toBe(90);
  });

  test('follows on a period of the same length', () => {
    const length = fc.integer({ min: 1, max: 365 });
    fc.assert(
      fc.property(length, fc.integer({ min: 0, max: 3000 }), (days, age) => {
        const to = shifted(today, -age);
        const range = { from: shifted(to, 1 - days), to };
        const before = rangeBefore(range);
        expect(lengthOf(range)).toBe(days);
        expect([...daysOf(before), ...daysOf(range)]).toEqual(daysOf({ from: before.from, to }));
        expect(lengthOf(before)).toBe(days);
      }),
    );
  });

  test.each([
    [{ from: '2026-11-01', to: today }, null],
    [{ from: today, to: today }, null],
    [{ from: '2025-11-22', to: today }, null],
    [{ from: '2025-11-21', to: today }, 'too-long'],
    [{ from: '', to: today }, 'incomplete'],
    [{ from: '2026-02-31x', to: today }, 'incomplete'],
    [{ from: '2026-13-01', to: today }, 'incomplete'],
    [{ from: '2026-11-20', to: '2026-11-19' }, 'backwards'],
    [{ from: today, to: '2026-11-22' }, 'future'],
  ] as const)('%j has the fault %s', (range, fault) => {
    expect(rangeFault(range, today)).toBe(fault);
  });
});
