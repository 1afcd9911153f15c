import type { Currency } from '../../../core/money/currency-codes';
import type { Deps } from '../../deps';
import { unchanged } from '../sync-tip';
import type { ListedBooking, PaymentsResult } from '../../stripe/payments';
import { Attempts, compareEntries, type ComparedEntries } from './compare-entries';
import { entriesOfBookings } from './entries-of-bookings';
import { withTips } from './tips-of-payments';
import { entriesOfDisputes, entriesOfWarnings, type ReconciliationEntry } from './reconciliation-entry';

/**
 * How far back disputes and warnings are listed, in milliseconds. A dispute takes two or three months from its opening to the bank's decision
 * (https://docs.stripe.com/disputes/how-disputes-work); a warning stays actionable until its payment is disputed or refunded.
 */
const tracesMs = 180 * 24 * 60 * 60_000;

/** What to compare: everything booked since a time, and disputes and warnings. */
export interface ComparedLists {
  readonly bookedSince: number;
  readonly traces: boolean;
}

export interface Compared extends ComparedEntries {
  /** The latest payment among the listed ones; null = none is a tip's. */
  readonly lastTipAt: number | null;
  /** Whether Stripe shows the account. A disconnected one may come back. */
  readonly isThere: boolean;
}

/**
 * Compares Stripe's lists for one account with the stored tips, and syncs those that differ. Throws `NotAnswered` at the end when one of the lists or
 * tips could not be asked for.
 */
export async function comparePayments(
  deps: Deps,
  account: string | null,
  uid: string,
  { bookedSince, traces }: ComparedLists,
): Promise<Compared> {
  const { payments, clock } = deps;
  const since = clock.now() - tracesMs;
  const attempts = new Attempts();
  const currencies = new Set<Currency>();
  let [changed, lastTipAt, isThere] = [0, null as number | null, false];
  const lists: readonly (() => Promise<readonly ReconciliationEntry[]>)[] = [
    async () => {
      const listed = await payments.listBookings(account, bookedSince);
      isThere = listed.ok;
      const lines = answered(listed);
      const entries = await entriesOfBookings(deps.store, uid, lines);
      lastTipAt = lastPayment(lines, new Set(entries.map(({ intent }) => intent)));
      return entries;
    },
    ...(traces
      ? [
          async () =>
            entriesOfDisputes(
              await withTips(deps.store, uid, answered(await payments.listDisputes(account, since))),
            ),
          async () => entriesOfWarnings(await withTips(deps.store, uid, await warned(deps, account, since))),
        ]
      : []),
  ];
  for (const list of lists) {
    await attempts.make(async () => {
      const compared = await compareEntries(deps, account, await list(), attempts);
      changed += compared.changed;
      for (const currency of compared.currencies) currencies.add(currency);
    });
  }
  attempts.end();
  return { changed, currencies: [...currencies], lastTipAt, isThere };
}

const lastPayment = (
  lines: readonly ListedBooking[],
  ofTips: ReadonlySet<string | undefined>,
): number | null =>
  lines.reduce<number | null>((last, { about, paymentIntentId }) => {
    const isTip = about.kind === 'charge' && ofTips.has(paymentIntentId);
    return isTip ? Math.max(last ?? 0, about.paidAt) : last;
  }, null);

/** A disconnected account has no lists any more. Every other failure is reported. */
export function answered<T>(listed: PaymentsResult<readonly T[]>): readonly T[] {
  if (!listed.ok) unchanged(listed.problem);
  return listed.ok ? listed.value : [];
}

/** An account without Radar may be refused the list of warnings. */
async function warned({ payments }: Deps, account: string | null, since: number) {
  const listed = await payments.listWarnings(account, since);
  if (!listed.ok && listed.problem.kind === 'unavailable') unchanged(listed.problem);
  return listed.ok ? listed.value : [];
}
