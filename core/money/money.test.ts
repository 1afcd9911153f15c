import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { convertsIn, formatBothSums, formatFanSum } from './fan-money';
import {
  add,
  currencies,
  currencyCodes,
  decimalAmount,
  formatMoney,
  isCurrency,
  minimumChanges,
  tableAmount,
  withMinimums,
  type Currency,
} from './money';

describe('money', () => {
  test('smallest amounts change by currency, 0 ends one, and their changes lead there and back', () => {
    const before = { usd: 500, eur: 300 };
    expect(withMinimums(before)).toEqual(before);
    const after = withMinimums(before, { eur: 0, jpy: 200 });
    expect(after).toEqual({ usd: 500, jpy: 200 });
    expect(minimumChanges(before, after)).toEqual({ eur: 0, jpy: 200 });
    expect(withMinimums(after, minimumChanges(after, before))).toEqual(before);
  });

  describe('formats an amount for its language', () => {
    test.each<[minorUnits: number, currency: Currency, locale: string, written: string]>([
      [500, 'usd', 'en', '$5.00'],
      [546, 'usd', 'en', '$5.46'],
      [500, 'eur', 'de', '5,00 €'],
      [123450, 'eur', 'de', '1.234,50 €'],
      [500, 'jpy', 'en', '¥500'],
      [500, 'jpy', 'ja', '￥500'],
      [100000, 'isk', 'en', 'ISK 1,000'],
      [1000000, 'ugx', 'en', 'UGX 10,000'],
      [100000, 'huf', 'en', 'HUF 1,000'],
      [100050, 'huf', 'en', 'HUF 1,000.50'],
      [1250, 'kwd', 'en', 'KWD 1.250'],
      [0, 'usd', 'en', '$0.00'],
      [500, 'usd', 'ar', '\u200f5.00 US$\u200e'],
      [500, 'jpy', 'ar', '\u200f500 JP¥\u200e'],
      [-500, 'jpy', 'ar', '\u200f\u200e-500 JP¥\u200e'],
      [500, 'eur', 'ar', '\u200f5.00 €'],
      [500, 'usd', 'not a locale', '$5.00'],
      [500, 'usd', '', '$5.00'],
      [500, 'usd', 'xx-unknown', '$5.00'],
    ])('%i %s in %j is %s', (minorUnits, currency, locale, written) => {
      expect(formatMoney({ minorUnits, currency }, locale).replace(/\s/g, ' ')).toBe(written);
    });
  });

  describe('a sum', () => {
    it('is exact', () => {
      expect(add({ minorUnits: 10, currency: 'usd' }, { minorUnits: 20, currency: 'usd' })).toEqual({
        minorUnits: 30,
        currency: 'usd',
      });
    });

    // Holds pay-057.
    it('throws for two currencies and for sums that are not safe integers', () => {
      const much = { minorUnits: Number.MAX_SAFE_INTEGER, currency: 'usd' } as const;
      expect(() => add(much, { minorUnits: 1, currency: 'eur' })).toThrow('Cannot add eur to usd');
      expect(() => add(much, { minorUnits: 1, currency: 'usd' })).toThrow('too large');
    });

    it('does not depend on order or grouping', () => {
      const usd = fc
        .integer({ min: 0, max: 1e12 })
        .map((minorUnits) => ({ minorUnits, currency: 'usd' as const }));
      fc.assert(
        fc.property(usd, usd, usd, (a, b, c) => {
          expect(add(add(a, b), c)).toEqual(add(c, add(b, a)));
        }),
      );
    });
  });

  describe('every currency of the table', () => {
    // Holds pay-052.
    test.each(currencyCodes)('%s: limits and presets are whole steps in order', (code) => {
      const { step, min, max, presets, exponent, wholeInLife } = currencies[code];
      expect([min, ...presets, max]).toEqual([min, ...presets, max].toSorted((a, b) => a - b));
      expect(
        [min, max, ...presets].filter((amount) => amount % step !== 0 || !Number.isSafeInteger(amount)),
      ).toEqual([]);
      expect(step).toBe({ 0: 1, 2: step === 100 ? 100 : 1, 3: 10 }[exponent]);
      expect(exponent === 0 ? wholeInLife : true).toBe(true);
    });

    it('is found by its code only', () => {
      expect(isCurrency('usd')).toBe(true);
      expect(isCurrency('USD')).toBe(false);
      expect(isCurrency('constructor')).toBe(false);
      expect(isCurrency(5)).toBe(false);
    });

    // Holds pay-051.
    it("ISK, UGX and HUF have Stripe's decimals, not Intl's", () => {
      expect([currencies.isk.step, currencies.ugx.step]).toEqual([100, 100]);
      expect([currencies.isk.exponent, currencies.huf.exponent, currencies.jpy.exponent]).toEqual([2, 2, 0]);
    });
  });
});

describe('decimal amount', () => {
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
});

describe('table amount', () => {
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
});

describe('the fan’s own money', () => {
  const euros = { minorUnits: 500, currency: 'eur' } as const;

  // Holds pay-355.
  it.each([
    ['en', { amount: 541, currency: 'usd' }, '$5.41 (€5.00)'],
    ['de', { amount: 541, currency: 'usd' }, '5,41 $ (5,00 €)'],
    ['en', { amount: 880, currency: 'jpy' }, '¥880 (€5.00)'],
    ['en', undefined, '€5.00'],
  ])('shows the sum in the fan’s currency before the owner’s (%s)', (locale, presented, shown) => {
    expect(formatBothSums(presented, euros, locale).replaceAll('\u00a0', ' ')).toBe(shown);
  });

  it.each([
    ['xpf', 650, 'CFPF 650'],
    ['bgn', 1058, 'BGN 10.58'],
    // Intl would show it without decimals.
    ['all', 75_000, 'ALL 750.00'],
  ])('writes a currency that no owner has as Stripe counts it (%s)', (currency, amount, shown) => {
    expect(formatFanSum({ amount, currency }, 'en').replaceAll('\u00a0', ' ')).toBe(shown);
  });

  // Holds pay-348.
  it('Stripe converts for every business but those in India', () => {
    expect(['DE', 'US', null, 'IN'].map(convertsIn)).toEqual([true, true, true, false]);
  });
});
