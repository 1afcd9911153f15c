import { Alert } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { useSWRConfig } from 'swr';
import type { BooksAnswer } from '@busker/core/books/books-api';
import { ok } from '@busker/core/base/result';
import { monthsOfPeriod, periodWith, usualYearStart, type Period } from '@busker/core/locale/periods';
import { daysIn } from '@busker/core/locale/zoned-day';
import { wholeExport } from '@busker/core/account/export-document';
import { feeSums } from '@busker/core/fees/fees';
import { BookSums, SumsBy, afterFeesApart, beforeFeesApart } from '@busker/core/books/book-sums';
import { IconDownload, IconPrinter } from '../../icons/screen-icons';
import type { OwnerMoney } from '../../data/backend';
import type { Answer } from '../../data/failure';
import { loaded, useAnswered, type Live } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { useText } from '../../messages/text';
import { regionalLocale, usualTable } from '../../exports/export-file';
import { useExport } from '../../exports/use-export';
import { TimeZoneField, useTimeZone } from '../../preferences/preferences';
import { EmptyState, HatPicture } from '../../page/empty-state';
import { FailureAlert } from '../../feedback/failure-alert';
import { Page, PanelsSkeleton } from '../../page/page';
import { Panel } from '../../panel/panel';
import { useToast } from '../../feedback/toast';
import {
  AboutClosing,
  CloseYearPanel,
  PeriodChoice,
  useAskedDays,
  useNameOfPeriod,
  YearStartField,
} from './period-choice';
import { StatementOwnerPanel } from './statement-owner';
import { Books, type PeriodOfBooks } from './period-of-books';
import { PlainButton } from '../../theme/theme';
import styles from './books.module.css';

/** The books of these days; null = the tax year of today. Days with too many tips for one answer are read month by month. */
export async function readPeriod(
  { books }: Pick<OwnerMoney, 'books'>,
  days: Period | null,
  zone: string,
): Answer<BooksAnswer> {
  const whole = await books({ ...days, zone });
  if (whole.ok || whole.problem.code !== 'api/books-too-long') return whole;
  const period = days === null ? await thisYear(books, zone) : ok(days);
  if (!period.ok) return period;
  const parts: BooksAnswer[] = [];
  for (const month of monthsOfPeriod(period.value)) {
    const part = await books({ ...month, zone });
    if (!part.ok) return part;
    parts.push(part.value);
  }
  return ok({ ...together(parts), ...period.value });
}

/** The tax year of today. The books of a single day say when it begins. */
async function thisYear(books: OwnerMoney['books'], zone: string): Answer<Period> {
  const today = daysIn(zone)(Date.now());
  const answer = await books({ from: today, until: today, zone });
  return answer.ok ? ok(periodWith(today, 'year', answer.value.yearStart)) : answer;
}

/** Null when one is. */
const earliest = (times: readonly (number | null)[]): number | null =>
  times.reduce((first, time) => (first === null || time === null ? null : Math.min(first, time)), Infinity);

function together(parts: readonly BooksAnswer[]): Omit<BooksAnswer, keyof Period> {
  const countries = new SumsBy<string | null>();
  const later = new BookSums();
  for (const sum of parts.flatMap((part) => part.later)) later.addSum(sum);
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
    yearStart: parts[0]?.yearStart ?? usualYearStart,
    closedYears: parts[0]?.closedYears ?? [],
    changed: parts.flatMap(({ changed }) => changed),
    later: later.all(),
  };
}

export function useBooks(days: Period | null): Live<PeriodOfBooks> {
  const { money } = useBackend();
  const zone = useTimeZone();
  return useAnswered(['books', days?.from ?? '', days?.until ?? '', zone], async () => {
    const answer = await readPeriod(money, days, zone);
    return answer.ok ? ok(booksOfPeriod(answer.value)) : answer;
  });
}

