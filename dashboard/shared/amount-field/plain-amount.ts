import { currencies, type Money } from '../../../core/money/money';

/** The amount in the format of a text field: no currency sign, no grouping. */
export function plainAmount({ minorUnits, currency }: Money, locale: string): string {
  const { exponent, wholeInLife } = currencies[currency];
  const unit = 10 ** exponent;
  const digits = wholeInLife && minorUnits % unit === 0 ? 0 : exponent;
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
    numberingSystem: 'latn',
  }).format(minorUnits / unit);
}
