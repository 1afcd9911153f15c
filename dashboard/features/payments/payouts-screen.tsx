import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useCallback, useEffect, useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import useSWR from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { AnsweredLine, BalanceAnswer, PayoutsAnswer } from '../../../core/books/books-api';
import {
  nextPayoutDay,
  payoutFailure,
  payoutSums,
  weekdays,
  type Payout,
  type PayoutStatus,
  type PayoutSums,
} from '../../../core/books/payout';
import type { Answer, Failure } from '../../data/failure';
import { useBackend, useOwner } from '../../session/session';
import { isolated, useText } from '../../messages/text';
import { AccountPage } from './account-page';
import { useAmounts } from '../../tips/tip-words';
import { Arriving, PanelsSkeleton } from '../../page/page';
import { FailureAlert } from '../../feedback/failure-alert';
import { Panel, Tag, type Tone } from '../../panel/panel';
import styles from './payouts.module.css';

const once = { revalidateOnFocus: false, shouldRetryOnError: false } as const;

interface Failed {
  readonly kind: 'failed';
  readonly failure: Failure;
  readonly retry: () => void;
}

export type LiveBalance =
  { readonly kind: 'loading' } | Failed | { readonly kind: 'ready'; readonly balance: BalanceAnswer };

/** The balance at Stripe, read once for this account. */
export function useBalance(account: string): LiveBalance {
  const { money } = useBackend();
  const { uid } = useOwner();
  const { data, mutate } = useSWR(['balance', uid, account], () => money.balance(), once);
  const retry = useCallback(() => void mutate(undefined), [mutate]);
  if (data === undefined) return { kind: 'loading' };
  return data.ok ? { kind: 'ready', balance: data.value } : { kind: 'failed', failure: data.problem, retry };
}

interface Paged {
  readonly next: string | null;
}
type PageAnswer<P> = Awaited<Answer<P>>;

/** The pages of a list that were read so far. A page that could not be read is the last one, and is read again by `retry`. */
function usePages<P extends Paged>(key: readonly string[], read: (after: string | null) => Answer<P>) {
  const keyOf = (at: number, before: PageAnswer<P> | null) => {
    if (at === 0) return [...key, null] as const;
    return before?.ok && before.value.next !== null ? ([...key, before.value.next] as const) : null;
  };
  const { data, mutate, size, setSize } = useSWRInfinite<PageAnswer<P>>(
    keyOf,
    (asked: readonly (string | null)[]) => read(asked.at(-1) ?? null),
    { ...once, revalidateFirstPage: false },
  );
  const answers = data ?? [];
  const last = answers.at(-1);
  const pages = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
  const failure = last !== undefined && !last.ok ? last.problem : null;
  const next = last?.ok ? last.value.next : null;
  const more = useCallback(() => void setSize((pagesRead) => pagesRead + 1), [setSize]);
  const retry = useCallback(
    () =>
      void mutate(
        (all) => all?.filter(({ ok }) => ok),
        // Only what could not be read is read again.
        { revalidate: (answer: PageAnswer<P> | undefined) => answer === undefined || !answer.ok },
      ),
    [mutate],
  );
  return { pages, failure, next, more, retry, reading: failure === null && answers.length < size };
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

export interface PayoutLinesState {
  readonly lines: readonly AnsweredLine[];
  /** All lines are read, so that their sum is the payout. */
  readonly complete: boolean;
  readonly failure: Failure | null;
  readonly retry: () => void;
}

/** All lines of a payout. Its sum needs every line, so page after page is read without being asked for. */
export function usePayoutLines(payoutId: string): PayoutLinesState {
  const { money } = useBackend();
  const { uid } = useOwner();
  const { pages, next, reading, failure, more, retry } = usePages(['payout', uid, payoutId], (after) =>
    money.payout(payoutId, after),
  );
  useEffect(() => {
    if (next !== null && !reading) more();
  }, [next, reading, more]);
  return {
    lines: pages.flatMap(({ lines }) => lines),
    complete: pages.length > 0 && next === null && !reading && failure === null,
    failure,
    retry,
  };
}

/** The first of January 2024 was a Monday. */
const mondayAt = Date.UTC(2024, 0, 1, 12);
const dayMs = 24 * 60 * 60_000;

/** When Stripe pays out, in words. */
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
  readonly account: string;
  /** The payout that arrives next; null = none is on its way. */
  readonly coming: Payout | null;
}

