import type { Currency, AmountLimits } from '../money/money';
import { parseAmount } from './parse-amount';
import { presetsWithin } from './amount-limits';

/** How many amounts a page can request. */
export const maxPresets = 6;

/**
 * The `amounts` attribute (`3,5,10`, `2.50 5`): major units with a decimal point, cut to the owner's limits. Unreadable amounts are left out; when
 * none remains, the owner's presets are used.
 */
export function pagePresets(
  attribute: string,
  currency: Currency,
  limits: AmountLimits,
  ownerPresets: readonly number[],
): readonly number[] {
  const wished = attribute
    .split(/[\s,;]+/)
    .map((written) => parseAmount(written, currency, 'en'))
    .flatMap((parsed) => (parsed.ok ? [parsed.value.minorUnits] : []));
  return presetsWithin(limits, wished, ownerPresets).slice(0, maxPresets);
}
