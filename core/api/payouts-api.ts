import * as v from 'valibot';
import { payoutContents, payoutLineKinds, payoutStatuses, weekdays } from '../money/payout';

const cursor = (prefix: string) => {
  const refused = `after must be an id that the page before ended with (${prefix}_…).`;
  return v.optional(v.pipe(v.string(), v.regex(new RegExp(`^${prefix}_[A-Za-z0-9_]{1,100}$`), refused)));
};

/** The id of a payout in an address. */
export const isPayoutId = (given: string): boolean => /^po_[A-Za-z0-9_]{1,100}$/.test(given);

/** The query of `GET /v1/me/payouts`: `after` is the `next` of the page before. */
export const payoutsQuery = v.strictObject({ after: cursor('po') });
/** The query of `GET /v1/me/payouts/{payoutId}`. */
export const payoutQuery = v.strictObject({ after: cursor('txn') });

const amount = v.pipe(v.number(), v.safeInteger());

/** A `StripeBalance` of core/money/payout.ts, as Stripe has it at this moment. */
export const balanceAnswer = v.strictObject({
  balances: v.array(v.strictObject({ currency: v.string(), available: amount, pending: amount })),
  schedule: v.variant('interval', [
    v.strictObject({ interval: v.picklist(['daily', 'manual', 'unknown']) }),
    v.strictObject({ interval: v.literal('weekly'), days: v.array(v.picklist(weekdays)) }),
    v.strictObject({ interval: v.literal('monthly'), days: v.array(v.number()) }),
  ]),
  paused: v.boolean(),
});
export type BalanceAnswer = v.InferOutput<typeof balanceAnswer>;

/** A `Payout` of core/money/payout.ts. */
const payout = v.strictObject({
  id: v.string(),
  amount,
  currency: v.string(),
  status: v.picklist(payoutStatuses),
  createdAt: v.number(),
  arrivesAt: v.number(),
  contents: v.picklist(payoutContents),
  failureCode: v.nullable(v.string()),
});

/** Newest first, 20 on a page. `next` = null on the last page. */
export const payoutsAnswer = v.strictObject({ payouts: v.array(payout), next: v.nullable(v.string()) });
export type PayoutsAnswer = v.InferOutput<typeof payoutsAnswer>;

/** A `PayoutLine`, with the tip that it is about; null = about no tip of this owner. */
const payoutLine = v.strictObject({
  id: v.string(),
  kind: v.picklist(payoutLineKinds),
  bookedAt: v.number(),
  amount,
  fee: amount,
  paymentIntentId: v.nullable(v.string()),
  about: v.nullable(v.string()),
  tip: v.nullable(v.strictObject({ tipId: v.string(), fan: v.nullable(v.string()) })),
});

/** A payout and a page of its lines, newest first; none unless `payout.contents` is `listed`. */
export const payoutAnswer = v.strictObject({
  payout,
  lines: v.array(payoutLine),
  next: v.nullable(v.string()),
});
export type PayoutAnswer = v.InferOutput<typeof payoutAnswer>;
export type AnsweredLine = PayoutAnswer['lines'][number];
