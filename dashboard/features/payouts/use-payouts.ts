import { useCallback, useEffect } from 'react';
import useSWR from 'swr';
import useSWRInfinite from 'swr/infinite';
import type { AnsweredLine, BalanceAnswer, PayoutsAnswer } from '../../../core/api/books-api';
import type { Answer, Failure } from '../../data/failure';
import { useBackend, useOwner } from '../../data/session';

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
