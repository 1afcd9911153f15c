import { expect, it } from 'vitest';
import { formatMoney, type Currency } from '../../core/money/money';
import { currencySign } from './currency-sign';

it.each<[Currency, string, string]>([
  ['usd', 'en-US', '$'],
  ['usd', 'en-CA', 'US$'],
  ['usd', 'ko', 'US$'],
  ['eur', 'de', '€'],
  ['chf', 'fr', 'CHF'],
])('is %s in %s, as in the amounts beside it', (currency, locale, sign) => {
  expect(currencySign(currency, locale)).toBe(`${sign}\u200e`);
  expect(formatMoney({ minorUnits: 500, currency }, locale)).toContain(sign);
});
