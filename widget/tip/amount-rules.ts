import { currencies, isCurrency } from '../../core/money/currencies';
import { pagePresets } from '../../core/tip/page-presets';
import type { PublicProfile } from '../../core/profile/public-profile';
import type { TipSession } from '../../core/api/tip-api';
import type { AmountRules } from './tip-form';

interface Wishes {
  readonly locale: string;
  readonly wishedAmounts: readonly string[];
}

/**
 * The rules for amounts: first the profile's, so that the sheet can show presets when it opens, then those of the tip session. The page's
 * `amounts` are limited to them.
 */
export function amountRules(
  profile: PublicProfile,
  session: TipSession | null,
  { locale, wishedAmounts }: Wishes,
): AmountRules {
  const currency = session?.currency ?? (isCurrency(profile.tips.currency) ? profile.tips.currency : 'usd');
  const { min, max, presets } = profile.tips;
  const limits = session?.limits ?? { min, max, step: currencies[currency].step };
  return {
    currency,
    limits,
    presets: pagePresets(wishedAmounts.join(' '), currency, limits, session?.presets ?? presets),
    fees: session?.fees ?? null,
    locale,
  };
}
