import { expect, it } from 'vitest';
import { convertsIn, formatBothSums, formatFanSum } from './fan-money';

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
