import { directionOf, isolated } from '../../../core/base/language-tags';
import { formatMoney } from '../../../core/money/money';
import { wordsVersion } from '../../../core/monthly/monthly-words';
import type { AmountConsent, Monthly } from '../../../core/monthly/monthly';
import type { Reader } from '../../http/preferred-language';
import { manageTexts } from '../../messages/page-texts';

type Changing = Pick<Monthly, 'currency' | 'nextChargeAt'>;

/** What a fan reads beside the field of another amount. */
export function changeWords({ currency, nextChargeAt }: Changing, { language, locale }: Reader) {
  const texts = manageTexts(language);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const day = nextChargeAt === null ? '–' : isolated(days.format(nextChargeAt), directionOf(language));
  return { label: texts.newAmount({ currency: currency.toUpperCase() }), from: texts.changeFrom({ day }) };
}

/** What is stored when the fan agrees to another amount, in minor units of one period. `at` in epoch milliseconds. */
export function consentToAmount(
  changing: Changing,
  amount: number,
  reader: Reader,
  at: number,
): AmountConsent {
  const { label, from } = changeWords(changing, reader);
  const money = formatMoney({ minorUnits: amount, currency: changing.currency }, reader.locale);
  return { amount, words: `${label}: ${money}. ${from}`, wordsVersion, language: reader.language, at };
}
