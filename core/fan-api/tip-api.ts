import * as v from 'valibot';
import { emailAddress } from '../text/addresses';
import { currencyCodes } from '../money/money';
import { lookupHandle } from '../profile/draft';
import { tipPause } from '../profile/profile';
import { requestUuid } from '../text/text';
import { refundFailureKinds } from '../refunds/refund';
import { tipStates, tipSurfaces, tipTextLimits } from '../tip/tip';
import { paymentsModes } from '../payments/payments-state';
import { fanSum, monthlyFields, monthlyTerms } from './monthly-api';

const minorUnits = v.pipe(
  v.number('Enter an amount.'),
  v.integer('Amounts are whole minor units.'),
  v.minValue(0, 'Amounts cannot be negative.'),
  v.maxValue(99_999_999, 'This amount is too large.'),
);
const currency = v.picklist(currencyCodes, 'This currency is not supported.');
/** The length limit applies after cleaning and counts code points; this limit only bounds the input. */
const text = (limit: number) =>
  v.optional(v.nullable(v.pipe(v.string(), v.maxLength(limit * 8, 'This text is too long.'))));

/** Body of `POST /v1/tip-sessions`. */
export const tipSessionRequest = v.strictObject({ handle: lookupHandle });
export type TipSessionRequest = v.InferOutput<typeof tipSessionRequest>;

/**
 * Answer of `POST /v1/tip-sessions`. `session` is a signed gate (profile, account, currency, origin, 30 minutes). Amounts in minor
 * units. `fees` is the estimate for "cover the costs" (basis points and fixed part), null when the owner does not offer it.
 * `stripeJs` is the address of Stripe.js for this key (the sandbox has its own). `link`: whether Link is offered beside cards.
 * `ways`: the types of payment method for Elements, which must get exactly this list. A card says where it is by `?where=in-page` or `in-frame`; one
 * that does not is of an earlier release, which offers cards and Link. `monthly`: null = fans can only give once.
 */
export const tipSession = v.strictObject({
  session: v.string(),
  expiresAt: v.number(),
  name: v.string(),
  currency,
  limits: v.strictObject({ min: minorUnits, max: minorUnits, step: minorUnits }),
  presets: v.array(minorUnits),
  fees: v.nullable(v.strictObject({ bps: minorUnits, fixed: minorUnits, platformBps: minorUnits })),
  paymentMode: v.picklist(paymentsModes),
  publishableKey: v.string(),
  stripeAccount: v.nullable(v.string()),
  stripeJs: v.string(),
  link: v.boolean(),
  ways: v.array(v.string()),
  thanks: v.string(),
  undo: v.boolean(),
  challenge: v.nullable(v.strictObject({ kind: v.string(), siteKey: v.string() })),
  monthly: v.exactOptional(v.nullable(monthlyTerms)),
});
export type TipSession = v.InferOutput<typeof tipSession>;

/** What the fan keeps from others. `privateMessage`: the message is for the owner alone. `hideAmount`: nobody else sees the amount. */
const fanChoices = {
  anonymous: v.optional(v.boolean()),
  privateMessage: v.optional(v.boolean()),
  hideAmount: v.optional(v.boolean()),
};

/**
 * Body of `POST /v1/tips`. `total` is what the fan saw (tipAmount plus cover). `clientRequestId` is a UUID made when the sheet
 * opens: the same id and body get the same answer. `receiptEmail` goes to Stripe only, it is never stored nor logged.
 */
export const tipRequest = v.strictObject({
  handle: lookupHandle,
  tipAmount: minorUnits,
  coverCosts: v.boolean(),
  total: minorUnits,
  currency,
  name: text(tipTextLimits.name),
  message: text(tipTextLimits.message),
  ...fanChoices,
  for: text(tipTextLimits.for),
  placement: text(tipTextLimits.placement),
  receiptEmail: v.optional(v.nullable(emailAddress('Enter an email address.'))),
  clientRequestId: requestUuid('clientRequestId must be a UUID.'),
  session: v.pipe(v.string(), v.nonEmpty(), v.maxLength(2000)),
  surface: v.picklist(tipSurfaces),
  challenge: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(4000)))),
  ...monthlyFields,
});
export type TipRequest = v.InferOutput<typeof tipRequest>;

/**
 * 201 of `POST /v1/tips`: the client secret to confirm in the page, or (`surface: "hosted"`) the URL to pay at. `nextChargeOn`: the day (UTC,
 * `2026-12-27`) of the second charge of a monthly or yearly tip that is paid today.
 */
