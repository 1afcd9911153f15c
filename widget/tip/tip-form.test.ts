import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shippedLanguages } from '../../core/locale/language-tags';
import { currencies, currencyCodes } from '../../core/money/money';
import { parseAmount } from '../../core/amounts/parse-amount';
import { emails } from '../../core/testing/email-addresses';
import { isSendable, wishedAmount, type AmountRules } from './tip-form';

describe('tip form', () => {
  it.each(['', '  ', ...emails.map(([typed]) => typed)])('lets a fan send %j', (typed) => {
    expect(isSendable(typed)).toBe(true);
  });

  it.each([
    'zoe',
    'zoe@example',
    'zoe@example.com, kim@example.com',
    'Zoe <zoe@example.com>',
    '"zoe"@example.com',
  ])('says before sending that %j is no email address', (typed) => {
    expect(isSendable(typed)).toBe(false);
  });
});

describe('wished amount', () => {
  const rules = (more: Partial<AmountRules>): AmountRules => ({
    currency: 'usd',
    limits: { min: 100, max: 50_000, step: 1 },
    presets: [300, 500],
    fees: null,
    locale: 'en',
    ...more,
  });

  describe('the amount of openTip', () => {
    it('is the preset of that amount, if there is one', () => {
      expect(wishedAmount('5', rules({}))).toEqual({ by: 'preset', minorUnits: 500 });
      expect(wishedAmount('3.00', rules({ locale: 'de' }))).toEqual({ by: 'preset', minorUnits: 300 });
    });

    // Holds tag-042.
    it('has a decimal point in every language, and is written in the fan’s notation', () => {
      expect(wishedAmount('7.5', rules({ locale: 'de' }))).toEqual({ by: 'typed', text: '7,5' });
      const dinars = rules({ currency: 'kwd', presets: [], locale: 'de' });
      expect(wishedAmount('1.250', dinars)).toEqual({ by: 'typed', text: '1,25' });
    });

    it('stays unchanged when it is invalid', () => {
      expect(wishedAmount('lots', rules({}))).toEqual({ by: 'typed', text: 'lots' });
    });

    it('is the same money in every language and currency', () => {
      const cases = fc.record({
        currency: fc.constantFrom(...currencyCodes),
        locale: fc.constantFrom(...shippedLanguages),
        steps: fc.integer({ min: 1, max: 1_000_000 }),
      });
      fc.assert(
        fc.property(cases, ({ currency, locale, steps }) => {
          const { exponent, step } = currencies[currency];
          const minorUnits = steps * step;
          const chosen = wishedAmount(
            (minorUnits / 10 ** exponent).toFixed(exponent),
            rules({ currency, locale, presets: [] }),
          );
          if (chosen.by !== 'typed') throw new Error('There is no preset');
          expect(parseAmount(chosen.text, currency, locale)).toEqual({
            ok: true,
            value: { minorUnits, currency },
          });
        }),
      );
    });
  });
});
