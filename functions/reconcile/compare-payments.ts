import { isDeepStrictEqual } from 'node:util';
import type { Result } from '@busker/core/base/result';
import { paths } from '@busker/core/documents/documents';
import { ledgerEntryDocument } from '@busker/core/money-documents/stripe-account-document';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import type { Currency } from '@busker/core/money/money';
import { projectDispute, projectReturned, projectWarning } from '@busker/core/tip-state/tip-projection';
import type { Tip } from '@busker/core/tip/tip';
import type { Deps } from '../deps';
import { readable, stored, type Store } from '../store/store';
import type {
  BookedCharge,
  ListedBooking,
  ListedDispute,
  ListedIntent,
  ListedTrace,
  ListedWarning,
  OfTip,
  PaymentsResult,
  TipReference,
} from '../stripe/payments';
import { requestStatus, syncLedger, syncTip, unchanged } from '../tips/sync-tip';
import type { Trigger } from '../tips/write-tip';

/** A row about a tip in one of Stripe's lists. */
interface ReconciliationEntry {
  readonly reference: TipReference;
  readonly askAbout?: 'refund' | 'dispute' | 'warning';
  /** The payment, for a tip that does not name it. */
  readonly intent?: string;
  /** Whether it brought money in. */
  readonly succeeded: boolean;
  readonly agrees: (tip: Tip) => boolean | Promise<boolean>;
}

export function entriesOfIntent(listed: ListedIntent): readonly ReconciliationEntry[] {
  const { reference, succeeded, paymentIntentId: intent } = listed;
  return reference === null
    ? []
    : [{ reference, succeeded, intent, agrees: (tip) => agreesWith(tip, listed) }];
}

/**
 * Compared with the counted amounts: a refund whose answer was lost is reserved, but not counted yet. A payment that did not match its tip is checked
 * again: the tip's new amount may have been stored after its success arrived. Only the costs may be missing: Stripe creates the balance transaction a
 * moment after the charge and sends an event of its own. Declined cards may be missing too: Stripe's page does not name their payment.
 */
function agreesWith(
  { amount, payment, contrib, dispute, stripe }: Tip,
  intent: Omit<ListedIntent, 'paymentIntentId' | 'reference'>,
): boolean {
  if (intent.amount !== amount) return false;
  if (intent.succeeded !== (payment.status === 'succeeded' && contrib.count === 1)) return false;
  if (intent.booked && stripe.balanceTransactionId === null) return false;
  if (intent.declined && payment.attempts === 0) return false;
  return intent.refunded === contrib.refunded && intent.disputed === (dispute.status !== 'none');
}

function entriesOfDisputes(listed: readonly OfTip<ListedDispute>[]): readonly ReconciliationEntry[] {
  const agrees = ({ tipId, dispute: known, returned }: Tip) => {
    const ofTip = listed.filter(({ reference }) => reference.tipId === tipId);
    const disputes = ofTip.map(({ dispute }) => dispute);
    // Also inquiries that closed before we read them: the tip stores which inquiry that was. And money that came back after the end of a dispute.
    return (
      isDeepStrictEqual(projectDispute(known, disputes), known) &&
      isDeepStrictEqual(projectReturned(returned, { refunds: [], disputes }), returned)
    );
  };
  return listed.map(({ reference }) => ({ reference, askAbout: 'dispute', succeeded: false, agrees }));
}

function entriesOfWarnings(listed: readonly OfTip<ListedWarning>[]): readonly ReconciliationEntry[] {
  const agrees = ({ tipId, warning: known }: Tip) => {
    const ofTip = listed.filter(({ reference }) => reference.tipId === tipId);
    const now = projectWarning(
      known,
      ofTip.map(({ warning }) => warning),
    );
    return isDeepStrictEqual(now, known);
  };
  return listed.map(({ reference }) => ({ reference, askAbout: 'warning', succeeded: false, agrees }));
}

/** Stripe is unavailable, or more than one tip is affected: the next one finds it. */
const mostFailures = 5;
const tipsAtOnce = 100;

/** Failures are kept until the end, so that one list or tip does not block the others. */
export class Attempts {
  private readonly failures: unknown[] = [];

  async make(work: () => Promise<void>): Promise<void> {
    if (this.failures.length < mostFailures)
      await work().catch((error: unknown) => void this.failures.push(error));
  }

  /** Throws the first failure. */
  end(): void {
    if (this.failures.length > 0) throw this.failures[0];
  }
}

