import * as v from 'valibot';
import { intervals } from '../amounts/amount-limits';
import { currencyCodes } from '../money/money';
import { endReasons, monthlyStates } from '../monthly/monthly';
import { tipStates } from '../tip/tip';

/** A sum in the currency in which the fan pays, where that is not the tip's. `currency`: lower-case ISO 4217, any that Stripe has. */
export const fanSum = v.strictObject({ amount: v.number(), currency: v.string() });

const minorUnits = v.pipe(v.number(), v.integer(), v.minValue(0));
const amounts = v.strictObject({ min: minorUnits, max: minorUnits, step: minorUnits });

/** What a fan reads before agreeing, and `thanks` afterwards. The amount belongs between the parts of `terms`, `button` and `thanks`. */
const words = v.strictObject({
  terms: v.array(v.string()),
  next: v.string(),
  stop: v.string(),
  paidTo: v.string(),
  button: v.array(v.string()),
  thanks: v.array(v.string()),
});

/**
 * The other texts of the choice: its question, `once`, what is said of a message that is shown only once, the link to the page where the fan can stop,
 * and the reasons of the problems `words-changed` and `monthly-unavailable`.
 */
const labels = v.strictObject({
  question: v.string(),
  once: v.string(),
  messageOnce: v.string(),
  howToStop: v.string(),
  changed: v.string(),
  unavailable: v.string(),
});

/**
 * `monthly` in the answer of `POST /v1/tip-sessions`, in the language of `?language=`. Amounts in minor units of one period. `fees` is the estimate for
 * "cover the costs", null when the owner does not offer it. `wordsVersion` goes into `POST /v1/tips`.
 */
export const monthlyTerms = v.strictObject({
  wordsVersion: minorUnits,
  labels,
  offers: v.array(
    v.strictObject({
      every: v.picklist(intervals),
      label: v.string(),
      limits: amounts,
      presets: v.array(minorUnits),
      words,
    }),
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

/** Body of `POST /v1/monthly/{monthlyId}/stop`. `period-end`: what is paid for stays, and it can be taken back until then. */
export const stopRequest = v.strictObject({
  when: v.picklist(['period-end', 'now'], 'when is period-end or now.'),
});

export type StopWhen = v.InferOutput<typeof stopRequest>['when'];

/**
 * Body of `POST /v1/monthly/{monthlyId}/amount`: another amount from the next period on. `total` is what the fan saw (tipAmount plus cover), and
 * `wordsVersion` the version of the words beside it, which are kept in the language of `?lang=`. A page from before they had a version sends none, and is
 * answered like one with old words: `words-changed`.
 */
export const periodAmountRequest = v.strictObject({
  tipAmount: v.pipe(minorUnits, v.maxValue(99_999_999)),
  coverCosts: v.boolean(),
  total: v.pipe(minorUnits, v.maxValue(99_999_999)),
  wordsVersion: v.optional(minorUnits),
});
export type PeriodAmountRequest = v.InferOutput<typeof periodAmountRequest>;

/** Body of `POST /v1/monthly/{monthlyId}/portal`. `card`: straight to another card. `all`: everything that Stripe's portal has. */
export const portalRequest = v.strictObject({
  flow: v.picklist(['card', 'all'], 'flow is card or all.'),
});
export type PortalRequest = v.InferOutput<typeof portalRequest>;

const time = v.nullable(v.number());

/**
 * A monthly tip as its fan sees it: `GET /v1/monthly/{monthlyId}` with the token of its first tip, and the answer of every change. Amounts in minor units
 * of one period, times in epoch milliseconds. `withdrawUntil`: null = not (any more); an end alone does not take it away. `elsewhere`: the owner has
 * left this server, and only Stripe can stop it, or give back what was withdrawn from; while it runs there, nobody here knows `nextChargeAt` and `endingAt`, which are null. `payments`: the newest first; `refunding` is on its way back.
 */
export const monthlyView = v.strictObject({
  monthlyId: v.string(),
  state: v.picklist(monthlyStates),
  every: v.picklist(intervals),
  amount: minorUnits,
  tipAmount: minorUnits,
  coverAmount: minorUnits,
  currency: v.picklist(currencyCodes),
  /** The limits of another amount, without covered costs. Null = it cannot be changed now. */
  limits: v.nullable(amounts),
  nextChargeAt: time,
  endingAt: time,
  endedAt: time,
  endReason: v.nullable(v.picklist(endReasons)),
  /** A stop or an end that Stripe has not confirmed yet. */
  asked: v.nullable(v.picklist(['stop', 'end'])),
  card: v.nullable(
    v.strictObject({ brand: v.string(), last4: v.string(), expMonth: v.number(), expYear: v.number() }),
  ),
  owner: v.strictObject({ name: v.string(), handle: v.string() }),
  elsewhere: v.boolean(),
  /** Only with `elsewhere`: where Stripe mails the fan a link to its own page. Null = unknown. */
  portalLogin: v.nullable(v.string()),
  withdrawUntil: time,
  payments: v.array(
    v.strictObject({
      tipId: v.string(),
      at: v.number(),
      amount: minorUnits,
      state: v.picklist(tipStates),
      refunded: minorUnits,
      refunding: minorUnits,
      /** What the fan paid on Stripe's page in another currency, in its minor units. Absent = in `currency`. */
      presented: v.optional(fanSum),
    }),
  ),
  now: v.number(),
});
export type MonthlyView = v.InferOutput<typeof monthlyView>;

/** Answer of `POST /v1/monthly/{monthlyId}/confirm` and `/portal`: a page of Stripe, to be opened at once and not stored. */
export const monthlyPage = v.strictObject({ url: v.string() });
export type MonthlyPage = v.InferOutput<typeof monthlyPage>;

/** Bodies and answers of an owner's own calls about the monthly tips that fans give. `POST /v1/me/monthly/{monthlyId}/stop` has the body `stopRequest`. */

/** The answer. `asked`: a stop or an end that Stripe has not confirmed yet; null = nothing waits. */
export const ownerStopAnswer = v.strictObject({
  monthlyId: v.string(),
  state: v.picklist(monthlyStates),
  asked: v.nullable(v.picklist(['stop', 'end'])),
});
export type OwnerStopAnswer = v.InferOutput<typeof ownerStopAnswer>;

/** Body of `POST /v1/me/monthly/stop-all`. `handle`: typed again by the owner, to confirm. */
export const stopAllBody = v.strictObject({
  ...stopRequest.entries,
  handle: v.string(),
});
export type StopAllBody = v.InferOutput<typeof stopAllBody>;

/** The answer, with 202: the number of running monthly tips that are to stop. Stripe is asked afterwards, within minutes. */
export const stopAllAnswer = v.strictObject({ count: v.number() });
export type StopAllAnswer = v.InferOutput<typeof stopAllAnswer>;
