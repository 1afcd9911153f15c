import { knownLocale } from '../../core/money';

/** "$", "€", "¥": what stands before a typed amount. The mark at its end keeps "US$" from being shown as "$US" from right to left. */
export function currencySign(currency: string, locale: string): string {
  const format = new Intl.NumberFormat(knownLocale(locale), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  const sign = format.formatToParts(0).find((part) => part.type === 'currency')?.value;
  return `${sign ?? currency.toUpperCase()}\u200e`;
}