/** A tip's rows of all of Stripe's lists. */
interface CompareEntriesOfTip {
  readonly reference: TipReference;
  readonly entries: readonly ReconciliationEntry[];
}

function byTip(entries: readonly ReconciliationEntry[]): readonly CompareEntriesOfTip[] {
  const groups = new Map<string, { reference: TipReference; entries: ReconciliationEntry[] }>();
  for (const entry of entries) {
    const { uid, tipId } = entry.reference;
    const group = groups.get(`${uid}/${tipId}`) ?? { reference: entry.reference, entries: [] };
    group.entries.push(entry);
    groups.set(`${uid}/${tipId}`, group);
  }
  return [...groups.values()];
}

interface ComparedEntries {
  /** Tips that had to be updated from Stripe. */
  readonly changed: number;
  readonly currencies: readonly Currency[];
}

/** Compares the entries with the stored tips, which are read a hundred at once, and syncs those that differ. */
export async function compareEntries(
  deps: Deps,
  account: string | null,
  entries: readonly ReconciliationEntry[],
  attempts: Attempts,
): Promise<ComparedEntries> {
  const tips = byTip(entries);
  const currencies = new Set<Currency>();
  let changed = 0;
  for (let at = 0; at < tips.length; at += tipsAtOnce) {
    const some = tips.slice(at, at + tipsAtOnce);
    const known = await deps.store.readAll(
      some.map(({ reference: { uid, tipId } }) => stored.tip(uid, tipId)),
    );
    for (const tip of known) if (tip !== undefined) currencies.add(tip.currency);
    for (const [index, ofTip] of some.entries()) {
      await attempts.make(async () => {
        if (await compareTip(deps, account, ofTip, known[index])) changed += 1;
      });
    }
  }
  return { changed, currencies: [...currencies] };
}

async function compareTip(
  deps: Deps,
  account: string | null,
  ofTip: CompareEntriesOfTip,
  tip: Tip | undefined,
): Promise<boolean> {
  if (tip?.stripe.accountId !== account) return tip === undefined && (await compareLedger(deps, ofTip));
  const differing: ReconciliationEntry[] = [];
  for (const entry of ofTip.entries) if (!(await entry.agrees(tip))) differing.push(entry);
  if (differing.length === 0) return false;
  const about = new Set(differing.flatMap(({ askAbout }) => askAbout ?? []));
  const intent = differing.find((entry) => entry.intent !== undefined)?.intent;
  let isChanged = false;
  for (const askAbout of about.size === 0 ? [undefined] : about) {
    const trigger: Trigger = {
      cause: 'schedule',
      eventId: null,
      ...(askAbout === undefined ? {} : { askAbout }),
      ...(intent === undefined ? {} : { intent }),
    };
    if (await followTip(deps, tip, trigger)) isChanged = true;
  }
  return isChanged;
}

/** A tip that is held for its payment differs every day until a person has handled it: only new differences are reported. */
export async function followTip(deps: Deps, tip: Tip, trigger: Trigger): Promise<boolean> {
  const { ownerUid: uid, tipId } = tip;
  const synced = await syncTip(deps, { uid, tipId }, trigger);
  if (!synced.ok) return unchanged(synced.problem);
  const isChanged = synced.value.rev !== tip.rev;
  if (isChanged) deps.log.sweepFound({ sweep: 'reconcile', what: 'behind-stripe', tipId });
  return isChanged;
}

/** The ledger of a deleted account follows Stripe too. */
async function compareLedger(deps: Deps, { reference, entries }: CompareEntriesOfTip): Promise<boolean> {
  const { tipId } = reference;
  const intent = entries.find((entry) => entry.intent !== undefined)?.intent ?? null;
  const synced = await syncLedger(deps, reference, intent);
  if (!synced.ok) return unchanged(synced.problem);
  if (synced.value === 'no-entry' && entries.some(({ succeeded }) => succeeded))
    deps.log.sweepFound({ sweep: 'reconcile', what: 'paid-without-tip', tipId });
  return synced.value === 'changed';
}

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
    const tips = await findBy(store, paths.tips(uid), 'stripe.paymentIntentId', some, tipDocument.decode);
    for (const { tipId, stripe } of tips)
      if (stripe.paymentIntentId !== null) found.set(stripe.paymentIntentId, { uid, tipId });
    const left = some.filter((intent) => !found.has(intent));
    const entries = await findBy(
      store,
      paths.ledgerEntries(uid),
      'paymentIntentId',
      left,
      ledgerEntryDocument.decode,
    );
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

/** Bookings since a time, and disputes and warnings. */
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
