import type { BooksAnswer, BooksQuery } from '../../../core/api/books-api';
import { ok } from '../../../core/base/result';
import { SumsBy } from '../../../core/tip/book-sums';
import type { Answer } from '../../shared/answer';
import type { OwnerMoney } from '../../shared/owner-money';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The days of a month; `month` counts from 1. */
function monthOf(year: number, month: number): Pick<BooksQuery, 'from' | 'until'> {
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const start = `${year}-${twoDigits(month)}`;
  return { from: `${start}-01`, until: `${start}-${twoDigits(lastDay)}` };
}

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
    const part = await books({ ...monthOf(year, month), zone });
    if (!part.ok) return part;
    parts.push(part.value);
  }
  return ok(together(parts));
}

function together(parts: readonly BooksAnswer[]): BooksAnswer {
  const countries = new SumsBy<string | null>();
  for (const { country, sums } of parts.flatMap((part) => part.countries)) {
    for (const sum of sums) countries.at(country).addSum(sum);
  }
  return {
    months: parts.flatMap(({ months }) => months),
    countries: countries.all().map(([country, sums]) => ({ country, sums })),
    firstPaidAt: parts[0]?.firstPaidAt ?? null,
  };
}
