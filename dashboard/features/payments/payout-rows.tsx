import { useCallback, useEffect, useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import useSWRInfinite from 'swr/infinite';
import type { AnsweredLine } from '@busker/core/books/books-api';
import {
  payoutFailure,
  payoutSums,
  type Payout,
  type PayoutStatus,
  type PayoutSums,
} from '@busker/core/books/payout';
import { IconChevronDown } from '../../icons/screen-icons';
import type { Answer, Failure } from '../../data/failure';
import { useBackend, useOwner } from '../../session/session';
import { isolated, useText } from '../../messages/text';
import { useAmounts } from '../../tips/tip-words';
import { Arriving } from '../../page/page';
import { FailureAlert } from '../../feedback/failure-alert';
import { Tag, type Tone } from '../../panel/panel';
import { Small, SmallButton } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';
import styles from './payouts.module.css';

export const once = { revalidateOnFocus: false, shouldRetryOnError: false } as const;

interface Paged {
  readonly next: string | null;
}
type PageAnswer<P> = Awaited<Answer<P>>;

/** The pages of a list that were read so far. A page that could not be read is the last one, and is read again by `retry`. */
export function usePages<P extends Paged>(key: readonly string[], read: (after: string | null) => Answer<P>) {
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
        <SmallButton onClick={() => setShown(shown + step)}>
          {text('payouts.moreLines', { count: lines.length - shown })}
        </SmallButton>
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
        {tip === null ? name : <Link to={`/money/tips?tip=${encodeURIComponent(tip.tipId)}`}>{name}</Link>}
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

/** The bookings of a payout, as far as Stripe lists them. */
export function PayoutContents({ payout }: { readonly payout: Payout }) {
  const text = useText();
  if (payout.contents === 'listed') return <Listed payout={payout} />;
  return <Small>{text(payout.contents === 'never' ? 'payouts.byHand' : 'payouts.later')}</Small>;
}

function Listed({ payout }: { readonly payout: Payout }) {
  const text = useText();
  const { lines, complete, failure, retry } = usePayoutLines(payout.id);
  if (failure !== null) return <FailureAlert failure={failure} onRetry={retry} />;
  if (!complete)
    return <Arriving outline={<Quiet>{text('payouts.reading', { count: lines.length })}</Quiet>} />;
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
        <Small role="note">{text('payouts.differs', { amount: amount(paid, currency) })}</Small>
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
        <Small className={styles.reason ?? ''}>
          {`${text(`payouts.failure.${payoutFailure(failureCode)}`)} ${text('payouts.failedStep')}`}
        </Small>
      )}
      {isOpen && (
        <div id={contents} className={styles.contents}>
          <PayoutContents payout={payout} />
        </div>
      )}
    </>
  );
}
