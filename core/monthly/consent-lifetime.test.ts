import fc from 'fast-check';
import { expect, it } from 'vitest';
import { consentKeptUntil } from './consent-lifetime';

const day = 24 * 60 * 60_000;
const [from, to] = [Date.UTC(2020, 0, 1), Date.UTC(2120, 0, 1)];
/** Consents with the later end of their monthly tip. */
const terms = fc
  .tuple(fc.integer({ min: from, max: to }), fc.integer({ min: 0, max: 20 * 366 * day }))
  .map(([at, lasts]) => ({ at, endedAt: at + lasts }));

/** What a calendar says, without the arithmetic of Date: the same day and time in UTC; 29 February is 1 March in a common year. */
function later(at: number, years: number): string {
  const [, year = '', monthDay = '', time = ''] =
    /^(\d{4})-(\d\d-\d\d)(.*)$/.exec(new Date(at).toISOString()) ?? [];
  const then = Number(year) + years;
  const isLeap = then % 4 === 0 && (then % 100 !== 0 || then % 400 === 0);
  return `${then}-${monthDay === '02-29' && !isLeap ? '03-01' : monthDay}${time}`;
}

it.each([
  [
    'a short one: three years',
    '2026-11-28T10:00:00.000Z',
    '2026-12-28T10:00:00.000Z',
    '2029-11-28T10:00:00.000Z',
  ],
  [
    'a long one: a year more',
    '2026-11-28T10:00:00.000Z',
    '2031-01-31T23:59:59.999Z',
    '2032-01-31T23:59:59.999Z',
  ],
  [
    'both on the same day',
    '2026-11-28T10:00:00.000Z',
    '2028-11-28T10:00:00.000Z',
    '2029-11-28T10:00:00.000Z',
  ],
  [
    'agreed on 29 February',
    '2028-02-29T12:00:00.000Z',
    '2028-03-29T12:00:00.000Z',
    '2031-03-01T12:00:00.000Z',
  ],
  [
    'ended on 29 February',
    '2024-06-01T00:00:00.000Z',
    '2028-02-29T23:00:00.000Z',
    '2029-03-01T23:00:00.000Z',
  ],
  [
    'a minute before the year ends in UTC',
    '2026-12-31T23:59:00.000Z',
    '2027-01-01T00:00:00.000Z',
    '2029-12-31T23:59:00.000Z',
  ],
])('a consent is kept after %s', (_name, at, endedAt, until) => {
  expect(new Date(consentKeptUntil(Date.parse(at), Date.parse(endedAt))).toISOString()).toBe(until);
});

it('a consent is kept three years of the calendar and a year after the end, and not a millisecond longer', () => {
  fc.assert(
    fc.property(terms, ({ at, endedAt }) => {
      const until = new Date(consentKeptUntil(at, endedAt)).toISOString();
      expect(until).toBe([later(at, 3), later(endedAt, 1)].toSorted().at(-1));
    }),
  );
});

it('a later end never shortens the time', () => {
  fc.assert(
    fc.property(terms, fc.integer({ min: 0, max: 900 * day }), ({ at, endedAt }, more) => {
      expect(consentKeptUntil(at, endedAt + more)).toBeGreaterThanOrEqual(consentKeptUntil(at, endedAt));
    }),
  );
});
