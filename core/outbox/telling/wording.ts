import { languageOf } from '../../base/language-tags';
import { daysIn, isTimeZone } from '../../base/zoned-day';
import type { Currency } from '../../money/currency-codes';
import { formatMoney } from '../../money/money';
import { directionOf, isolated } from '../../base/direction';
import type { PluralKey, SentenceKey } from './telling-keys';
import { textsOf } from './telling-texts';

/** Writes sentences, amounts and times for one owner. Times in epoch milliseconds, amounts in minor units. */
export interface Wording {
  readonly say: (key: SentenceKey, values?: Readonly<Record<string, string>>) => string;
  readonly count: (key: PluralKey, count: number) => string;
  readonly money: (minorUnits: number, currency: Currency) => string;
  readonly list: (parts: readonly string[]) => string;
  /** Sentences in a row. Chinese and Japanese have no space between them. */
  readonly sentences: (parts: readonly string[]) => string;
  readonly moment: (at: number) => string;
  /** The time of `at`, with its day when that is not the day of `now`. */
  readonly timeSeenFrom: (at: number, now: number) => string;
}

export function wordingFor({
  language: tag,
  zone: wanted,
}: {
  readonly language: string;
  readonly zone: string;
}): Wording {
  const language = languageOf(tag);
  const texts = textsOf(tag);
  const direction = directionOf(tag);
  const zone = isTimeZone(wanted) ? wanted : 'UTC';
  const number = new Intl.NumberFormat(language);
  const plural = new Intl.PluralRules(language);
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const moment = new Intl.DateTimeFormat(language, { ...clock(language, zone), dateStyle: 'medium' });
  const time = new Intl.DateTimeFormat(language, clock(language, zone));
  const dayOf = daysIn(zone);
  return {
    // In one pass, so that a name like "{amount}" stays as it is.
    say: (key, values = {}) =>
      texts[key].replace(/\{(\w+)\}/g, (_, name: string) => isolated(values[name] ?? '', direction)),
    count: (key, count) =>
      (texts[key][plural.select(count)] ?? texts[key].other).replace('#', number.format(count)),
    money: (minorUnits, currency) => formatMoney({ minorUnits, currency }, language),
    list: (parts) => list.format(parts),
    sentences: (parts) => parts.join(language === 'ja' || language === 'zh-Hans' ? '' : ' '),
    moment: (at) => moment.format(at),
    timeSeenFrom: (at, now) => (dayOf(at) === dayOf(now) ? time : moment).format(at),
  };
}

/** English is read in many countries, so its times are written as 14:10. For Korean some runtimes write "PM 2:10". */
const clock = (language: string, timeZone: string): Intl.DateTimeFormatOptions => ({
  timeZone,
  timeStyle: 'short',
  ...((language === 'en' || language === 'ko') && { hourCycle: 'h23' }),
});
