import type { Result } from '../../../core/base/result';
import { paths } from '../../../core/documents/documents';
import { decodeLedgerEntry } from '../../../core/documents/ledger-document';
import { decodeTip } from '../../../core/documents/tip-document';
import type { Currency } from '../../../core/money/currency-codes';
import type { Tip } from '../../../core/tip/tip';
import type { Deps } from '../../deps';
import type { Store } from '../../store/store';
import { readable, stored } from '../../store/stored';
import type {
  BookedCharge,
  ListedBooking,
  ListedTrace,
  OfTip,
  PaymentsResult,
  TipReference,
} from '../../stripe/payments';
import { requestStatus } from '../refund/refund-requests';
import { unchanged } from '../sync-tip';
import { Attempts, compareEntries, type ComparedEntries } from './compare-entries';
import {
  agreesWith,
  entriesOfDisputes,
  entriesOfWarnings,
  type ReconciliationEntry,
} from './reconciliation-entry';

/** Firestore compares a field with at most so many values: https://firebase.google.com/docs/firestore/query-data/queries#in_not-in_and_array-contains-any */
const mostAtOnce = 30;

/** The tips of these payments, by payment intent: an owner's tips, or the ledger of an owner who deleted the account. Other payments have none. */
async function tipsOfPayments(
  store: Pick<Store, 'find'>,
  uid: string,
  intents: readonly string[],
): Promise<ReadonlyMap<string, TipReference>> {
  const found = new Map<string, TipReference>();
  for (let at = 0; at < intents.length; at += mostAtOnce) {
    const some = intents.slice(at, at + mostAtOnce);
    const tips = await findBy(store, paths.tips(uid), 'stripe.paymentIntentId', some, decodeTip);
    for (const { tipId, stripe } of tips)
      if (stripe.paymentIntentId !== null) found.set(stripe.paymentIntentId, { uid, tipId });
    const left = some.filter((intent) => !found.has(intent));
    const entries = await findBy(store, paths.ledgerEntries(uid), 'paymentIntentId', left, decodeLedgerEntry);
    for (const { tipId, paymentIntentId } of entries)
      if (paymentIntentId !== null) found.set(paymentIntentId, { uid, tipId });
  }
  return found;
}

/** The listed disputes or warnings that are about tips, with their tips. */
async function withTips<Listed extends ListedTrace>(
  store: Pick<Store, 'find'>,
  uid: string,
  listed: readonly Listed[],
): Promise<readonly OfTip<Listed>[]> {
  const unnamed = listed.flatMap(({ reference, paymentIntentId }) =>
    reference === null ? [paymentIntentId] : [],
  );
  const found = await tipsOfPayments(store, uid, [...new Set(unnamed)]);
  return listed.flatMap((each) => {
    const reference = each.reference ?? found.get(each.paymentIntentId);
    return reference === undefined ? [] : [{ ...each, reference }];
  });
}

async function findBy<T>(
  store: Pick<Store, 'find'>,
  from: string,
  field: string,
  values: readonly string[],
  decode: (data: unknown) => Result<T>,
): Promise<readonly T[]> {
  if (values.length === 0) return [];
  const found = await store.find({ from, where: [[field, 'in', values]], limit: mostAtOnce }, decode);
  return found.map(({ path, value }) => readable(path, value));
}

/** Milliseconds by which Stripe's clock and ours may differ. */
const clockSkew = 60_000;

/** Whether Stripe was asked for the tip after it had booked the line: then the tip has it. */
const knows = ({ syncedAt }: Tip, bookedAt: number): boolean =>
  syncedAt !== null && syncedAt > bookedAt + clockSkew;

const isCharge = (about: ListedBooking['about']): about is BookedCharge => about.kind === 'charge';

/**
 * The lines of an account's balance that are about tips. The charge of a tip that is given once names it; every other line's tip is found by its
 * payment.
 */
async function entriesOfBookings(
  store: Pick<Store, 'read' | 'find'>,
  uid: string,
  listed: readonly ListedBooking[],
): Promise<readonly ReconciliationEntry[]> {
  const named = new Map<string, TipReference>();
  for (const { about, paymentIntentId } of listed)
    if (isCharge(about) && about.reference !== null) named.set(paymentIntentId, about.reference);
  const others = listed.flatMap(({ paymentIntentId }) =>
    named.has(paymentIntentId) ? [] : [paymentIntentId],
  );
  const found = await tipsOfPayments(store, uid, [...new Set(others)]);
  const disputes = listed.flatMap(({ about, paymentIntentId }) => {
    const reference = named.get(paymentIntentId) ?? found.get(paymentIntentId);
    if (about.kind !== 'dispute' || reference === undefined) return [];
    return [{ reference, paymentIntentId, dispute: about.dispute }];
  });
  return [
    ...listed.flatMap((line) => {
      const reference = named.get(line.paymentIntentId) ?? found.get(line.paymentIntentId);
      return reference === undefined ? [] : [entryOf(store, reference, line)];
    }),
    ...entriesOfDisputes(disputes),
  ];
}

function entryOf(
  store: Pick<Store, 'read'>,
  reference: TipReference,
  { bookedAt, paymentIntentId: intent, about }: ListedBooking,
): ReconciliationEntry {
  switch (about.kind) {
    case 'charge': {
      const paid = { ...about, succeeded: true, booked: true, declined: false };
      return { reference, intent, succeeded: true, agrees: (tip) => agreesWith(tip, paid) };
    }
    case 'dispute':
      return {
        reference,
        askAbout: 'dispute',
        intent,
        succeeded: false,
        agrees: (tip) => knows(tip, bookedAt),
      };
    case 'refund': {
      const { status, requestId = null } = about.refund;
      // A refund that failed before we read it leaves no trace at the payment. And each is compared with the owner's or the fan's request.
      const agrees = async (tip: Tip) => {
        if (!knows(tip, bookedAt) || (status === 'failed' && tip.refund.status === 'none')) return false;
        if (requestId === null) return true;
        const request = await store.read(stored.refund(reference.uid, reference.tipId, requestId));
        return request === undefined || request.status === requestStatus(about.refund);
      };
      return { reference, askAbout: 'refund', intent, succeeded: false, agrees };
    }
  }
}

/**
 * How far back disputes and warnings are listed, in milliseconds. A dispute takes two or three months from its opening to the bank's decision
 * (https://docs.stripe.com/disputes/how-disputes-work); a warning stays actionable until its payment is disputed or refunded.
 */
const tracesMs = 180 * 24 * 60 * 60_000;

/** What to compare: everything booked since a time, and disputes and warnings. */
interface ComparedLists {
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