function booksOfPeriod({ months, countries, fees, ...rest }: BooksAnswer): PeriodOfBooks {
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

/** The bookings on the owner's balance in these days, as a table for bookkeeping. Null = the days are not known yet. */
export function useBookkeepingFile(days: Period | null) {
  const text = useText();
  const { locale } = useIntl();
  const zone = useTimeZone();
  const { step, take, dialog } = useExport();
  const { notify } = useToast();
  const download = async () => {
    const table = usualTable(regionalLocale(locale));
    const taken = await take({ ...wholeExport('bookkeeping'), ...table, zone, ...days });
    if (taken === 'preparing') notify(text('export.preparing'));
  };
  return {
    failure: step.kind === 'failed' ? step.failure : null,
    dialog,
    button: (
      <PlainButton
        disabled={days === null}
        loading={step.kind === 'asking'}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void download()}
      >
        {text('export.bookkeeping')}
      </PlainButton>
    ),
  };
}

/** Asks the server for a change of the books, and reads them again. */
function useBooksChange(): (act: (money: OwnerMoney) => Answer) => Promise<void> {
  const { money } = useBackend();
  const { mutate } = useSWRConfig();
  const { failed } = useToast();
  return async (act) => {
    const answer = await act(money);
    if (!answer.ok) return failed(answer.problem);
    await mutate((key) => Array.isArray(key) && key[0] === 'books');
  };
}

export function BooksScreen() {
  const text = useText();
  const nameOf = useNameOfPeriod();
  const [now] = useState(() => Date.now());
  const zone = useTimeZone();
  const dayOf = useMemo(() => daysIn(zone), [zone]);
  const today = dayOf(now);
  const { days, refused, choose } = useAskedDays();
  const live = useBooks(days);
  const change = useBooksChange();
  const books = loaded(live);
  const period = days ?? (books === null ? null : { from: books.from, until: books.until });
  // There may be fees of the account and no tip.
  const nothing = books !== null && books.months.every(({ sums }) => sums.length === 0);
  const file = useBookkeepingFile(period);
  const firstPaidAt = books?.firstPaidAt ?? null;
  return (
    <Page
      title={text('books.title')}
      lead={text('books.lead')}
      actions={
        <>
          <PlainButton
            disabled={books === null || nothing}
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            {text('books.print')}
          </PlainButton>
          {file.button}
        </>
      }
    >
      <PeriodChoice
        period={period}
        yearStart={books?.yearStart ?? usualYearStart}
        today={today}
        first={firstPaidAt === null ? null : dayOf(firstPaidAt)}
        onPeriod={choose}
      />
      {refused && period !== null && (
        <Alert role="status" mb="md">
          {text('books.unknownDays', { period: nameOf(period) })}
        </Alert>
      )}
      {file.failure && <FailureAlert failure={file.failure} />}
      {live.kind === 'loading' && <PanelsSkeleton shape="tables" />}
      {live.kind === 'failed' && <FailureAlert failure={live.failure} onRetry={live.retry} />}
      {nothing && period !== null && (
        <Panel>
          <EmptyState
            picture={<HatPicture />}
            title={text('books.emptyTitle', { period: nameOf(period) })}
            text={text(period.until < today ? 'books.emptyOver' : 'books.emptyText')}
          />
          <AboutClosing books={books} />
        </Panel>
      )}
      {books !== null && !nothing && <Books books={books} now={now} />}
      {books !== null && (
        <CloseYearPanel
          key={`${books.from} ${books.until}`}
          books={books}
          today={today}
          onClose={() => change((money) => money.closeYear(books.from, zone))}
        />
      )}
      {books !== null && (
        <Panel heading={text('books.calendar')}>
          <div className={styles.calendar}>
            <YearStartField
              yearStart={books.yearStart}
              onStart={(start) => void change((money) => money.keepYearStart(start))}
            />
            <TimeZoneField label={text('insights.zone')} />
          </div>
        </Panel>
      )}
      {books !== null && <StatementOwnerPanel />}
      {file.dialog}
    </Page>
  );
}
