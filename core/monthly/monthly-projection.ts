import { unreachable } from '../base/result';
import { intervals, perYear, type Interval } from '../money/intervals';
import { askedAfterAnswer } from './asked';
import { noSupport, type Monthly, type MonthlyState } from './monthly';
import {
  canBePaid,
  isBilled,
  type InvoiceSnapshot,
  type MonthlySnapshot,
  type SubscriptionSnapshot,
} from './monthly-snapshot';

/**
 * The monthly tip after Stripe's fresh answer: pure, no clock, and the same answer twice changes nothing but `syncedAt`. A subscription that is not
 * this monthly tip's changes nothing either. The writer sets `rev` and `updatedAt`.
 */
export function projectMonthly(before: Monthly, snapshot: MonthlySnapshot): Monthly {
  const { subscription, askedAt } = snapshot;
  // Any answer of Stripe's shows that the account is there.
  const { elsewhere: _back, ...known } = before;
  if (subscription === null) return projectSession(known, snapshot);
  if (monthlyMismatch(known, subscription) !== null) return { ...known, syncedAt: askedAt };
  const amounts = amountsOf(known, subscription);
  const failing = failingOf(known, snapshot, subscription);
  const state = stateOf(subscription, failing);
  return {
    ...known,
    ...amounts,
    stripe: {
      ...known.stripe,
      subscriptionId: subscription.id,
      customerId: subscription.customerId,
      itemId: subscription.item?.id ?? known.stripe.itemId,
      latestInvoiceId: subscription.latestInvoiceId ?? known.stripe.latestInvoiceId,
    },
    card: subscription.card,
    stripeStatus: subscription.status,
    state,
    startedAt: state === 'starting' || state === 'never-began' ? null : subscription.startedAt,
    failing,
    ...datesOf(known, state, failing, snapshot, subscription),
    ...askedAfterAnswer(known, {
      ...subscription,
      state,
      isUnpaid: failing !== null,
      canBePaid: snapshot.invoices.some(canBePaid),
      askedAt,
    }),
    ...paidOf(known, snapshot.invoices),
    contrib: state === 'active' ? { active: 1, perYear: perYear(amounts.amount, amounts.every) } : noSupport,
    syncedAt: askedAt,
  };
}

/** What keeps a subscription from being this monthly tip's; null = it is. Anybody with access to the account can write anything into metadata. */
export function monthlyMismatch(
  { monthlyId, ownerUid, livemode, currency, stripe }: Monthly,
  { id, tipId, uid, livemode: isLive, item }: SubscriptionSnapshot,
): string | null {
  if (stripe.subscriptionId !== null && stripe.subscriptionId !== id) return 'subscription';
  if (tipId !== monthlyId || uid !== ownerUid) return 'metadata';
  if (isLive !== livemode) return 'livemode';
  return item !== null && item.currency !== currency ? 'currency' : null;
}

/** Before the payment there is only Stripe's page. */
function projectSession(known: Monthly, { session, askedAt }: MonthlySnapshot): Monthly {
  const hasRunOut = session?.status === 'expired' && known.state === 'starting';
  return { ...known, state: hasRunOut ? 'never-began' : known.state, syncedAt: askedAt };
}

function stateOf(subscription: SubscriptionSnapshot, failing: Monthly['failing']): MonthlyState {
  switch (subscription.status) {
    case 'incomplete':
      return 'starting';
    case 'incomplete_expired':
      return 'never-began';
    case 'trialing':
    case 'active':
      if (subscription.cancelAtPeriodEnd || subscription.cancelAt !== null) return 'ending';
      return subscription.collectionPaused === null ? 'active' : 'paused';
    case 'paused':
      return 'paused';
    case 'past_due':
      return failing?.needsAction === true ? 'needs-action' : 'overdue';
    case 'unpaid':
      return 'overdue';
    case 'canceled':
      return 'ended';
    default:
      return unreachable(subscription.status);
  }
}

