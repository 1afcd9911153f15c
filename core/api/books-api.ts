import * as v from 'valibot';
import { dayField, zoneField } from '../base/day-fields';
import { currencyCodes } from '../money/currency-codes';

/** The query of `GET /v1/me/books`: the days in this time zone, both ends included, at most a leap year. */
export const booksQuery = v.pipe(
  v.strictObject({
    from: dayField('from'),
    until: dayField('until'),
    zone: zoneField,
  }),
  v.forward(
    v.check(({ from, until }) => from <= until, 'until must not be before from.'),
    ['until'],
  ),
  v.forward(
    v.check(({ from, until }) => daysBetween(from, until) <= 366, 'Ask for at most a year.'),
    ['until'],
  ),
);
export type BooksQuery = v.InferOutput<typeof booksQuery>;

const daysBetween = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1;

const amount = v.pipe(v.number(), v.safeInteger());

/** A `BookSum` of core/tip/book-sums.ts. */
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

/** Tips count on the day on which they were paid; their refunds and disputes count on that day too, whenever they came. */
export const booksAnswer = v.strictObject({
  /** `month` is `YYYY-MM`; months without a tip are left out. Oldest first. */
  months: v.array(v.strictObject({ month: v.string(), sums: v.array(bookSum) })),
  /** By the country that issued the card (ISO 3166); null = unknown. Most tips first. */
  countries: v.array(v.strictObject({ country: v.nullable(v.string()), sums: v.array(bookSum) })),
  /** The ways to pay of these tips that have a fee of their own, which Stripe books apart from them. An earlier server does not say. */
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
  /** Until when those fees are known (milliseconds); null = never read. */
  feesUntil: v.optional(v.nullable(v.number()), null),
  /** When the owner's first tip was paid (milliseconds); null = none yet. */
  firstPaidAt: v.nullable(v.number()),
});
export type BooksAnswer = v.InferOutput<typeof booksAnswer>;
