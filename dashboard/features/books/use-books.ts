import { useCallback, useMemo } from 'react';
import useSWR from 'swr';
import type { BooksAnswer } from '../../../core/api/books-api';
import { feeSums } from '../../../core/money/fee-lines';
import { afterFeesApart, beforeFeesApart, BookSums, type SumAfterFees } from '../../../core/tip/book-sums';
import type { Failure } from '../../data/failure';
import { useTimeZone } from '../../shared/time-zone';
import { useBackend, useOwner } from '../../data/session';
import { readYear } from './read-year';

export interface YearOfBooks {
  /** Oldest first, also months that have only fees. */
  readonly months: readonly { readonly month: string; readonly sums: readonly SumAfterFees[] }[];
  /** Before the fees that Stripe books apart: they are of no country. */
  readonly countries: readonly { readonly country: string | null; readonly sums: readonly SumAfterFees[] }[];
  readonly feesApart: BooksAnswer['feesApart'];
  /** Until when the fees that Stripe books apart are known (milliseconds); null = never read. */
  readonly feesUntil: number | null;
  readonly sums: readonly SumAfterFees[];
  readonly firstPaidAt: number | null;
}

export type LiveBooks =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly books: YearOfBooks };

export function useBooks(year: number): LiveBooks {
  const { money } = useBackend();
  const { uid } = useOwner();
  const zone = useTimeZone();
  const { data, mutate } = useSWR(['books', uid, year, zone], () => readYear(money, year, zone), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  const retry = useCallback(() => void mutate(undefined), [mutate]);
  return useMemo((): LiveBooks => {
    if (data === undefined) return { kind: 'loading' };
    if (!data.ok) return { kind: 'failed', failure: data.problem, retry };
    return { kind: 'ready', books: yearOf(data.value) };
  }, [data, retry]);
}

function yearOf({ months, countries, fees, ...rest }: BooksAnswer): YearOfBooks {
  const sums = new BookSums();
  for (const sum of months.flatMap((month) => month.sums)) sums.addSum(sum);
  const names = [...new Set([...months, ...fees].map(({ month }) => month))].toSorted();
  const sumsIn = <T>(all: readonly { readonly month: string; readonly sums: readonly T[] }[], name: string) =>
    all.find(({ month }) => month === name)?.sums ?? [];
  return {
    ...rest,
    months: names.map((month) => ({
      month,
      sums: afterFeesApart(sumsIn(months, month), sumsIn(fees, month)),
    })),
    countries: countries.map(({ country, sums: of }) => ({ country, sums: of.map(beforeFeesApart) })),
    sums: afterFeesApart(sums.all(), feeSums(fees.flatMap((month) => month.sums))),
  };
}
