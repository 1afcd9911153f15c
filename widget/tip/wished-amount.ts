import { currencies, knownLocale } from '../../core/money/money';
import { parseAmount } from '../../core/money/parse-amount';
import type { AmountChoice, AmountRules } from './tip-form';

/**
 * The amount of `openTip`: major units with a decimal point, as in `amounts`, in every language. It selects the preset of that amount, or is
 * written into the field in the fan's notation. An invalid amount is written as it is and shows its error.
 */
export function wishedAmount(text: string, { currency, locale, presets }: AmountRules): AmountChoice {
  const read = parseAmount(text, currency, 'en');
  if (!read.ok) return { by: 'typed', text };
  const { minorUnits } = read.value;
  if (presets.includes(minorUnits)) return { by: 'preset', minorUnits };
  const { exponent } = currencies[currency];
  const format = new Intl.NumberFormat(knownLocale(locale), {
    useGrouping: false,
    maximumFractionDigits: exponent,
  });
  return { by: 'typed', text: format.format(minorUnits / 10 ** exponent) };
}
