import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beganAndEnded, leftSince, monthlySupport, runningAt, sumSupport } from './support';

const span = (startedAt: number | null, endedAt: number | null = null) => ({ startedAt, endedAt });

describe('the monthly support of an owner', () => {
  // Holds dash-147.
  it('is one sum for each currency, never one of two', () => {
    const sums = sumSupport([
      { currency: 'eur', active: 2, perYear: 12_000 },
      { currency: 'usd', active: 1, perYear: 6000 },
      { currency: 'eur', active: -1, perYear: -6000 },
    ]);
    expect(sums).toEqual({ eur: { active: 1, perYear: 6000 }, usd: { active: 1, perYear: 6000 } });
  });

  it('is never more than what comes in a year', () => {
    expect(monthlySupport({ active: 1, perYear: 6000 })).toBe(500);
    expect(monthlySupport({ active: 1, perYear: 100 })).toBe(8);
    fc.assert(
      fc.property(fc.nat(), (perYear) => {
        const month = monthlySupport({ active: 1, perYear });
        return month * 12 <= perYear && (month + 1) * 12 > perYear;
      }),
    );
  });
});

describe('who came and who left', () => {
  const all = [span(10), span(20, 50), span(30, 90), span(60), span(null), span(null, 55)];

  it('counts what began and ended in a time, and nothing that never began', () => {
    expect(beganAndEnded(all, 20, 60)).toEqual({ began: 2, ended: 1 });
    expect(beganAndEnded(all, 60, 90)).toEqual({ began: 1, ended: 0 });
  });

  it('counts as left only who was there before', () => {
    expect(leftSince(all, 40, 60)).toEqual({ count: 3, ended: 1 });
    expect(leftSince(all, 5, 100)).toEqual({ count: 0, ended: 0 });
  });

  it('counts at each time who had begun and not ended', () => {
    expect(runningAt(all, [9, 10, 49, 50, 89, 90])).toEqual([0, 1, 3, 2, 3, 2]);
  });

  // Holds pay-392.
  it('counts one whose account Stripe does not show until then, and neither as gone on nor as left', () => {
    const away = { ...span(10), elsewhere: { since: 50, lookAt: 99 } };
    expect(runningAt([away], [49, 50, 90])).toEqual([1, 0, 0]);
    expect(leftSince([away, span(10)], 20, 60)).toEqual({ count: 1, ended: 0 });
    expect(beganAndEnded([away], 0, 90)).toEqual({ began: 1, ended: 0 });
    expect(leftSince([{ ...away, endedAt: 40 }], 20, 60)).toEqual({ count: 1, ended: 1 });
  });

  it('adds up: who was there, plus who began, less who ended, is who is there', () => {
    const time = fc.integer({ min: 0, max: 1000 });
    const spans = fc.array(fc.tuple(time, fc.option(fc.integer({ min: 1, max: 500 }))), { maxLength: 30 });
    fc.assert(
      fc.property(spans, time, fc.integer({ min: 1, max: 400 }), (given, from, length) => {
        const until = from + length;
        const each = given.map(([start, lasts]) => span(start, lasts === null ? null : start + lasts));
        const [before = 0, after = 0] = runningAt(each, [from - 1, until - 1]);
        const { began, ended } = beganAndEnded(each, from, until);
        return before + began - ended === after;
      }),
    );
  });
});
