import { knownLocale } from '@busker/core/money/money';

/**
 * The sign before a typed amount, the same as in all other amounts of the sheet: "$", "€", or "US$" for a fan in Sydney. The mark at its end keeps
 * the order of "US$" in right-to-left text.
 */
export function currencySign(currency: string, locale: string): string {
  const format = new Intl.NumberFormat(knownLocale(locale), { style: 'currency', currency });
  const sign = format.formatToParts(0).find((part) => part.type === 'currency')?.value;
  return `${sign ?? currency.toUpperCase()}\u200e`;
}