/** What is on the balance in each currency, and when Stripe pays it out. */
export function BalancePanel({ account, coming }: BalancePanelProps) {
  const text = useText();
  const live = useBalance(account);
  if (live.kind === 'loading') return <PanelsSkeleton />;
  if (live.kind === 'failed') return <FailureAlert failure={live.failure} onRetry={live.retry} />;
  const { balances, schedule, paused } = live.balance;
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
        {isNegative && <Text size="sm">{text('payouts.negative')}</Text>}
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
        <Text size="sm" fw={600}>
          {text('payouts.coming', {
            amount: amount(coming.amount, coming.currency),
            date: day(coming.arrivesAt),
          })}
        </Text>
      )}
      {coming === null && due !== null && (
        <Text size="sm" fw={600}>
          {text('payouts.due', { date: day(due) })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {words(schedule)}
      </Text>
    </div>
  );
}

/** How many lines are shown at first, and how many more at each press. */
const step = 100;

interface PayoutLinesProps {
  readonly lines: readonly AnsweredLine[];
  readonly currency: string;
}

/** Every line of a payout, newest first. Lines about a tip lead to it. */
export function PayoutLines({ lines, currency }: PayoutLinesProps) {
  const text = useText();
  const [shown, setShown] = useState(step);
  return (
    <>
      <ul className={styles.lines} aria-label={text('payouts.lines')}>
        {lines.slice(0, shown).map((line) => (
          <Line key={line.id} line={line} currency={currency} />
        ))}
      </ul>
      {lines.length > shown && (
        <Button size="compact-sm" variant="default" onClick={() => setShown(shown + step)}>
          {text('payouts.moreLines', { count: lines.length - shown })}
        </Button>
      )}
    </>
  );
}

function Line({ line, currency }: { readonly line: AnsweredLine; readonly currency: string }) {
  const text = useText();
  const { formatDate, locale } = useIntl();
  const { booked: amount } = useAmounts();
  const { kind, tip, about, fee, bookedAt } = line;
  const isForeign = kind === 'tip' && tip === null;
  const label = isForeign ? text('payouts.line.payment') : text(`payouts.line.${kind}`);
  // Stripe's own text says something new only about what this screen has no words for.
  const said = isForeign || kind === 'other' ? about : null;
  const whose = tip === null ? said : (tip.fan ?? text('payouts.noName'));
  const name = whose === null ? label : `${label}: ${isolated(whose, locale)}`;
  return (
    <li>
      <span className={styles.name}>
        {tip === null ? name : <Link to={`/tips?tip=${encodeURIComponent(tip.tipId)}`}>{name}</Link>}
        <span className={styles.quiet}>{formatDate(bookedAt, { dateStyle: 'medium' })}</span>
      </span>
      <span className={styles.figures}>
        {amount(line.amount, currency)}
        {fee !== 0 && (
          <span className={styles.quiet}>
            {text(fee > 0 ? 'payouts.fee' : 'payouts.feeBack', { amount: amount(Math.abs(fee), currency) })}
          </span>
        )}
      </span>
    </li>
  );
}

/** What is in a payout, as far as Stripe says it. */
export function PayoutContents({ payout }: { readonly payout: Payout }) {
  const text = useText();
  if (payout.contents === 'listed') return <Listed payout={payout} />;
  return <Text size="sm">{text(payout.contents === 'never' ? 'payouts.byHand' : 'payouts.later')}</Text>;
}

function Listed({ payout }: { readonly payout: Payout }) {
  const text = useText();
  const { lines, complete, failure, retry } = usePayoutLines(payout.id);
  if (failure !== null) return <FailureAlert failure={failure} onRetry={retry} />;
  if (!complete)
    return (
      <Arriving
        outline={
          <Text size="sm" c="dimmed">
            {text('payouts.reading', { count: lines.length })}
          </Text>
        }
      />
    );
  return (
    <>
      <Sums payout={payout} sums={payoutSums(lines)} />
      <PayoutLines lines={lines} currency={payout.currency} />
    </>
  );
}

const parts = ['tips', 'refunds', 'disputes', 'payouts', 'other', 'fees'] as const;

interface SumsProps {
  readonly payout: Payout;
  readonly sums: PayoutSums;
}

/** The parts of a payout, which add up to its amount. */
function Sums({ payout: { amount: paid, currency }, sums }: SumsProps) {
  const text = useText();
  const { booked: amount } = useAmounts();
  return (
    <>
      <dl className={styles.sums}>
        {parts
          .filter((part) => part === 'tips' || sums[part] !== 0)
          .map((part) => (
            <div key={part}>
              <dt>{text(`payouts.sum.${part}`)}</dt>
              <dd>{amount(sums[part], currency)}</dd>
            </div>
          ))}
        <div className={styles.total}>
          <dt>{text('payouts.sum.total')}</dt>
          <dd>{amount(sums.total, currency)}</dd>
        </div>
      </dl>
      {sums.total !== paid && (
        <Text size="sm" role="note">
          {text('payouts.differs', { amount: amount(paid, currency) })}
        </Text>
      )}
    </>
  );
}

const tones: Readonly<Record<PayoutStatus, Tone>> = {
  pending: 'plain',
  in_transit: 'plain',
  paid: 'good',
  failed: 'bad',
  canceled: 'plain',
};

interface PayoutRowProps {
  readonly payout: Payout;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One payout: when, how much and in which state. Pressed, it shows what is in it. A failure says its reason and the next step at once. */
export function PayoutRow({ payout, isOpen, onToggle }: PayoutRowProps) {
  const text = useText();
  const { formatDate } = useIntl();
  const { booked: amount } = useAmounts();
  const contents = useId();
  const { status, arrivesAt, failureCode } = payout;
  const open = status === 'pending' || status === 'in_transit';
  const date = formatDate(arrivesAt, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <>
      <button
        type="button"
        className={styles.row}
        aria-expanded={isOpen}
        aria-controls={isOpen ? contents : undefined}
        onClick={onToggle}
      >
        <span className={styles.date}>{open ? text('payouts.expected', { date }) : date}</span>
        <Tag tone={tones[status]}>{text(`payouts.status.${status}`)}</Tag>
        <span className={styles.amount}>{amount(payout.amount, payout.currency)}</span>
        <IconChevronDown size={18} aria-hidden className={styles.chevron ?? ''} />
      </button>
      {status === 'failed' && (
        <Text size="sm" className={styles.reason ?? ''}>
          {`${text(`payouts.failure.${payoutFailure(failureCode)}`)} ${text('payouts.failedStep')}`}
        </Text>
      )}
      {isOpen && (
        <div id={contents} className={styles.contents}>
          <PayoutContents payout={payout} />
        </div>
      )}
    </>
  );
}

/** The payouts, newest first. The open one is part of the address, so that it survives a reload. */
export function PayoutList({ list }: { readonly list: PayoutListState }) {
  const text = useText();
  const [query, setQuery] = useSearchParams();
  const open = query.get('payout');
  const { payouts, reading, failure, hasMore, more, retry } = list;
  if (payouts.length === 0 && reading) return <PanelsSkeleton />;
  if (payouts.length === 0 && failure !== null)
    return (
      <div className={styles.failure}>
        <FailureAlert failure={failure} onRetry={retry} />
      </div>
    );
  return (
    <Panel heading={text('payouts.list')}>
      {payouts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text('payouts.empty')}
        </Text>
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
        <Button variant="default" mt="md" loading={reading} onClick={more}>
          {text('payouts.more')}
        </Button>
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
  const coming = list.payouts.filter(({ status }) => status === 'pending' || status === 'in_transit').at(-1);
  return (
    <>
      <BalancePanel account={account} coming={coming ?? null} />
      <PayoutList list={list} />
      {livemode && (
        <Anchor href="https://dashboard.stripe.com/payouts" target="_blank" rel="noreferrer" size="sm">
          {text('payouts.atStripe')}
        </Anchor>
      )}
    </>
  );
}
