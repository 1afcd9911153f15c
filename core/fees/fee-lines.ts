/**
 * A fee that Stripe booked on an owner's balance apart from the payments: a balance transaction of the type `stripe_fee`. Stripe Billing's and MobilePay's
 * are such lines (https://docs.stripe.com/reports/balance-transaction-types).
 */
export interface FeeLine {
  /** The balance transaction's. */
  readonly id: string;
  /** When Stripe booked it, in milliseconds. */
  readonly at: number;
  /** As Stripe writes it (`usd`); may be a currency that Busker takes no tips in. */
  readonly currency: string;
  /** Minor units that the owner paid. Negative: Stripe gave a fee back. */
  readonly amount: number;
}

/** All such fees of one currency. */
export type FeeSum = Pick<FeeLine, 'currency' | 'amount'>;

/** One sum for each currency, ordered by currency. */
export function feeSums(lines: Iterable<FeeSum>): FeeSum[] {
  const sums = new Map<string, number>();
  for (const { currency, amount } of lines) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums]
    .map(([currency, amount]) => ({ currency, amount }))
    .toSorted((a, b) => a.currency.localeCompare(b.currency, 'en'));
}

export interface MonthOfFees {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly sums: FeeSum[];
}

/** The sums of each month, oldest first. `dayOf` names the day of a time as the owner's zone has it. */
export function feesByMonth(
  lines: Iterable<FeeLine>,
  dayOf: (millis: number) => string,
  { from, until }: { readonly from: string; readonly until: string },
): MonthOfFees[] {
  const months = new Map<string, FeeLine[]>();
  for (const line of lines) {
    const day = dayOf(line.at);
    if (day < from || day > until) continue;
    const month = day.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), line]);
  }
  return [...months]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([month, some]) => ({ month, sums: feeSums(some) }));
}
