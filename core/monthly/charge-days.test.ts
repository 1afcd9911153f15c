import { describe, expect, it } from 'vitest';
import { cycleNumber, periodAfter } from './charge-days';

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const days = (anchor: number, every: 'month' | 'year', counts: readonly number[]) =>
  counts.map((count) => dayOf(periodAfter(anchor, every, count)));

describe('the days of payment', () => {
  // Holds pay-241.
  it('from the 31st: the last day of shorter months, then the 31st again', () => {
    expect(days(Date.UTC(2027, 0, 31, 22, 5), 'month', [0, 1, 2, 3, 11, 12, 13])).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
    ]);
  });

  // Holds pay-241.
  it('yearly from 29 February: 28 February, and 29 February in leap years', () => {
    expect(days(Date.UTC(2028, 1, 29), 'year', [1, 2, 3, 4])).toEqual([
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ]);
  });

  it('keep the UTC time of day, whatever a clock change does to local time', () => {
    const anchor = Date.UTC(2027, 2, 27, 23, 59, 58) + 7;
    expect(new Date(periodAfter(anchor, 'month', 1)).toISOString()).toBe('2027-04-27T23:59:58.007Z');
  });
});

describe('the number of a period', () => {
  const anchor = Date.UTC(2027, 0, 31, 12);

  it('counts the periods since the first payment', () => {
    const numbers = [1, 2, 3, 12].map((count) =>
      cycleNumber(anchor, 'month', periodAfter(anchor, 'month', count), false),
    );
    expect(numbers).toEqual([2, 3, 4, 13]);
    expect(cycleNumber(anchor, 'month', anchor, true)).toBe(1);
  });

  it('is at least 2 for every invoice after the first', () => {
    expect(cycleNumber(anchor, 'month', anchor + 1, false)).toBe(2);
    expect(cycleNumber(anchor, 'year', anchor, false)).toBe(2);
  });

  it('counts an invoice that was made an hour late, or some seconds early', () => {
    const third = periodAfter(anchor, 'month', 2);
    expect(
      [third - 5000, third + 3_600_000].map((from) => cycleNumber(anchor, 'month', from, false)),
    ).toEqual([3, 3]);
  });
});
