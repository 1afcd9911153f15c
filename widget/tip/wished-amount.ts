import { currencies } from '../../core/money/currencies';
import { knownLocale } from '../../core/money/money';
import { parseAmount } from '../../core/money/parse-amount';
import type { AmountChoice, AmountRules } from './tip-form';

/**
 * The amount that a page asks for with `openTip`: major units with a decimal point, as in `amounts`, whatever language the card speaks. It is
 * the preset of that amount where there is one, else it is written into the field as the fan would write it. What cannot be read stands
 * there as it came, with its fault.
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
