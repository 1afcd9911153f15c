import {
  directionOf,
  eachIsolated,
  isolated,
  languageOf,
  type ShippedLanguage,
} from '../locale/language-tags';
import { monthlyTexts } from '../messages/core-texts';
import { formatMoney, type Currency } from '../money/money';
import type { Interval } from '../amounts/amount-limits';
import { periodAfter } from './monthly-projection';
import type { Monthly } from './monthly';

/** The version of the words, stored with a fan's consent. Increase it with every change of the meaning, in any language. */
export const wordsVersion = 1;

/** The offer before the fan agrees. `amount` in minor units of one period; `at` is the first payment, in epoch milliseconds. */
export interface Commitment {
  readonly amount: number;
  readonly currency: Currency;
  readonly every: Interval;
  /** The owner's name. */
  readonly owner: string;
  readonly at: number;
}

/** The words of a commitment in one language. */
export interface CommitmentWords {
  /** `€5.37 today, then €5.37 every month on the 15th, until you stop.` */
  readonly terms: string;
  readonly next: string;
  readonly stop: string;
  readonly paidTo: string;
  readonly button: string;
}

export function commitmentWords({ amount, currency, ...rest }: Commitment, tag: string): CommitmentWords {
  return wordsWith(formatMoney({ minorUnits: amount, currency }, languageOf(tag)), rest, tag);
}

/**
 * The same before the fan has chosen an amount: `terms` and `button` are the parts between which the amount belongs, so that joining them with it makes
 * the words.
 */
export interface OfferWords extends Omit<CommitmentWords, 'terms' | 'button'> {
  readonly terms: readonly string[];
  readonly button: readonly string[];
  /** The sentence after the first payment: `Ada gets €5.37 every month.` */
  readonly thanks: readonly string[];
}

export function offerWords(offer: Omit<Commitment, 'amount' | 'currency'>, tag: string): OfferWords {
  // A character for private use, which no language's texts have.
  const owner = offer.owner.replaceAll(amountMark, '');
  // Isolated like every amount in a sentence from right to left, because it has digits.
  const mark = directionOf(tag) === 'rtl' ? isolated(`0${amountMark}`, 'rtl').replace('0', '') : amountMark;
  const { terms, button, ...rest } = wordsWith(mark, { ...offer, owner }, tag);
  const language = languageOf(tag);
  const { thanksMonth, thanksYear } = monthlyTexts(language);
  const values = eachIsolated({ owner, amount: mark }, directionOf(language));
  const thanks = offer.every === 'month' ? thanksMonth(values) : thanksYear(values);
  return {
    ...rest,
    terms: terms.split(amountMark),
    button: button.split(amountMark),
    thanks: thanks.split(amountMark),
  };
}

const amountMark = '\uE000';

function wordsWith(
  amount: string,
  { every, owner, at }: Omit<Commitment, 'amount' | 'currency'>,
  tag: string,
): CommitmentWords {
  const language = languageOf(tag);
  const texts = monthlyTexts(language);
  const day = new Date(at).getUTCDate();
  const values = eachIsolated(
    {
      amount,
      owner,
      day: dayWord(day, language),
      date: dateFormat(language, { day: 'numeric', month: 'long' }).format(at),
      next: dateFormat(language, { dateStyle: 'long' }).format(periodAfter(at, every, 1)),
    },
    directionOf(language),
  );
  const monthly = day > 28 ? texts.monthEnd : texts.month;
  return {
    terms: every === 'month' ? monthly(values) : texts.year(values),
    next: texts.next(values),
    stop: texts.stop,
    paidTo: texts.paidTo(values),
    button: every === 'month' ? texts.buttonMonth(values) : texts.buttonYear(values),
  };
}

/** The part of the words that is stored when the fan agrees. */
export function consentTo(commitment: Commitment, tag: string): Monthly['consent'] {
  const { terms, next, stop, paidTo } = commitmentWords(commitment, tag);
  const words = [terms, next, stop, paidTo].join(' ');
  return { words, wordsVersion, language: languageOf(tag), at: commitment.at };
}

/** `Stop any time at https://busker.example/@ada/monthly` */
export const stopAt = (address: string, tag: string): string =>
  monthlyTexts(languageOf(tag)).stopAt(eachIsolated({ address }, directionOf(tag)));

const dateFormat = (language: ShippedLanguage, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });

const englishOrdinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** A day of the month, as the language's sentence needs it: 15th, 1er, 15. */
function dayWord(day: number, language: ShippedLanguage): string {
  if (language === 'en') return `${day}${endings[englishOrdinals.select(day)] ?? 'th'}`;
  if (language === 'fr' && day === 1) return '1er';
  return new Intl.NumberFormat(language).format(day);
}
