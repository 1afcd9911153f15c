import * as v from 'valibot';
import { shippedLanguages } from '../base/language-tags';
import { dateOf, storedTime } from './stored-time';

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A consent as it is stored, in a monthly tip and after it. */
export const storedConsent = v.object({
  words: v.string(),
  wordsVersion: whole,
  language: v.picklist(shippedLanguages),
  at: storedTime,
});

/** The same of another amount, in minor units. */
export const storedAmountConsent = v.object({ ...storedConsent.entries, amount: whole });

export const withDate = <T extends { readonly at: number }>(given: T) => ({
  ...given,
  at: dateOf(given.at),
});
