import type { BooksAnswer } from '../../../core/api/books-api';
import { ok } from '../../../core/base/result';
import { daysOfMonth } from '../../../core/base/zoned-day';
import { SumsBy } from '../../../core/tip/book-sums';
import type { Answer } from '../../data/failure';
import type { OwnerMoney } from '../../data/backend';

/** The books of a year. A year with too many tips for one answer is read month by month. */
export async function readYear(
  { books }: Pick<OwnerMoney, 'books'>,
  year: number,
  zone: string,
): Answer<BooksAnswer> {
  const whole = await books({ from: `${year}-01-01`, until: `${year}-12-31`, zone });
  if (whole.ok || whole.problem.code !== 'api/books-too-long') return whole;
  const parts: BooksAnswer[] = [];
  for (let month = 1; month <= 12; month += 1) {
    const part = await books({ ...daysOfMonth(year, month), zone });
    if (!part.ok) return part;
    parts.push(part.value);
  }
  return ok(together(parts));
}

/** Null when one is. */
const earliest = (times: readonly (number | null)[]): number | null =>
  times.reduce((first, time) => (first === null || time === null ? null : Math.min(first, time)), Infinity);

function together(parts: readonly BooksAnswer[]): BooksAnswer {
  const countries = new SumsBy<string | null>();
  for (const { country, sums } of parts.flatMap((part) => part.countries)) {
    for (const sum of sums) countries.at(country).addSum(sum);
  }
  return {
    months: parts.flatMap(({ months }) => months),
    countries: countries.all().map(([country, sums]) => ({ country, sums })),
    feesApart: [...new Set(parts.flatMap(({ feesApart }) => feesApart))].toSorted(),
    fees: parts.flatMap(({ fees }) => fees),
    feesUntil: earliest(parts.map(({ feesUntil }) => feesUntil)),
    firstPaidAt: parts[0]?.firstPaidAt ?? null,
  };
}
