import { useCallback, useMemo } from 'react';
import useSWR from 'swr';
import type { BooksAnswer } from '../../../core/api/books-api';
import { BookSums, type BookSum } from '../../../core/tip/book-sums';
import type { Failure } from '../../shared/failure';
import { useTimeZone } from '../../shared/time-zone';
import { useBackend } from '../../shared/use-backend';
import { useOwner } from '../../shared/use-session';
import { readYear } from './read-year';

export interface YearOfBooks {
  readonly months: BooksAnswer['months'];
  readonly countries: BooksAnswer['countries'];
  readonly feesApart: BooksAnswer['feesApart'];
  readonly sums: readonly BookSum[];
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
    const sums = new BookSums();
    for (const sum of data.value.months.flatMap((month) => month.sums)) sums.addSum(sum);
    return { kind: 'ready', books: { ...data.value, sums: sums.all() } };
  }, [data, retry]);
}
