import { Alert, Group, NativeSelect, Stack, Table } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import useSWR from 'swr';
import type { BalanceAnswer, PayoutsAnswer } from '@busker/core/books/books-api';
import { nextPayoutDay, weekdays, type Payout } from '@busker/core/books/payout';
import { byteOrderMark, decimalMarks, newline, separatorSigns } from '@busker/core/account/export-document';
import { ok } from '@busker/core/base/result';
import { isCurrency, tableAmount } from '@busker/core/money/money';
import { IconDownload } from '../../icons/screen-icons';
import type { OwnerMoney } from '../../data/backend';
import type { Answer, Failure } from '../../data/failure';
import { regionalLocale, saveFile, usualTable } from '../../exports/export-file';
import { useAnswered, type Live } from '../../session/owner-documents';
import { useBackend, useOwner } from '../../session/session';
import { useText } from '../../messages/text';
import { AccountPage } from './account-page';
import { useAmounts } from '../../tips/tip-words';
import { PanelsSkeleton } from '../../page/page';
import { FailureAlert } from '../../feedback/failure-alert';
import { Panel } from '../../panel/panel';
import styles from './payouts.module.css';
import { once, usePages, PayoutRow } from './payout-rows';
import { PlainButton, Small } from '../../theme/theme';
import { OutsideLink, Quiet } from '../../theme/owner-parts';

export function useBalance(account: string): Live<BalanceAnswer> {
  const { money } = useBackend();
  return useAnswered(['balance', account], () => money.balance());
}

export interface PayoutListState {
  readonly payouts: PayoutsAnswer['payouts'];
  /** There are earlier payouts. */
  readonly hasMore: boolean;
  readonly reading: boolean;
  readonly failure: Failure | null;
  readonly more: () => void;
  readonly retry: () => void;
}

export function usePayoutList(account: string): PayoutListState {
  const { money } = useBackend();
  const { uid } = useOwner();
  const { pages, next, ...state } = usePages(['payouts', uid, account], (after) => money.payouts(after));
  return { ...state, payouts: pages.flatMap(({ payouts }) => payouts), hasMore: next !== null };
}

/** The first of January 2024 was a Monday. */
const mondayAt = Date.UTC(2024, 0, 1, 12);
const dayMs = 24 * 60 * 60_000;

export function useScheduleWords() {
  const text = useText();
  const { formatDate, formatList } = useIntl();
  return (schedule: BalanceAnswer['schedule']): string => {
    switch (schedule.interval) {
      case 'weekly': {
        const names = schedule.days.map((day) =>
          formatDate(mondayAt + weekdays.indexOf(day) * dayMs, { weekday: 'long', timeZone: 'UTC' }),
        );
        return text('payouts.weekly', { days: formatList(names, { type: 'conjunction' }) });
      }
      case 'monthly':
        return text('payouts.monthly', {
          days: formatList(schedule.days.map(String), { type: 'conjunction' }),
        });
      case 'daily':
      case 'manual':
      case 'unknown':
        return text(`payouts.${schedule.interval}`);
    }
  };
}

interface BalancePanelProps {
  readonly live: Exclude<Live<BalanceAnswer>, { kind: 'loading' }>;
  /** The payout that arrives next; null = none is on its way. */
  readonly coming: Payout | null;
}

/** The balance in each currency, and when Stripe pays it out. */
function BalancePanel({ live, coming }: BalancePanelProps) {
  const text = useText();
  if (live.kind === 'failed') return <FailureAlert failure={live.failure} onRetry={live.retry} />;
  const { balances, schedule, paused } = live.value;
  const isNegative = balances.some(({ available, pending }) => available + pending < 0);
  return (
    <Panel heading={text('payouts.balance')}>
      <Stack gap="md">
        {paused && (
          <Alert color="red" role="note">
            {text('payouts.paused')}
          </Alert>
        )}
        <dl className={styles.balances}>
          {balances.map((balance) => (
            <Amounts key={balance.currency} balance={balance} isOnly={balances.length === 1} />
          ))}
        </dl>
        {isNegative && <Small>{text('payouts.negative')}</Small>}
        {!paused && <WhenPaid schedule={schedule} coming={coming} />}
      </Stack>
    </Panel>
  );
}

interface AmountsProps {
  readonly balance: BalanceAnswer['balances'][number];
  /** The only currency: its code is part of the amounts, and is not repeated. */
  readonly isOnly: boolean;
}

function Amounts({ balance: { currency, available, pending }, isOnly }: AmountsProps) {
  const text = useText();
  const { booked: amount } = useAmounts();
  const code = isOnly ? '' : ` (${currency.toUpperCase()})`;
  return (
    <>
      <div>
        <dt>{`${text('payouts.available')}${code}`}</dt>
        <dd data-negative={available < 0 || undefined}>{amount(available, currency)}</dd>
      </div>
      <div>
        <dt>{`${text('payouts.pending')}${code}`}</dt>
        <dd data-negative={pending < 0 || undefined}>{amount(pending, currency)}</dd>
      </div>
    </>
  );
}

