import * as v from 'valibot';
import { intervals } from '../money/intervals';

const minorUnits = v.pipe(v.number(), v.integer(), v.minValue(0));
const amounts = v.strictObject({ min: minorUnits, max: minorUnits, step: minorUnits });

/** What a fan reads before agreeing. The amount belongs between the parts of `terms` and of `button`. */
const words = v.strictObject({
  terms: v.array(v.string()),
  next: v.string(),
  stop: v.string(),
  paidTo: v.string(),
  button: v.array(v.string()),
});

/**
 * `monthly` in the answer of `POST /v1/tip-sessions`, in the language of `?language=`. Amounts in minor units of one period. `fees` is the estimate for
 * "cover the costs", null when the owner does not offer it. `wordsVersion` goes into `POST /v1/tips`.
 */
export const monthlyTerms = v.strictObject({
  wordsVersion: minorUnits,
  offers: v.array(
    v.strictObject({ every: v.picklist(intervals), limits: amounts, presets: v.array(minorUnits), words }),
  ),
  fees: v.nullable(v.strictObject({ bps: minorUnits, fixed: minorUnits, platformBps: minorUnits })),
});
export type MonthlyTerms = v.InferOutput<typeof monthlyTerms>;

/**
 * The fields of `POST /v1/tips` for a monthly or yearly tip. `every`: other than `once` needs `surface: "hosted"`, and the `wordsVersion` and `language`
 * of the words that the fan has read.
 */
export const monthlyFields = {
  every: v.optional(v.picklist(['once', ...intervals], 'every is once, month or year.')),
  wordsVersion: v.optional(minorUnits),
  language: v.optional(v.pipe(v.string(), v.maxLength(35, 'language is a language tag.'))),
};
