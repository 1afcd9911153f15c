import { languageOf, directionOf, eachIsolated } from '../../base/language-tags';
import { daysIn, isTimeZone } from '../../base/zoned-day';
import { formatMoney, type Currency } from '../../money/money';
import { notifyTexts, type NotifyTexts } from '../../messages/core-texts';

type Key = keyof NotifyTexts;
type NamesOf<Text> = Text extends (values: infer Values) => string ? keyof Values & string : never;

/** The texts without placeholders and those that have some, but no count; and those of a count. */
export type PlainKey = { [K in Key]: NotifyTexts[K] extends string ? K : never }[Key];
type PluralKey = { [K in Key]: 'count' extends NamesOf<NotifyTexts[K]> ? K : never }[Key];
type SentenceKey = Exclude<Key, PluralKey>;
type Given = Readonly<Record<string, string>>;
type Values<K extends SentenceKey> = Readonly<Record<NamesOf<NotifyTexts[K]>, string>>;

/** Writes sentences, amounts and times for one owner. Times in epoch milliseconds, amounts in minor units. */
export interface Wording {
  readonly say: <K extends SentenceKey>(
    key: K,
    ...values: K extends PlainKey ? [] : [values: Values<K>]
  ) => string;
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
  const texts = notifyTexts(language);
  const direction = directionOf(tag);
  const zone = isTimeZone(wanted) ? wanted : 'UTC';
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const moment = new Intl.DateTimeFormat(language, { ...clock(language, zone), dateStyle: 'medium' });
  const time = new Intl.DateTimeFormat(language, clock(language, zone));
  const dayOf = daysIn(zone);
  return {
    say: (key, ...[values]) => {
      const text = texts[key] as string | ((values: Given) => string);
      return typeof text === 'string' ? text : text(eachIsolated<string>(values ?? {}, direction));
    },
    count: (key, count) => texts[key]({ count }),
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
