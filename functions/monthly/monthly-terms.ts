import type { MonthlyTerms } from '../../core/api/monthly-api';
import { intervalAmounts, type Interval } from '../../core/money/amount-limits';
import { billingRule } from '../../core/money/billing-fees';
import type { FeeRule } from '../../core/money/fees';
import { languageOf } from '../../core/base/language-tags';
import { monthlyTexts } from '../../core/messages/core-texts';
import { offerWords, wordsVersion } from '../../core/monthly/monthly-words';
import type { StoredProfile } from '../../core/profile/stored-profile';
import { pageTexts } from '../messages/page-texts';
import type { TipTerms } from '../tips/create/accepts-tips';

type Tips = StoredProfile['tips'];

const withBilling = (rule: FeeRule | null): FeeRule | null => (rule === null ? null : billingRule(rule));

/** The terms of one period: the interval's amounts, and Stripe's fee for recurring payments. */
export function periodTerms(terms: TipTerms, tips: Tips, every: Interval): TipTerms {
  return {
    ...terms,
    amounts: intervalAmounts(terms.payments.currency, tips, every, tips.monthly.presets[every]),
    fees: withBilling(terms.fees),
    cover: withBilling(terms.cover),
  };
}

/** What the sheet needs to offer monthly tips, in one language; null = the owner does not offer them. `at`: when the fan begins to read. */
export function monthlyTerms(
  terms: TipTerms,
  { name, tips }: Pick<StoredProfile, 'name' | 'tips'>,
  language: string,
  at: number,
): MonthlyTerms | null {
  if (!tips.monthly.on) return null;
  const fees = withBilling(terms.cover);
  const { howOften, once, everyMonth, everyYear } = pageTexts(languageOf(language));
  const { messageOnce, howToStop, changed, unavailable } = monthlyTexts(languageOf(language));
  return {
    wordsVersion,
    labels: { question: howOften, once, messageOnce, howToStop, changed, unavailable },
    fees: fees === null ? null : { ...fees },
    offers: tips.monthly.intervals.map((every) => {
      const { limits, presets } = periodTerms(terms, tips, every).amounts;
      const words = offerWords({ every, owner: name, at }, language);
      const { terms: parts, button, thanks } = words;
      return {
        every,
        label: every === 'month' ? everyMonth : everyYear,
        limits: { ...limits },
        presets: [...presets],
        words: { ...words, terms: [...parts], button: [...button], thanks: [...thanks] },
      };
    }),
  };
}
