import { expect, test } from 'vitest';
import { currencies } from '../../../core/money/money';
import { countries, countryChoices, likelyCountry, requirementWords } from './status-panel';
import { plainAmount } from '../../form/amount-field';
import { parseAmount } from '../../../core/money/parse-amount';

// Holds dash-079.
test('lists Stripe’s requirements in words, each once and never empty', () => {
  expect(
    requirementWords([
      'individual.verification.document',
      'individual.verification.additional_document',
      'external_account',
      'something.new',
    ]),
  ).toEqual(['pay.need.document', 'pay.need.bank', 'pay.need.other']);
});

test('lists countries by name, with the likely one selected', () => {
  expect(countryChoices('de').map(({ label }) => label)).toContain('Österreich');
  expect(likelyCountry(['en', 'de-AT', 'de-DE'])).toBe('AT');
  expect(likelyCountry(['fr', 'sw-KE'])).toBeNull();
  for (const currency of Object.values(countries)) expect(currencies[currency]).toBeDefined();
});

test('formats an amount for a field so that parsing returns the same amount', () => {
  for (const [currency, minorUnits] of [
    ['usd', 546],
    ['jpy', 500],
    ['isk', 15000],
    ['kwd', 1250],
    ['huf', 100050],
    ['usd', 123_456_00],
  ] as const) {
    for (const locale of ['en', 'de', 'fr']) {
      const written = plainAmount({ minorUnits, currency }, locale);
      expect(parseAmount(written, currency, locale)).toEqual({ ok: true, value: { minorUnits, currency } });
    }
  }
});
