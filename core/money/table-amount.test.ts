import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tableAmount } from './table-amount';

it.each([
  [500, 'eur', ',', '5,00'],
  [5, 'usd', '.', '0.05'],
  [-1234, 'usd', '.', '-12.34'],
  [500, 'jpy', ',', '500'],
] as const)('writes %i %s with %j as %s', (amount, currency, decimal, written) =>
  expect(tableAmount(amount, currency, decimal)).toBe(written),
);

it('loses nothing', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -99_999_999, max: 99_999_999 }),
      (amount) => Math.round(Number(tableAmount(amount, 'usd', '.')) * 100) === amount,
    ),
  );
});
