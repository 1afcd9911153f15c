import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { currencies, currencyCodes, formatMoney, type Currency } from '../money/money';
import { runs } from '../testing/runs';
import {
  checkTipAmount,
  isWithinLimits,
  largestAmount,
  roundDownToStep,
  roundUpToStep,
  tipAmounts,
} from './amount-limits';
import { parseAmount, type AmountFault, maxPresets, pagePresets } from './parse-amount';

describe('amount limits', () => {
  const nothingChosen = { presets: null, min: null, max: null };

  describe('limits', () => {
    const limits = { min: 100, max: 500, step: 10 };

    it('include their ends, and accept only whole steps', () => {
      expect(
        [90, 100, 105, 110, 500, 510, 100.5, NaN].map((amount) => isWithinLimits(amount, limits)),
      ).toEqual([false, true, false, true, true, false, false, false]);
    });

    it('are the results of rounding to the step', () => {
      expect(roundUpToStep(101, 10)).toBe(110);
      expect(roundUpToStep(100, 10)).toBe(100);
      expect(roundDownToStep(109, 10)).toBe(100);
    });
  });

  describe("a profile's amounts", () => {
    it("are the currency's defaults when the owner chose none", () => {
      expect(tipAmounts('usd', nothingChosen)).toEqual({
        limits: { min: 100, max: 50_000, step: 1 },
        presets: [300, 500, 1000],
      });
    });

    // Holds web-065, pay-054.
    it("follow the owner's choice, but not below the currency's minimum", () => {
      expect(tipAmounts('usd', { presets: [700, 200, 700, 50], min: 50, max: 900 })).toEqual({
        limits: { min: 100, max: 900, step: 1 },
        presets: [700, 200],
      });
      expect(tipAmounts('usd', { ...nothingChosen, max: 99_999_999 }).limits.max).toBe(99_999_999);
    });

    it('are rounded inwards to the currency’s step', () => {
      const { limits } = tipAmounts('isk', { ...nothingChosen, min: 20_050, max: 70_050 });
      expect(limits).toEqual({ min: 20_100, max: 70_000, step: 100 });
    });

    it('include a preset when no chosen preset fits', () => {
      expect(tipAmounts('usd', { presets: [100], min: 2000, max: 5000 }).presets).toEqual([2000, 4000]);
      expect(tipAmounts('usd', { presets: null, min: 2000, max: 2000 }).presets).toEqual([2000]);
    });

    it('have presets in order within their limits, whatever the owner chose', () => {
      const choice = fc.option(fc.integer({ min: 1, max: largestAmount }));
      const presets = fc.option(
        fc.array(fc.integer({ min: 1, max: largestAmount }), { minLength: 1, maxLength: 6 }),
      );
      fc.assert(
        fc.property(
          fc.constantFrom(...currencyCodes),
          choice,
          choice,
          presets,
          (currency, min, max, wished) => {
            const { limits, presets: offered } = tipAmounts(currency, { min, max, presets: wished });
            expect(limits.min).toBeGreaterThanOrEqual(currencies[currency].min);
            expect(limits.min).toBeLessThanOrEqual(limits.max);
            expect(limits.max).toBeLessThanOrEqual(largestAmount);
            expect(offered.length).toBeGreaterThan(0);
            expect(offered.filter((amount) => !isWithinLimits(amount, limits))).toEqual([]);
          },
        ),
        { numRuns: runs(1000) },
      );
    });
  });

  describe('a tip’s amount', () => {
    const limits = { min: 15_000, max: 90_000, step: 100 };

    it('is accepted within the limits', () => {
      expect(checkTipAmount(20_000, limits)).toEqual({ ok: true, value: 20_000 });
    });

    it.each([
      [100, 'amount-too-small'],
      [100_000, 'amount-too-large'],
      [20_050, 'invalid-fields'],
      [20_000.5, 'invalid-fields'],
    ])('%d is refused as %s, with the field and the limits', (amount, code) => {
      const checked = checkTipAmount(amount, limits);
      expect(checked).toMatchObject({ ok: false, problem: { code, figures: { min: 15_000, max: 90_000 } } });
      expect(checked).toHaveProperty('problem.fields.tipAmount');
    });
  });

  describe("a page's `amounts` attribute", () => {
    const limits = { min: 100, max: 2000, step: 1 };

    // Holds tag-025.
    it.each([
      ['3,5,10', [300, 500, 1000]],
      ['2.50 5', [250, 500]],
      ['5, 5, 100', [500]],
      ['abc, 4', [400]],
      ['', [700]],
      ['100', [700]],
      ['1,2,3,4,5,6,7,8', [100, 200, 300, 400, 500, 600]],
    ])('%j becomes %j', (attribute, offered) => {
      expect(pagePresets(attribute, 'usd', limits, [700])).toEqual(offered);
      expect(offered.length).toBeLessThanOrEqual(maxPresets);
    });
  });
});

