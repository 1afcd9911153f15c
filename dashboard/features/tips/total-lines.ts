import type { Currency } from '../../../core/money/currency-codes';
import type { TipContribution } from '../../../core/money/totals';
import { nothingBooked, type BookSum } from '../../../core/tip/book-sums';

/** A sum of what fans were charged. Nothing of it is said to be booked. */
export const chargedSum = (
  currency: Currency,
  { count, gross, refunded, disputed }: TipContribution,
): BookSum => ({
  currency,
  bookedIn: null,
  count,
  received: gross,
  refunded,
  disputed,
  booked: nothingBooked,
});

export type TotalLine = 'charged' | 'received' | 'refunds' | 'disputes' | 'fees' | 'kept';

/** An amount in minor units; `null` = not known yet. The first line is always there, and other zeros are left out. */
export interface TotalAmount {
  readonly line: TotalLine;
  readonly amount: number | null;
  readonly currency: string;
}

/**
 * The lines of a sum, which add up to what is kept, all as Stripe booked them: what lowers it has a minus, as in the books. Before Stripe has booked the payments only what fans were
 * charged and got back is known.
 */
export function linesOf(sum: BookSum, hasFees: boolean): readonly TotalAmount[] {
  const { currency, bookedIn, booked } = sum;
  const some = (line: TotalLine, amount: number, code: string): readonly TotalAmount[] =>
    amount === 0 ? [] : [{ line, amount, currency: code }];
  if (bookedIn === null)
    return [
      { line: 'charged', amount: sum.received, currency },
      ...some('refunds', -sum.refunded, currency),
      ...some('disputes', -sum.disputed, currency),
      ...(hasFees ? [{ line: 'kept', amount: null, currency } as const] : []),
    ];
  const { received, refunds, disputes, stripeFee, hostShare, disputeFee, kept } = booked;
  return [
    { line: 'charged', amount: sum.received, currency },
    ...(currency === bookedIn ? [] : [{ line: 'received', amount: received, currency: bookedIn } as const]),
    ...some('refunds', refunds, bookedIn),
    ...some('disputes', disputes, bookedIn),
    ...some('fees', -(stripeFee + hostShare + disputeFee), bookedIn),
    { line: 'kept', amount: kept, currency: bookedIn },
  ];
}
