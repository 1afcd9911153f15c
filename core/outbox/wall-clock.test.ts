import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestAt, minutesIn, nextMidnight, nextMinute } from './wall-clock';

const berlin = 'Europe/Berlin';
const zones = ['UTC', berlin, 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'Australia/Lord_Howe'];
const time = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) });

describe('the clock of a zone', () => {
  it('shows the minute of the day', () => {
    expect(minutesIn(berlin)(Date.UTC(2026, 10, 22, 20, 15))).toBe(21 * 60 + 15);
    expect(minutesIn('Asia/Kolkata')(Date.UTC(2026, 10, 22, 18, 30))).toBe(0);
  });

  it('next shows a minute within a day and a change of the clock, and shows it then', () => {
    fc.assert(
      fc.property(
        time,
        fc.integer({ min: 0, max: 1439 }),
        fc.constantFrom(...zones),
        (after, minute, zone) => {
          const at = nextMinute(minute, after, zone);
          expect(at).toBeGreaterThanOrEqual(after);
          expect(at - after).toBeLessThanOrEqual(26 * 60 * 60_000);
          const off = Math.abs(minutesIn(zone)(at) - minute);
          // A clock may skip an hour, and then never shows this minute on that day.
          expect(Math.min(off, 1440 - off)).toBeLessThanOrEqual(60);
        },
      ),
    );
  });

  it('shows eight in the morning on both days on which clocks change', () => {
    for (const day of [Date.UTC(2027, 2, 28), Date.UTC(2027, 9, 31)])
      expect(minutesIn(berlin)(nextMinute(8 * 60, day, berlin))).toBe(8 * 60);
  });
});

describe('a digest', () => {
  it('is due at six in the evening, and the next day after that', () => {
    const noon = Date.UTC(2026, 10, 22, 12);
    expect(new Date(digestAt('daily', noon, berlin)).toISOString()).toBe('2026-11-22T17:00:00.000Z');
    expect(new Date(digestAt('daily', Date.UTC(2026, 10, 22, 17, 1), berlin)).toISOString()).toBe(
      '2026-11-23T17:00:00.000Z',
    );
  });

  it('is due on Monday evening when it is weekly', () => {
    // 2026-11-22 is a Sunday.
    expect(new Date(digestAt('weekly', Date.UTC(2026, 10, 22, 12), berlin)).toISOString()).toBe(
      '2026-11-23T17:00:00.000Z',
    );
    expect(new Date(digestAt('weekly', Date.UTC(2026, 10, 23, 17, 30), berlin)).toISOString()).toBe(
      '2026-11-30T17:00:00.000Z',
    );
  });
});

it('the next day begins at midnight of the zone', () => {
  expect(new Date(nextMidnight(Date.UTC(2026, 10, 22, 23), berlin)).toISOString()).toBe(
    '2026-11-23T23:00:00.000Z',
  );
  expect(new Date(nextMidnight(Date.UTC(2026, 10, 22, 12), berlin)).toISOString()).toBe(
    '2026-11-22T23:00:00.000Z',
  );
});
