import fc from 'fast-check';
import { expect, it } from 'vitest';
import { currencies, currencyCodes } from './currencies';
import { decimalAmount } from './decimal-amount';

it.each([
  [500, 'usd', '5.00'],
  [5, 'eur', '0.05'],
  [0, 'eur', '0.00'],
  [500, 'jpy', '500'],
  [1500, 'kwd', '1.500'],
  [500, 'isk', '5.00'],
] as const)('%i of %s is %s', (minorUnits, currency, expected) =>
  expect(decimalAmount({ minorUnits, currency })).toBe(expected),
);

it('an amount in major units is the same amount', () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(...currencyCodes), (minorUnits, currency) => {
      const decimal = decimalAmount({ minorUnits, currency });
      expect(decimal).toMatch(/^\d+(\.\d+)?$/);
      expect(Math.round(Number(decimal) * 10 ** currencies[currency].exponent)).toBe(minorUnits);
    }),
  );
});
