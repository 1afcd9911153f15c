import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { MAXIMUM, decimalsOf, presentedAmount, roundedShare } from './amounts';

describe('exchange rates', () => {
  const currencies = fc.constantFrom('usd', 'eur', 'gbp', 'chf', 'jpy', 'krw', 'huf', 'mxn', 'inr', 'aud');
  /** The sandbox's rates, written a second time. */
  const PER_DOLLAR: Readonly<Record<string, number>> = {
    usd: 1,
    eur: 0.92,
    gbp: 0.79,
    chf: 0.88,
    jpy: 150,
    krw: 1380,
    huf: 360,
    mxn: 18,
    inr: 84,
    aud: 1.52,
  };
  const plain = (amount: number, from: string, to: string): number =>
    (((amount / 10 ** decimalsOf(from)) * (PER_DOLLAR[to] ?? 0)) / (PER_DOLLAR[from] ?? 1)) *
    10 ** decimalsOf(to);

  // Holds pay-341.
  it.each([
    [500, 'usd', 'eur', 478],
    [500, 'eur', 'usd', 565],
    [500, 'usd', 'jpy', 780],
    [500, 'usd', 'krw', 7176],
    [5000, 'jpy', 'usd', 3467],
    // Rounding alone would be 1 of 1.4.
    [1, 'gbp', 'usd', 2],
  ])('%i minor units of %s are %s %i with the fee', (amount, from, to, expected) => {
    expect(presentedAmount(amount, from, to)).toBe(expected);
  });

  // Holds pay-341.
  it('an amount in the fan’s currency is a positive whole number, and has at most the fee and one unit more than the plain conversion', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAXIMUM }), currencies, currencies, (amount, from, to) => {
        const presented = presentedAmount(amount, from, to);
        expect(Number.isSafeInteger(presented)).toBe(true);
        expect(presented).toBeGreaterThan(0);
        // The comparison has floating-point errors, the amount has none.
        const exact = plain(amount, from, to);
        expect(presented).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
        expect(presented).toBeLessThan((exact * 1.04 + 1) * (1 + 1e-12));
      }),
      { numRuns: 300 * inject('times') },
    );
  });

  it('a share is rounded half up', () => {
    expect([1n, 2n, 3n, 4n].map((part) => roundedShare(5n, part, 4n))).toEqual([1n, 3n, 4n, 5n]);
  });
});
