import type { MonthlyTerms } from '../../core/api/monthly-api';
import { intervals } from '../../core/money/amount-limits';
import { isMinorUnits, record, string } from './read-json';
import { readAmounts, readFees } from './read-terms';

type Offer = MonthlyTerms['offers'][number];

/** What the owner offers for a month or a year, with its words; null = only single tips. A period that is new or broken is left out. */
export function readMonthlyTerms(input: unknown): MonthlyTerms | null {
  const { wordsVersion, labels, offers, fees } = record(input);
  if (!isMinorUnits(wordsVersion) || !Array.isArray(offers)) return null;
  const label = (name: keyof MonthlyTerms['labels']) => string(record(labels)[name]);
  return {
    wordsVersion,
    labels: {
      question: label('question'),
      once: label('once'),
      messageOnce: label('messageOnce'),
      howToStop: label('howToStop'),
      changed: label('changed'),
      unavailable: label('unavailable'),
    },
    offers: offers.flatMap(readOffer),
    fees: readFees(fees),
  };
}

function readOffer(input: unknown): Offer[] {
  const given = record(input);
  const every = intervals.find((interval) => interval === given['every']);
  const amounts = readAmounts(given);
  const { terms, next, stop, paidTo, button, thanks } = record(given['words']);
  const words = {
    terms: strings(terms),
    next: string(next),
    stop: string(stop),
    paidTo: string(paidTo),
    button: strings(button),
    thanks: strings(thanks),
  };
  // Nobody agrees to words that they cannot read.
  if (!every || !amounts || !words.terms.length || !words.button.length) return [];
  return [{ every, label: string(given['label']), ...amounts, words }];
}

const strings = (input: unknown): string[] => (Array.isArray(input) ? input.map(string) : []);
