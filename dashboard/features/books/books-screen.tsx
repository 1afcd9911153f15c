import { Anchor, Button, List, NativeSelect, Table, Text, Title } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { useCallback, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import useSWR from 'swr';
import type { BooksAnswer } from '../../../core/books/books-api';
import { ok } from '../../../core/base/result';
import { dayStart, daysIn, daysOfMonth } from '../../../core/locale/zoned-day';
import { wholeExport } from '../../../core/account/export-document';
import { feeSums } from '../../../core/fees/fee-lines';
import {
  BookSums,
  SumsBy,
  afterFeesApart,
  beforeFeesApart,
  byCurrency,
  feeApartName,
  type CurrencySum,
  type SumAfterFees,
} from '../../../core/books/book-sums';
import type { OwnerMoney } from '../../data/backend';
import type { Answer, Failure } from '../../data/failure';
import { useBackend, useOwner } from '../../session/session';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { regionalLocale, usualTable } from '../../exports/export-file';
import { useExport } from '../../exports/use-export';
import { TimeZoneField, useTimeZone } from '../../preferences/preferences';
import { useAmounts } from '../../tips/tip-words';
import { EmptyState, HatPicture } from '../../page/empty-state';
import { FailureAlert } from '../../feedback/failure-alert';
import { Page, PanelsSkeleton } from '../../page/page';
import { Panel } from '../../panel/panel';
import { useToast } from '../../feedback/toast';
import styles from './books.module.css';
import { StatementOwnerPanel, useStatementOwner } from './statement-owner';

interface Row {
  /** The month or the country. */
  readonly name: string;
  readonly sums: readonly SumAfterFees[];
}

interface SumsTableProps {
  readonly heading: string;
  /** The heading of the first column. */
  readonly of: string;
  readonly rows: readonly Row[];
}

/** One line for each currency of a month or a country, also while a part of it is not booked yet. What lowers the sum has a minus (`0 - x` is never -0). On a phone each line is a block with named figures. */
export function SumsTable({ heading, of, rows }: SumsTableProps) {
  const text = useText();
  const { formatNumber } = useIntl();
  const { charged, booked } = useAmounts();
  const columns = [
    text('books.tips'),
    text('books.received'),
    text('books.returned'),
    text('books.fees'),
    text('books.kept'),
  ];
  /** The lines of each cell. */
  const figuresOf = ({
    currency,
    count,
    received,
    refunded,
    disputed,
    booked: all,
    unbooked,
  }: CurrencySum): readonly (readonly string[])[] => {
    const fees = all.map(({ bookedIn, feesApart, booked: { stripeFee, hostShare, disputeFee } }) =>
      booked(0 - (stripeFee + hostShare + disputeFee + feesApart), bookedIn ?? currency),
    );
    const kept = all.map((sum) => booked(sum.booked.kept, sum.bookedIn ?? currency));
    const start = [
      [formatNumber(count)],
      [charged(received, currency)],
      [charged(0 - (refunded + disputed), currency)],
    ];
    if (unbooked === null) return [...start, fees, kept];
    if (all.length === 0) return [...start, [text('books.notYet')], [text('books.notYet')]];
    const rest = { count: unbooked.count, amount: charged(unbooked.received, currency) };
    return [...start, fees, [...kept, text('books.withoutUnbooked', rest)]];
  };
  return (
    <Panel heading={heading}>
      <Table aria-label={heading} className={styles.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{of}</Table.Th>
            {columns.map((column) => (
              <Table.Th key={column} scope="col">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.flatMap(({ name, sums }) =>
            byCurrency(sums).map((sum) => (
              <Table.Tr key={`${name} ${sum.currency}`}>
                <Table.Th scope="row">{name}</Table.Th>
                {figuresOf(sum).map((lines, at) => (
                  <Table.Td key={columns[at]} data-column={columns[at]}>
                    <div className={styles.cell}>
                      {lines.map((line) => (
                        <span key={line}>{line}</span>
                      ))}
                    </div>
                  </Table.Td>
                ))}
              </Table.Tr>
            )),
          )}
        </Table.Tbody>
      </Table>
    </Panel>
  );
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

/** Milliseconds. The server asks Stripe again long before. */
const fresh = 60 * 60_000;

interface AboutBooksProps {
  readonly year: number;
  readonly books: Pick<YearOfBooks, 'feesApart' | 'feesUntil' | 'months'>;
  /** In milliseconds. */
  readonly now: number;
}

/** What each figure means, for owners and the people who do their taxes. */
export function AboutBooks({ year, books, now }: AboutBooksProps) {
  const text = useText();
  const { formatDate, formatList } = useIntl();
  const zone = useTimeZone();
  const { feesApart, feesUntil, months } = books;
  const hasFees = feesApart.length > 0 || months.some(({ sums }) => sums.some((sum) => sum.feesApart !== 0));
  const wanted = Math.min(now - fresh, dayStart(`${year + 1}-01-01`, zone));
  const apart = feesApart.flatMap((type) => feeApartName(type) ?? []);
  return (
    <Panel heading={text('books.about')}>
      <List size="sm" spacing={4} c="dimmed">
        <List.Item>{text('books.aboutPaid')}</List.Item>
        <List.Item>{text('books.aboutReturns')}</List.Item>
        <List.Item>{text('books.aboutFees')}</List.Item>
        {apart.length > 0 && <List.Item>{text('books.hasOwnFee', { way: formatList(apart) })}</List.Item>}
        {hasFees && <List.Item>{text('books.aboutFeesApart')}</List.Item>}
        {hasFees && feesUntil === null && <List.Item>{text('books.feesUnknown')}</List.Item>}
        {hasFees && feesUntil !== null && feesUntil < wanted && (
          <List.Item>
            {text('books.feesBehind', {
              date: formatDate(feesUntil, { dateStyle: 'long', timeStyle: 'short', timeZone: zone }),
            })}
          </List.Item>
        )}
        <List.Item>{text('books.aboutCurrencies')}</List.Item>
        <List.Item>{text('books.aboutPending')}</List.Item>
      </List>
      <div className={styles.onScreen}>
        <Anchor component={Link} to="/payments/payouts" size="sm" mt="sm" display="inline-block">
          {text('payouts.open')}
        </Anchor>
        <TimeZoneField label={text('insights.zone')} />
      </div>
    </Panel>
  );
}

/** What moved on the owner's balance in a year, as a table for bookkeeping. */
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

interface StatementHeadProps {
  readonly year: number;
  /** In milliseconds. */
  readonly madeAt: number;
}

/** The head of the printed statement: whose it is, of which year, and when it was made. Not shown on the screen. */
export function StatementHead({ year, madeAt }: StatementHeadProps) {
  const text = useText();
  const { formatDate } = useIntl();
  const { draft } = useDraft();
  const zone = useTimeZone();
  const owner = useStatementOwner();
  return (
    <div className={styles.onPaper}>
      <Title order={2}>{text('books.statement', { year: String(year) })}</Title>
      {owner !== null && owner.statementName !== '' && (
        <p className={styles.ownerName}>
          <bdi>{owner.statementName}</bdi>
        </p>
      )}
      {owner !== null && owner.statementAddress !== '' && (
        <p className={styles.address} dir="auto">
          {owner.statementAddress}
        </p>
      )}
      {owner !== null && owner.taxNumber !== '' && (
        <p>{text('books.taxNumberIs', { number: owner.taxNumber })}</p>
      )}
      <p>
        <bdi>{draft.name}</bdi> <bdi>(@{draft.handle})</bdi>
      </p>
      <p>{text('books.madeOn', { date: formatDate(madeAt, { dateStyle: 'long', timeZone: zone }), zone })}</p>
    </div>
  );
}

/** The sums of one currency, line by line: what was received, what was taken from it, and what is left. */
export function SumPanel({ sum }: { readonly sum: SumAfterFees }) {
  const text = useText();
  const { charged, booked } = useAmounts();
  const { currency, bookedIn, count, feesApart } = sum;
  const name = currency.toUpperCase();
  if (bookedIn === null)
    return (
      <Panel heading={text('books.unbookedHeading', { currency: name })}>
        <Text size="sm">{text('books.unbooked', { count, amount: charged(sum.received, currency) })}</Text>
      </Panel>
    );
  const { received, stripeFee, hostShare, refunds, disputes, disputeFee, kept } = sum.booked;
  const lines = [
    ['books.received', received],
    ['books.refunds', refunds],
    ['books.disputes', disputes],
    ['books.disputeFees', -disputeFee],
    ['books.stripeFees', -stripeFee],
    ['books.hostShare', -hostShare],
    ['books.feesApart', -feesApart],
  ] as const;
  const heading =
    currency === bookedIn
      ? text('books.sums', { currency: name })
      : text('books.sumsBookedIn', { currency: name, booked: bookedIn.toUpperCase() });
  return (
    <Panel heading={heading} note={text('books.count', { count })}>
      <dl className={styles.lines}>
        {currency !== bookedIn && (
          <div>
            <dt>{text('books.charged')}</dt>
            <dd>{charged(sum.received, currency)}</dd>
          </div>
        )}
        {lines
          .filter(([line, amount]) => amount !== 0 || line === 'books.received')
          .map(([line, amount]) => (
            <div key={line}>
              <dt>{text(line)}</dt>
              <dd>{booked(amount, bookedIn)}</dd>
            </div>
          ))}
        <div className={styles.kept}>
          <dt>{text('books.kept')}</dt>
          <dd>{booked(kept, bookedIn)}</dd>
        </div>
      </dl>
    </Panel>
  );
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