export const tipCreated = v.union([
  v.strictObject({
    tipId: v.string(),
    tipToken: v.string(),
    tipAmount: minorUnits,
    coverAmount: minorUnits,
    amount: minorUnits,
    currency,
    clientSecret: v.string(),
  }),
  v.strictObject({
    tipId: v.string(),
    tipToken: v.string(),
    tipAmount: minorUnits,
    coverAmount: minorUnits,
    amount: minorUnits,
    currency,
    url: v.string(),
    nextChargeOn: v.exactOptional(v.pipe(v.string(), v.isoDate())),
  }),
]);
export type TipCreated = v.InferOutput<typeof tipCreated>;

/**
 * Body of `POST /v1/tips/by-payment`: what Stripe added to the address of the page to which a bank sent the fan back (`payment_intent` and
 * `payment_intent_client_secret`).
 */
export const tipByPaymentRequest = v.strictObject({
  paymentIntent: v.pipe(v.string(), v.regex(/^pi_\w{1,100}$/, 'This is no payment.')),
  clientSecret: v.pipe(v.string(), v.nonEmpty('The secret is missing.'), v.maxLength(300)),
});
export type TipByPaymentRequest = v.InferOutput<typeof tipByPaymentRequest>;

/** 200 of `POST /v1/tips/by-payment`: the tip and the token with which the fan reads, changes and undoes it. */
export const tipByPayment = v.strictObject({ tipId: v.string(), tipToken: v.string(), handle: v.string() });
export type TipByPayment = v.InferOutput<typeof tipByPayment>;

/**
 * Body of `POST /v1/tips/{tipId}/amount`: another amount for the same payment intent, before success. `sequence` numbers the changes of
 * one tip, 1 for the first: a change that arrives after a later one is refused.
 */
export const tipAmountRequest = v.strictObject({
  tipAmount: minorUnits,
  coverCosts: v.boolean(),
  total: minorUnits,
  sequence: v.optional(
    v.pipe(
      v.number('sequence is a number.'),
      v.integer('sequence is a whole number.'),
      v.minValue(1, 'sequence starts at 1.'),
      v.maxValue(1_000_000, 'sequence is too large.'),
    ),
  ),
});
export type TipAmountRequest = v.InferOutput<typeof tipAmountRequest>;

/**
 * What a fan may see of a tip: `GET /v1/tips/{tipId}` with the tip's token. `undoUntil` and `now` are epoch milliseconds of the server's clock; null
 * = no undo.
 */
export const tipStatus = v.strictObject({
  tipId: v.string(),
  status: v.picklist(tipStates),
  amount: minorUnits,
  tipAmount: minorUnits,
  coverAmount: minorUnits,
  currency,
  undoUntil: v.nullable(v.number()),
  /** A refund may take up to so many days. Absent = as usual with cards. */
  refundDays: v.optional(v.number()),
  /** What the fan pays for `amount` in the own currency. Absent = the fan pays in the tip's. */
  presented: v.optional(fanSum),
  /** The latest refund failed, so the owner has the money again. */
  refundFailure: v.optional(
    v.strictObject({
      amount: minorUnits,
      why: v.picklist(refundFailureKinds),
      presented: v.optional(fanSum),
    }),
  ),
  /** The server's time: a fan's own clock may be wrong by minutes. */
  now: v.optional(v.number()),
  receiptUrl: v.string(),
  /** The fan's name and message, for editing. Absent where the token only allows the status. */
  fan: v.optional(v.strictObject({ name: v.nullable(v.string()), message: v.nullable(v.string()) })),
});
export type TipStatus = v.InferOutput<typeof tipStatus>;

/** Body of `PATCH /v1/tips/{tipId}`: a new name or message, and what others see. Null or empty erases a text; a missing field stays unchanged. */
export const tipTextsRequest = v.strictObject({
  name: text(tipTextLimits.name),
  message: text(tipTextLimits.message),
  ...fanChoices,
});
export type TipTextsRequest = v.InferOutput<typeof tipTextsRequest>;

/** Body of `POST /v1/me/publish`: the revision of the draft that the owner's browser shows. */
export const publishRequest = v.strictObject({ revision: v.pipe(v.number(), v.integer(), v.minValue(0)) });
export type PublishRequest = v.InferOutput<typeof publishRequest>;
export const publishAnswer = v.strictObject({
  handle: v.string(),
  url: v.string(),
  publishedAt: v.number(),
  revision: v.number(),
});
/** Answer of `POST /v1/me/unpublish`. */
export const unpublishAnswer = v.object({ handle: v.string(), takenDownAt: v.number() });
export type UnpublishAnswer = v.InferOutput<typeof unpublishAnswer>;
/** Answer of `PUT` and `DELETE /v1/me/pause`; null = tips are not paused. */
export const pauseAnswer = v.strictObject({ pause: v.nullable(tipPause) });
export type PauseAnswer = v.InferOutput<typeof pauseAnswer>;

export type PublishAnswer = v.InferOutput<typeof publishAnswer>;
