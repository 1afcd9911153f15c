import { Anchor, List, Table, Title } from '@mantine/core';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { BooksAnswer } from '@busker/core/books/books-api';
import { dayAfter, dayStart, daysIn } from '@busker/core/locale/zoned-day';
import type { Period } from '@busker/core/locale/periods';
import { byCurrency, feeApartName, type CurrencySum, type SumAfterFees } from '@busker/core/books/book-sums';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { useTimeZone } from '../../preferences/preferences';
import { useAmounts } from '../../tips/tip-words';
import { Panel } from '../../panel/panel';
import styles from './books.module.css';
import { AboutClosing, AboutPeriod, useNameOfPeriod } from './period-choice';
import { useStatementOwner } from './statement-owner';
import { Small } from '../../theme/theme';
import { Note } from '../../theme/owner-parts';

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

/** A table for each currency, whose sums are never added; a single one needs no name. */
function SumsTables({ heading, of, rows }: SumsTableProps) {
  const text = useText();
  const currencies = [
    ...new Set(rows.flatMap(({ sums }) => sums.map(({ currency }) => currency))),
  ].toSorted();
  if (currencies.length < 2) return <SumsTable heading={heading} of={of} rows={rows} />;
  return currencies.map((currency) => (
    <SumsTable
      key={currency}
      heading={text('books.inCurrency', { heading, currency: currency.toUpperCase() })}
      of={of}
      rows={rows.flatMap(({ name, sums }) => {
        const its = sums.filter((sum) => sum.currency === currency);
        return its.length === 0 ? [] : [{ name, sums: its }];
      })}
    />
  ));
}

export interface PeriodOfBooks
  extends Period, Pick<BooksAnswer, 'yearStart' | 'closedYears' | 'changed' | 'later'> {
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

/** Milliseconds. The server asks Stripe again long before. */
const fresh = 60 * 60_000;

interface AboutBooksProps {
  readonly books: Pick<PeriodOfBooks, 'feesApart' | 'feesUntil' | 'months' | 'until'>;
  /** In milliseconds. */
  readonly now: number;
}

/** Explains the figures, for owners and the people who do their taxes. */
export function AboutBooks({ books, now }: AboutBooksProps) {
  const text = useText();
  const { formatDate, formatList } = useIntl();
  const zone = useTimeZone();
  const { feesApart, feesUntil, months, until } = books;
  const hasFees = feesApart.length > 0 || months.some(({ sums }) => sums.some((sum) => sum.feesApart !== 0));
  const wanted = Math.min(now - fresh, dayStart(dayAfter(until), zone));
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
        <Anchor component={Link} to="/money/payouts" size="sm" mt="sm" display="inline-block">
          {text('payouts.open')}
        </Anchor>
      </div>
    </Panel>
  );
}

interface StatementHeadProps {
  readonly period: Period;
  /** In milliseconds. */
  readonly madeAt: number;
}

/** The head of the printed statement: whose it is, of which days, and when it was made. Not shown on the screen. */
export function StatementHead({ period, madeAt }: StatementHeadProps) {
  const text = useText();
  const { formatDate } = useIntl();
  const { draft } = useDraft();
  const zone = useTimeZone();
  const nameOf = useNameOfPeriod();
  const owner = useStatementOwner();
  return (
    <div className={styles.onPaper}>
      <Title order={2}>{text('books.statement', { period: nameOf(period) })}</Title>
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
        <Small>{text('books.unbooked', { count, amount: charged(sum.received, currency) })}</Small>
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

interface BooksProps {
  readonly books: PeriodOfBooks;
  /** In milliseconds. */
  readonly now: number;
}

export function Books({ books, now }: BooksProps) {
  const text = useText();
  const { locale, formatDate } = useIntl();
  const zone = useTimeZone();
  const nameOfMonth = (month: string) =>
    formatDate(`${month}-15T12:00:00Z`, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const nameOfCountry = (country: string | null) =>
    country === null
      ? text('books.unknownCountry')
      : (new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country);
  return (
    <div className={styles.statement}>
      <StatementHead period={books} madeAt={now} />
      <AboutPeriod period={books} today={daysIn(zone)(now)} />
      <AboutClosing books={books} />
      {books.sums.map((sum) => (
        <SumPanel key={`${sum.currency} ${sum.bookedIn ?? ''}`} sum={sum} />
      ))}
      <SumsTables
        heading={text('books.byMonth')}
        of={text('books.month')}
        rows={books.months.map(({ month, sums }) => ({ name: nameOfMonth(month), sums }))}
      />
      {books.countries.length > 0 && (
        <SumsTables
          heading={text('books.byCountry')}
          of={text('books.country')}
          rows={books.countries.map(({ country, sums }) => ({ name: nameOfCountry(country), sums }))}
        />
      )}
      <AboutBooks books={books} now={now} />
      <Note className={styles.onPaper ?? ''}>{text('books.paperFoot')}</Note>
    </div>
  );
}
