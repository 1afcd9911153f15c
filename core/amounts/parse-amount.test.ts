import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { currencies, currencyCodes, formatMoney, type Currency } from '../money/money';
import { parseAmount, type AmountFault } from './parse-amount';

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