/** The owner can change the price at Stripe, so the amount follows. What the fan added for the costs is kept as far as the new amount allows. */
function amountsOf(
  known: Monthly,
  { item }: SubscriptionSnapshot,
): Pick<Monthly, 'amount' | 'tipAmount' | 'coverAmount' | 'every'> {
  const { amount, tipAmount, coverAmount } = known;
  const every = intervalOf(item) ?? known.every;
  if (item === null || item.amount === null || item.amount === amount)
    return { amount, tipAmount, coverAmount, every };
  const cover = Math.min(coverAmount, item.amount);
  return { amount: item.amount, tipAmount: item.amount - cover, coverAmount: cover, every };
}

function intervalOf(item: SubscriptionSnapshot['item']): Interval | undefined {
  return item?.intervalCount === 1 ? intervals.find((each) => each === item.interval) : undefined;
}

/** The oldest period that is not paid. It may lie before the invoices of this answer: then what is known of it is kept. */
function failingOf(
  { failing }: Monthly,
  { invoices, askedAt }: MonthlySnapshot,
  { status, item }: SubscriptionSnapshot,
): Monthly['failing'] {
  if (status !== 'past_due' && status !== 'unpaid') return null;
  const open = invoices.filter(isOpen).toSorted((a, b) => a.from - b.from);
  const [oldest, latest] = [open[0], open.at(-1)];
  if (oldest === undefined || latest === undefined) {
    const since = item?.periodStart ?? askedAt;
    return failing ?? { since, attempts: 0, nextAttemptAt: null, needsAction: false };
  }
  return {
    since: Math.min(oldest.from, failing?.since ?? oldest.from),
    attempts: latest.attempts,
    nextAttemptAt: latest.nextAttemptAt,
    needsAction: latest.needsAction,
  };
}

const isOpen = ({ status, attempted }: InvoiceSnapshot) => status === 'open' && attempted;

function datesOf(
  known: Monthly,
  state: MonthlyState,
  failing: Monthly['failing'],
  { askedAt }: MonthlySnapshot,
  { item, cancelAt, endedAt, collectionPaused }: SubscriptionSnapshot,
): Pick<Monthly, 'periodEnd' | 'nextChargeAt' | 'pausedUntil' | 'endingAt' | 'endedAt'> {
  const periodEnd = item?.periodEnd ?? known.periodEnd;
  return {
    periodEnd,
    nextChargeAt: state === 'active' ? periodEnd : (failing?.nextAttemptAt ?? null),
    pausedUntil: state === 'paused' ? (collectionPaused?.resumesAt ?? null) : null,
    endingAt: state === 'ending' ? (cancelAt ?? periodEnd) : null,
    endedAt: state === 'ended' ? (endedAt ?? known.endedAt ?? askedAt) : null,
  };
}

/** Stripe's time of payment only grows, so what was paid after the last known payment is new. */
function paidOf(
  { paidCycles, lastPaidAt, lastInvoiceAt }: Monthly,
  invoices: readonly InvoiceSnapshot[],
): Pick<Monthly, 'paidCycles' | 'lastPaidAt' | 'lastInvoiceAt'> {
  const paid = invoices.flatMap((invoice) =>
    invoice.status === 'paid' && isBilled(invoice) && invoice.paidAt !== null ? [invoice.paidAt] : [],
  );
  const fresh = paid.filter((at) => at > (lastPaidAt ?? -1));
  return {
    paidCycles: paidCycles + fresh.length,
    lastPaidAt: latestOf(lastPaidAt, fresh),
    lastInvoiceAt: latestOf(
      lastInvoiceAt,
      invoices.map(({ createdAt }) => createdAt),
    ),
  };
}

const latestOf = (known: number | null, times: readonly number[]): number | null =>
  times.reduce<number | null>((latest, time) => Math.max(latest ?? time, time), known);

/** Whether anything but the time of the last answer has changed. */
export const hasMonthlyNews = (before: Monthly, after: Monthly): boolean =>
  comparable(before) !== comparable(after);

const comparable = ({ tipsBehind: _behind, ...monthly }: Monthly) =>
  JSON.stringify({ ...monthly, rev: 0, updatedAt: 0, syncedAt: 0 });