describe('reading a typed amount', () => {
  // The unit 'binary' of fast-check takes seconds to initialise.
  const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

  const locales = [
    'en',
    'es',
    'fr',
    'de',
    'pt',
    'it',
    'nl',
    'pl',
    'ja',
    'ko',
    'zh-Hans',
    'ar',
    'de-CH',
    'ar-EG',
    'fa',
    'hi',
  ];

  describe('a typed amount', () => {
    test.each<[typed: string, currency: Currency, locale: string, minorUnits: number]>([
      ['5', 'usd', 'en', 500],
      ['5.5', 'usd', 'en', 550],
      ['5.50', 'usd', 'en', 550],
      ['5,50', 'usd', 'en', 550],
      ['5,50', 'eur', 'de', 550],
      ['5.50', 'eur', 'de', 550],
      ['.50', 'usd', 'en', 50],
      ['5.', 'usd', 'en', 500],
      ['1.234,50', 'eur', 'de', 123450],
      ['1,234.50', 'usd', 'en', 123450],
      ['1,234', 'usd', 'en', 123400],
      ['1.234', 'eur', 'de', 123400],
      ['1.234.567', 'eur', 'en', 123456700],
      ["1'000", 'chf', 'de-CH', 100000],
      ['1’000.50', 'chf', 'de-CH', 100050],
      ['1 000', 'sek', 'en', 100000],
      ['12,34,567', 'inr', 'en-IN', 123456700],
      ['５００', 'jpy', 'ja', 500],
      ['５．５０', 'usd', 'ja', 550],
      ['５。５', 'usd', 'zh-Hans', 550],
      ['٥٫٥٠', 'usd', 'ar', 550],
      ['١٬٢٣٤٫٥', 'usd', 'ar', 123450],
      ['۱۲', 'usd', 'fa', 1200],
      ['$5', 'usd', 'en', 500],
      ['US$ 5', 'usd', 'en', 500],
      ['5 €', 'eur', 'de', 500],
      ['5,50 EUR', 'eur', 'fr', 550],
      ['￥500', 'jpy', 'ja', 500],
      ['1000', 'isk', 'en', 100000],
      ['1000', 'huf', 'hu', 100000],
      ['1.250', 'kwd', 'en', 1250],
      ['  7 ', 'usd', 'en', 700],
      ['5', 'usd', 'not a locale', 500],
    ])('%s in %s (%s) is %i minor units', (typed, currency, locale, minorUnits) => {
      expect(parseAmount(typed, currency, locale)).toEqual({ ok: true, value: { minorUnits, currency } });
    });
  });

  describe('an unreadable amount, with its reason', () => {
    test.each<[typed: string, currency: Currency, locale: string, fault: AmountFault]>([
      ['', 'usd', 'en', 'empty'],
      ['$', 'usd', 'en', 'empty'],
      ['five', 'usd', 'en', 'not-a-number'],
      ['-5', 'usd', 'en', 'not-a-number'],
      ['5e3', 'usd', 'en', 'not-a-number'],
      ['5²', 'usd', 'en', 'not-a-number'],
      ['€5', 'usd', 'en', 'not-a-number'],
      ['1,2,3', 'usd', 'en', 'not-a-number'],
      ['1,23,45', 'usd', 'en', 'not-a-number'],
      ['.', 'usd', 'en', 'not-a-number'],
      ['1.2.3,4', 'eur', 'de', 'not-a-number'],
      ['5.505', 'usd', 'en', 'too-precise'],
      ['1.234', 'usd', 'en', 'too-precise'],
      ['5.000', 'usd', 'en', 'too-precise'],
      ['5.5', 'jpy', 'ja', 'too-precise'],
      ['10.50', 'isk', 'en', 'not-a-step'],
      ['1.255', 'kwd', 'en', 'not-a-step'],
      ['99999999999999999', 'usd', 'en', 'too-large'],
    ])('%j in %s (%s): %s', (typed, currency, locale, fault) => {
      expect(parseAmount(typed, currency, locale)).toEqual({ ok: false, problem: fault });
    });
  });

  const amounts = fc
    .constantFrom(...currencyCodes)
    .chain((currency) =>
      fc
        .integer({ min: 0, max: 1_000_000_000 })
        .map((steps) => ({ currency, minorUnits: steps * currencies[currency].step })),
    );

  it.each(['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad'])(
    'ignores an invisible character that was copied along: %j',
    (invisible) => {
      for (const typed of [`${invisible}5.50`, `5${invisible}.50`, `5.50${invisible}`, `$${invisible}5.50`])
        expect(parseAmount(typed, 'usd', 'en')).toEqual({
          ok: true,
          value: { currency: 'usd', minorUnits: 550 },
        });
      expect(parseAmount(invisible, 'usd', 'en')).toEqual({ ok: false, problem: 'empty' });
    },
  );

  // Holds tag-023, pay-053.
  it('reads every amount that formatAmount writes, in every language', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(...locales), (money, locale) => {
        expect(parseAmount(formatMoney(money, locale), money.currency, locale)).toEqual({
          ok: true,
          value: money,
        });
      }),
    );
  });

  // Holds pay-053.
  it('never throws, and returns only whole steps', () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^[0-9., '$€٫٬٣５]{0,12}$/u));
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(...currencyCodes),
        fc.constantFrom(...locales),
        (typed, currency, locale) => {
          const parsed = parseAmount(typed, currency, locale);
          if (!parsed.ok) return;
          expect(Number.isSafeInteger(parsed.value.minorUnits)).toBe(true);
          expect(parsed.value.minorUnits % currencies[currency].step).toBe(0);
        },
      ),
    );
  });
});