interface WhenPaidProps {
  readonly schedule: BalanceAnswer['schedule'];
  readonly coming: Payout | null;
}

/** The next payout, if one is on its way or its day is known, and the schedule in words. */
function WhenPaid({ schedule, coming }: WhenPaidProps) {
  const text = useText();
  const { formatDate } = useIntl();
  const { booked: amount } = useAmounts();
  const words = useScheduleWords();
  const [now] = useState(() => Date.now());
  const day = (at: number) => formatDate(at, { dateStyle: 'full', timeZone: 'UTC' });
  const due = nextPayoutDay(schedule, now);
  return (
    <div>
      {coming !== null && (
        <Small fw={600}>
          {text('payouts.coming', {
            amount: amount(coming.amount, coming.currency),
            date: day(coming.arrivesAt),
          })}
        </Small>
      )}
      {coming === null && due !== null && <Small fw={600}>{text('payouts.due', { date: day(due) })}</Small>}
      <Quiet>{words(schedule)}</Quiet>
    </div>
  );
}

/** The payouts, newest first. The open one is part of the address, so that it survives a reload. */
export function PayoutList({ list }: { readonly list: PayoutListState }) {
  const text = useText();
  const [query, setQuery] = useSearchParams();
  const open = query.get('payout');
  const { payouts, reading, failure, hasMore, more, retry } = list;
  if (payouts.length === 0 && failure !== null)
    return (
      <div className={styles.failure}>
        <FailureAlert failure={failure} onRetry={retry} />
      </div>
    );
  return (
    <Panel heading={text('payouts.list')}>
      {payouts.length === 0 ? (
        <Quiet>{text('payouts.empty')}</Quiet>
      ) : (
        <ul className={styles.list}>
          {payouts.map((payout) => (
            <li key={payout.id}>
              <PayoutRow
                payout={payout}
                isOpen={payout.id === open}
                onToggle={() =>
                  setQuery(payout.id === open ? {} : { payout: payout.id }, {
                    replace: true,
                    preventScrollReset: true,
                  })
                }
              />
            </li>
          ))}
        </ul>
      )}
      {failure !== null && <FailureAlert failure={failure} onRetry={retry} />}
      {failure === null && hasMore && (
        <PlainButton mt="md" loading={reading} onClick={more}>
          {text('payouts.more')}
        </PlainButton>
      )}
    </Panel>
  );
}

/** Days. Stripe lists payouts by the day on which it made them; each arrives within some days. */
const longestWay = 30;

/** All payouts that arrive in a year, newest first. */
async function payoutsOfYear(
  { payouts }: Pick<OwnerMoney, 'payouts'>,
  year: number,
): Answer<readonly Payout[]> {
  const found: Payout[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<Answer<PayoutsAnswer>> = await payouts(after);
    if (!page.ok) return page;
    found.push(...page.value.payouts);
    after = page.value.next;
  } while (after !== null && (found.at(-1)?.createdAt ?? 0) >= Date.UTC(year, 0, 1) - longestWay * dayMs);
  return ok(found.filter(isIn(year)));
}

const isIn = (year: number) => (payout: Payout) => new Date(payout.arrivesAt).getUTCFullYear() === year;

/** Those that reach the bank: neither failed nor cancelled. */
const reachesBank = ({ status }: Payout) => status !== 'failed' && status !== 'canceled';

const dayIn = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The sums of each month and currency, newest first. */
function monthsOf(payouts: readonly Payout[]) {
  const months = new Map<
    string,
    { readonly month: string; readonly currency: string; count: number; sum: number }
  >();
  for (const { arrivesAt, currency, amount } of payouts.filter(reachesBank)) {
    const month = dayIn(arrivesAt).slice(0, 7);
    const key = `${month} ${currency}`;
    const row = months.get(key) ?? { month, currency, count: 0, sum: 0 };
    months.set(key, { ...row, count: row.count + 1, sum: row.sum + amount });
  }
  return [...months.values()].toSorted(
    (a, b) => b.month.localeCompare(a.month, 'en') || a.currency.localeCompare(b.currency, 'en'),
  );
}

/** The payouts of a year as a table for spreadsheets, oldest first. Nothing in it is a text of anybody. */
function payoutsTable(payouts: readonly Payout[], locale: string): Blob {
  const { separator, decimal } = usualTable(locale);
  const rows = payouts
    .toSorted((a, b) => a.arrivesAt - b.arrivesAt || a.id.localeCompare(b.id, 'en'))
    .map(({ id, arrivesAt, status, amount, currency }) => [
      dayIn(arrivesAt),
      id,
      status,
      isCurrency(currency) ? tableAmount(amount, currency, decimalMarks[decimal]) : '',
      currency.toUpperCase(),
    ]);
  const lines = [['day', 'payout', 'state', 'amount', 'currency'], ...rows];
  const text = lines.map((cells) => `${cells.join(separatorSigns[separator])}${newline}`).join('');
  return new Blob([`${byteOrderMark}${text}`], { type: 'text/csv;charset=utf-8' });
}

