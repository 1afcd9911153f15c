import { knownLocale } from '../../core/money';

/** "$", "€", "¥": what stands before a typed amount. */
export function currencySign(currency: string, locale: string): string {
  const format = new Intl.NumberFormat(knownLocale(locale), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  return format.formatToParts(0).find((part) => part.type === 'currency')?.value ?? currency.toUpperCase();
}
