import { Button, NativeSelect } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { useCallback, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import useSWR from 'swr';
import type { BooksAnswer } from '../../../core/books/books-api';
import { ok } from '../../../core/base/result';
import { daysIn, daysOfMonth } from '../../../core/locale/zoned-day';
import { wholeExport } from '../../../core/account/export-document';
import { feeSums } from '../../../core/fees/fee-lines';
import { BookSums, SumsBy, afterFeesApart, beforeFeesApart } from '../../../core/books/book-sums';
import type { OwnerMoney } from '../../data/backend';
import type { Answer, Failure } from '../../data/failure';
import { useBackend, useOwner } from '../../session/session';
import { useText } from '../../messages/text';
import { regionalLocale, usualTable } from '../../exports/export-file';
import { useExport } from '../../exports/use-export';
import { useTimeZone } from '../../preferences/preferences';
import { EmptyState, HatPicture } from '../../page/empty-state';
import { FailureAlert } from '../../feedback/failure-alert';
import { Page, PanelsSkeleton } from '../../page/page';
import { Panel } from '../../panel/panel';
import { useToast } from '../../feedback/toast';
import { StatementOwnerPanel } from './statement-owner';
import { type YearOfBooks, Year } from './year-of-books';

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
  const sumsIn = <T,>(
    all: readonly { readonly month: string; readonly sums: readonly T[] }[],
    name: string,
  ) => all.find(({ month }) => month === name)?.sums ?? [];
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

/** The bookings on the owner's balance in a year, as a table for bookkeeping. */
export function useBookkeepingFile(year: number) {
  const text = useText();
  const { locale } = useIntl();
  const zone = useTimeZone();
  const { step, take, dialog } = useExport();
  const { notify } = useToast();
  const download = async () => {
    const table = usualTable(regionalLocale(locale));
    const days = { from: `${year}-01-01`, until: `${year}-12-31` };
    const taken = await take({ ...wholeExport('bookkeeping'), ...table, zone, ...days });
    if (taken === 'preparing') notify(text('export.preparing'));
  };
  return {
    failure: step.kind === 'failed' ? step.failure : null,
    dialog,
    button: (
      <Button
        variant="default"
        loading={step.kind === 'asking'}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void download()}
      >
        {text('export.bookkeeping')}
      </Button>
    ),
  };
}

const yearIn = (zone: string, at: number): number => Number(daysIn(zone)(at).slice(0, 4));

/** The years from the first tip until now, newest first. A year in the address is offered too. */
function yearsOf(firstPaidAt: number | null, year: number, newest: number, zone: string): readonly number[] {
  const oldest = firstPaidAt === null ? newest : yearIn(zone, firstPaidAt);
  const years = Array.from({ length: newest - oldest + 1 }, (_, ago) => newest - ago);
  return years.includes(year) ? years : [...years, year].toSorted((a, b) => b - a);
}

/** The year is part of the address, so that a statement can be linked and survives a reload. */
function useYear(newest: number) {
  const [query, setQuery] = useSearchParams();
  const given = query.get('year') ?? '';
  const year = /^20\d\d$/.test(given) ? Number(given) : newest;
  return [year, (next: string) => setQuery({ year: next }, { replace: true })] as const;
}

export function BooksScreen() {
  const text = useText();
  const [now] = useState(() => Date.now());
  const zone = useTimeZone();
  const newest = yearIn(zone, now);
  const [year, setYear] = useYear(newest);
  const live = useBooks(year);
  const books = live.kind === 'ready' ? live.books : null;
  // A year may have fees of the account and no tip.
  const nothing = books !== null && books.months.every(({ sums }) => sums.length === 0);
  const file = useBookkeepingFile(year);
  return (
    <Page
      title={text('books.title')}
      lead={text('books.lead')}
      actions={
        <>
          <NativeSelect
            aria-label={text('books.year')}
            value={String(year)}
            onChange={(event) => setYear(event.currentTarget.value)}
            data={yearsOf(books?.firstPaidAt ?? null, year, newest, zone).map(String)}
          />
          <Button
            variant="default"
            disabled={books === null || nothing}
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            {text('books.print')}
          </Button>
          {file.button}
        </>
      }
    >
      {file.failure && <FailureAlert failure={file.failure} />}
      {live.kind === 'loading' && <PanelsSkeleton shape="tables" />}
      {live.kind === 'failed' && <FailureAlert failure={live.failure} onRetry={live.retry} />}
      {nothing && (
        <Panel>
          <EmptyState
            picture={<HatPicture />}
            title={text('books.emptyTitle', { year: String(year) })}
            text={text('books.emptyText')}
          />
        </Panel>
      )}
      {books !== null && !nothing && <Year year={year} books={books} now={now} />}
      {books !== null && <StatementOwnerPanel />}
      {file.dialog}
    </Page>
  );
}
