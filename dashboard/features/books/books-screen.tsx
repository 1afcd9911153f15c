import { Button, NativeSelect, Text } from '@mantine/core';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import { daysIn } from '../../../core/base/zoned-day';
import { useText } from '../../messages/text';
import { useTimeZone } from '../../shared/time-zone';
import { EmptyState } from '../../ui/empty-state';
import { FailureAlert } from '../../ui/failure-alert';
import { HatPicture } from '../../ui/illustrations';
import { Page } from '../../ui/page';
import { PanelsSkeleton } from '../../ui/page-skeleton';
import { Panel } from '../../ui/panel';
import { AboutBooks } from './about-books';
import { useBookkeepingFile } from './bookkeeping-file';
import styles from './books.module.css';
import { StatementOwnerPanel } from './statement-owner';
import { StatementHead } from './statement-head';
import { SumPanel } from './sum-panel';
import { SumsTable } from './sums-table';
import { useBooks, type YearOfBooks } from './use-books';

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

interface YearProps {
  readonly year: number;
  readonly books: YearOfBooks;
  /** In milliseconds. */
  readonly now: number;
}

function Year({ year, books, now }: YearProps) {
  const text = useText();
  const { locale, formatDate } = useIntl();
  const nameOfMonth = (month: string) =>
    formatDate(`${month}-15T12:00:00Z`, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const nameOfCountry = (country: string | null) =>
    country === null
      ? text('books.unknownCountry')
      : (new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country);
  return (
    <div className={styles.statement}>
      <StatementHead year={year} madeAt={now} />
      {books.sums.map((sum) => (
        <SumPanel key={`${sum.currency} ${sum.bookedIn ?? ''}`} sum={sum} />
      ))}
      <SumsTable
        heading={text('books.byMonth')}
        of={text('books.month')}
        rows={books.months.map(({ month, sums }) => ({ name: nameOfMonth(month), sums }))}
      />
      {books.countries.length > 0 && (
        <SumsTable
          heading={text('books.byCountry')}
          of={text('books.country')}
          rows={books.countries.map(({ country, sums }) => ({ name: nameOfCountry(country), sums }))}
        />
      )}
      <AboutBooks year={year} books={books} now={now} />
      <Text size="xs" c="dimmed" className={styles.onPaper ?? ''}>
        {text('books.paperFoot')}
      </Text>
    </div>
  );
}
