import * as v from 'valibot';
import { dayField, zoneField } from '../locale/zoned-day';
import { currencyCodes } from '../money/money';
import { daysInPeriod, longestPeriod, usualYearStart, yearStartField } from '../locale/periods';
import { payoutContents, payoutLineKinds, payoutStatuses, weekdays } from './payout';

/** The query of `GET /v1/me/books`: the days in this time zone, both ends included, at most a leap year. Without days: the tax year of today. */
export const booksQuery = v.pipe(
  v.strictObject({
    from: v.exactOptional(dayField('from')),
    until: v.exactOptional(dayField('until')),
    zone: zoneField,
  }),
  v.forward(
    v.check(
      ({ from, until }) => (from === undefined) === (until === undefined),
      'Send from and until together.',
    ),
    ['until'],
  ),
  v.forward(
    v.check(({ from = '', until = from }) => from <= until, 'until must not be before from.'),
    ['until'],
  ),
  v.forward(
    v.check(
      ({ from = '', until = from }) => from === '' || daysInPeriod({ from, until }) <= longestPeriod,
      'Ask for at most a year.',
    ),
    ['until'],
  ),
);
export type BooksQuery = v.InferOutput<typeof booksQuery>;

/** The body of `PUT /v1/me/books/year`. */
export const yearStartBody = v.strictObject({ start: yearStartField });
export type YearStartBody = v.InferOutput<typeof yearStartBody>;

/** The body of `POST /v1/me/books/closed`: the first day of the tax year, in this time zone. */
export const closeYearBody = v.strictObject({ from: dayField('from'), zone: zoneField });
export type CloseYearBody = v.InferOutput<typeof closeYearBody>;

const amount = v.pipe(v.number(), v.safeInteger());

/** A `BookSum` of core/books/book-sums.ts. */
const bookSum = v.strictObject({
  currency: v.picklist(currencyCodes),
  bookedIn: v.nullable(v.string()),
  count: amount,
  received: amount,
  refunded: amount,
  disputed: amount,
  booked: v.strictObject({
    received: amount,
    stripeFee: amount,
    hostShare: amount,
    refunds: amount,
    disputes: amount,
    disputeFee: amount,
    kept: amount,
  }),
});

/** The figures of some days; a closed year keeps them as they were. */
export const closedFigures = {
  /** `month` is `YYYY-MM`; months without a tip are left out. Oldest first. */
  months: v.array(v.strictObject({ month: v.string(), sums: v.array(bookSum) })),
  /** By the country that issued the card (ISO 3166); null = unknown. Most tips first. */
  countries: v.array(v.strictObject({ country: v.nullable(v.string()), sums: v.array(bookSum) })),
  /** The payment methods of these tips that have a fee of their own, which Stripe books apart from them. An earlier server does not say. */
  feesApart: v.optional(v.array(v.string()), []),
  /**
   * What Stripe booked on the owner's balance apart from the tips, by month and currency; positive = the owner paid it. It is all of the account's fees of
   * this kind, and lowers what is left of the tips. An earlier server does not say.
   */
  fees: v.optional(
    v.array(
      v.strictObject({
        month: v.string(),
        sums: v.array(v.strictObject({ currency: v.string(), amount })),
      }),
    ),
    [],
  ),
};

/** Tips count on the day on which they were paid, and each refund or dispute on the day on which it happened. */
export const booksAnswer = v.strictObject({
  ...closedFigures,
  /** Until when those fees are known (milliseconds); null = never read. */
  feesUntil: v.optional(v.nullable(v.number()), null),
  /** When the owner's first tip was paid (milliseconds); null = none yet. */
  firstPaidAt: v.nullable(v.number()),
  /** The days that were added up, and the first day of the owner's tax year (`04-06`). An earlier server says none of these. */
  from: v.optional(v.string(), ''),
  until: v.optional(v.string(), ''),
  yearStart: v.optional(v.string(), usualYearStart),
  /** The tax years that the owner has closed, oldest first. */
  closedYears: v.optional(
    v.array(v.strictObject({ from: v.string(), until: v.string(), closedAt: v.number() })),
    [],
  ),
  /** What Stripe has booked since the closing on days of the closed year that was asked for: in no figure of this answer. */
  changed: v.optional(v.array(v.strictObject({ currency: v.string(), amount })), []),
  /** The part of the figures that is of tips of closed years, and happened after their year. */
  later: v.optional(v.array(bookSum), []),
});
export type BooksAnswer = v.InferOutput<typeof booksAnswer>;

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

/** A `StripeBalance` of core/books/payout.ts, as Stripe has it at this moment. */
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

/** A `Payout` of core/books/payout.ts. */
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