interface PayoutYearProps {
  readonly account: string;
  readonly list: PayoutListState;
}

/** The payouts of a year, added up by month, and as a file. Asks Stripe only for what the list below has not read. */
export function PayoutYear({ account, list }: PayoutYearProps) {
  const text = useText();
  const { formatDate, formatNumber, locale } = useIntl();
  const { booked } = useAmounts();
  const { money } = useBackend();
  const { uid, createdAt } = useOwner();
  const [thisYear] = useState(() => new Date(Date.now()).getUTCFullYear());
  const [year, setYear] = useState(thisYear);
  const isListed = !list.hasMore && !list.reading && list.failure === null;
  const { data, mutate } = useSWR(
    isListed || list.payouts.length === 0 ? null : ['payouts-of-year', uid, account, year],
    () => payoutsOfYear(money, year),
    once,
  );
  const answer = isListed ? ok(list.payouts.filter(isIn(year))) : data;
  const first = new Date(
    Math.min(createdAt, ...list.payouts.map(({ arrivesAt }) => arrivesAt)),
  ).getUTCFullYear();
  const years = Array.from({ length: thisYear - first + 1 }, (_, ago) => String(thisYear - ago));
  if (list.payouts.length === 0) return null;
  const found = answer?.ok ? answer.value : [];
  const save = () => saveFile(payoutsTable(found, regionalLocale(locale)), `busker-payouts-${year}.csv`);
  return (
    <Panel heading={text('payouts.byMonth')} lead={text('payouts.byMonthNote')}>
      <Group gap="sm" align="end" mb="md">
        <NativeSelect
          size="sm"
          label={text('books.year')}
          value={String(year)}
          onChange={({ currentTarget }) => setYear(Number(currentTarget.value))}
          data={years}
        />
        <PlainButton
          disabled={found.length === 0}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={save}
        >
          {text('payouts.save')}
        </PlainButton>
      </Group>
      {answer === undefined && <PanelsSkeleton />}
      {answer !== undefined && !answer.ok && (
        <FailureAlert failure={answer.problem} onRetry={() => void mutate(undefined)} />
      )}
      {answer?.ok && found.length === 0 && <Quiet>{text('payouts.noneIn', { year: String(year) })}</Quiet>}
      {found.length > 0 && (
        <Table aria-label={text('payouts.byMonth')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{text('books.month')}</Table.Th>
              <Table.Th scope="col" ta="end">
                {text('payouts.list')}
              </Table.Th>
              <Table.Th scope="col" ta="end">
                {text('payouts.sum')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {monthsOf(found).map(({ month, currency, count, sum }) => (
              <Table.Tr key={`${month} ${currency}`}>
                <Table.Th scope="row">
                  {formatDate(`${month}-15T12:00:00Z`, { month: 'long', year: 'numeric', timeZone: 'UTC' })}
                </Table.Th>
                <Table.Td ta="end">{formatNumber(count)}</Table.Td>
                <Table.Td ta="end">{booked(sum, currency)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  );
}

/** The owner's balance at Stripe, and every payout with what is in it. */
export function PayoutsScreen() {
  const text = useText();
  return (
    <AccountPage
      title={text('payouts.title')}
      lead={text('payouts.lead')}
      none={{ title: text('payouts.noneTitle'), text: text('payouts.noneText') }}
      gone={{ title: text('payouts.goneTitle'), text: text('payouts.goneText') }}
    >
      {({ accountId, livemode }) => <Payouts account={accountId ?? 'own'} livemode={livemode} />}
    </AccountPage>
  );
}

interface PayoutsProps {
  readonly account: string;
  readonly livemode: boolean;
}

function Payouts({ account, livemode }: PayoutsProps) {
  const text = useText();
  const list = usePayoutList(account);
  const balance = useBalance(account);
  // Together, so that none pushes the others down.
  if (balance.kind === 'loading' || (list.payouts.length === 0 && list.reading)) return <PanelsSkeleton />;
  const coming = list.payouts.filter(({ status }) => status === 'pending' || status === 'in_transit').at(-1);
  return (
    <>
      <BalancePanel live={balance} coming={coming ?? null} />
      <PayoutYear account={account} list={list} />
      <PayoutList list={list} />
      {livemode && (
        <OutsideLink href="https://dashboard.stripe.com/payouts">{text('payouts.atStripe')}</OutsideLink>
      )}
    </>
  );
}
