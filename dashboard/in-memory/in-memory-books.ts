import type { BooksAnswer, BooksQuery } from '../../core/api/books-api';
import { daysIn } from '../../core/base/zoned-day';
import { feesByMonth, type FeeLine } from '../../core/money/fee-lines';
import { bookLine, SumsBy } from '../../core/tip/book-sums';
import type { Tip } from '../../core/tip/tip';

/** The books of these tips, as the server answers them. */
export function booksOf(
  tips: readonly Tip[],
  { from, until, zone }: BooksQuery,
  fees: readonly FeeLine[] = [],
  feesUntil: number | null = null,
): BooksAnswer {
  const dayOf = daysIn(zone);
  const lines = tips.flatMap((tip) => bookLine(tip) ?? []).toSorted((a, b) => a.paidAt - b.paidAt);
  const months = new SumsBy<string>();
  const countries = new SumsBy<string | null>();
  const apart = new Set<string>();
  for (const line of lines) {
    const day = dayOf(line.paidAt);
    if (day < from || day > until) continue;
    months.at(day.slice(0, 7)).add(line);
    countries.at(line.country).add(line);
    if (line.feeApart !== null) apart.add(line.feeApart);
  }
  return {
    months: months.all().map(([month, sums]) => ({ month, sums })),
    countries: countries.all().map(([country, sums]) => ({ country, sums })),
    feesApart: [...apart].toSorted(),
    fees: feesByMonth(fees, dayOf, { from, until }),
    feesUntil,
    firstPaidAt: lines[0]?.paidAt ?? null,
  };
}
