import { knownLocale } from '../../core/money/money';

/** "$", "€", "US$": what stands before a typed amount, as in all other amounts of the sheet, so that a fan in Sydney is told whose dollars they are. The mark at its end keeps "US$" from being shown as "$US" from right to left. */
export function currencySign(currency: string, locale: string): string {
  const format = new Intl.NumberFormat(knownLocale(locale), { style: 'currency', currency });
  const sign = format.formatToParts(0).find((part) => part.type === 'currency')?.value;
  return `${sign ?? currency.toUpperCase()}\u200e`;
}
