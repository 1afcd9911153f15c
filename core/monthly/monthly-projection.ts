import { unreachable } from '../base/result';
import { intervals, monthsOf, perYear, type Interval } from '../amounts/amount-limits';
import type { PaymentsState } from '../payments/payments-state';
import { noContribution } from '../money/money';
import { isMismatch } from '../tip-state/tip-projection';
import { yearsAfter, type Tip } from '../tip/tip';
import {
  isOver,
  noSupport,
  tipsAre,
  tipsCheckAt,
  type EndReason,
  type Monthly,
  type MonthlyCard,
  type MonthlyState,
  type SubscriptionStatus,
} from './monthly';

/**
 * What was requested of Stripe for a monthly tip and is not done yet. It is stored before Stripe is asked, and the next checks repeat it until it is done:
 *
 * | request          | is done once                                                    |
 * | ---------------- | --------------------------------------------------------------- |
 * | stop             | Stripe says that it ends with its period, or that it has ended  |
 * | end              | it has ended at Stripe, and every open invoice of it is void    |
 * | end, `withdrawn` | the same, and Stripe has answered about the refund              |
 *
 * After its end a fan can still withdraw: then only the money is requested.
 */
export type Asked = Monthly['asked'];

export interface Wish {
  readonly what: 'stop' | 'end';
  readonly reason: EndReason;
}

/**
 * A wish comes. The same one a second time changes nothing. An end that was asked for already stays, unless the fan wants the money back too.
 */
export function askedAfterWish({ state, asked }: Monthly, { what, reason }: Wish, at: number): Asked {
  if (state === 'never-began' || (state === 'ended' && reason !== 'withdrawn')) return asked;
  const isNoted =
    reason === 'withdrawn' ? asked?.reason === reason : asked?.what === 'end' || asked?.what === what;
  return isNoted ? asked : { what, reason, at };
}

/** What Stripe says about the subscription. `isUnpaid`: a charge did not go through and will be tried again. */
interface Answer {
  readonly state: MonthlyState;
  readonly isUnpaid: boolean;
  readonly cancelAtPeriodEnd: boolean;
  /** Stripe's reason of the cancellation. */
  readonly cancelReason: string | null;
  /** An invoice of it can still be paid. */
  readonly canBePaid: boolean;
  readonly askedAt: number;
}

/** Stripe answers. A request of ours gives the reason of the end; else Stripe does. The reason of a stop stays when another one comes after it. */
function askedAfterAnswer(known: Monthly, answer: Answer): Pick<Monthly, 'asked' | 'endReason'> {
  const { asked, endReason } = known;
  const { state, isUnpaid, cancelAtPeriodEnd, cancelReason, canBePaid, askedAt } = answer;
  if (state !== 'ended' && state !== 'ending') {
    const isStopped = isUnpaid && cancelAtPeriodEnd;
    return { asked: asked ?? (isStopped ? stopAgain(known, askedAt) : null), endReason: null };
  }
  if (asked?.what === 'end')
    return {
      asked,
      endReason: state === 'ended' ? asked.reason : (endReason ?? reasonAtStripe(cancelReason)),
    };
  const reason = endReason ?? asked?.reason ?? reasonAtStripe(cancelReason);
  // Stripe only stops collecting what is open: by an old link the fan could still be charged for what has ended.
  const isLeftOpen = state === 'ended' && canBePaid;
  return { asked: isLeftOpen ? { what: 'end', reason, at: askedAt } : null, endReason: reason };
}

/**
 * Who stopped it through Busker was told that nothing more is charged. A charge that was on its way then and did not go through would be tried again, so
 * the stop is made once more: it ends what is still unpaid then.
 */
const stopAgain = ({ endReason }: Monthly, at: number): Asked =>
  endReason === 'fan' || endReason === 'owner' ? { what: 'stop', reason: endReason, at } : null;

function reasonAtStripe(cancelReason: string | null): EndReason {
  if (cancelReason === 'payment_failed') return 'payment_failed';
  return cancelReason === 'payment_disputed' ? 'disputed' : 'stripe';
}

/** The fan takes a stop back. An end stays, whoever asked for it: a withdrawal's refund belongs to it. */
export const askedAfterKeep = ({ asked }: Monthly): Asked => (asked?.what === 'end' ? asked : null);

/** It has ended, and nothing of it is open, or Stripe shows us nothing of it any more. A withdrawal goes on until its money goes back. */
export const askedAfterEnd = ({ asked }: Monthly): Asked => (asked?.reason === 'withdrawn' ? asked : null);

/**
 * Stripe's data about one monthly tip, in our own types, from one fresh read. Amounts in minor units, times in epoch milliseconds (Stripe's are
 * seconds), ids as Stripe writes them.
 */
export interface MonthlySnapshot {
  /** When the request was sent, by the server's clock. */
  readonly askedAt: number;
  /** Stripe's page. Null when it need not be asked, because the subscription is known. */
  readonly session: {
    readonly status: 'open' | 'complete' | 'expired';
    readonly subscriptionId: string | null;
  } | null;
  /** Null until the fan has paid on Stripe's page. */
  readonly subscription: SubscriptionSnapshot | null;
  /** The invoices of the last weeks, in any order; all that have changed since the last read are among them. */
  readonly invoices: readonly InvoiceSnapshot[];
}

export interface SubscriptionSnapshot {
  readonly id: string;
  readonly status: SubscriptionStatus;
  readonly livemode: boolean;
  /** The tip and the owner in its metadata; null when missing. */
  readonly tipId: string | null;
  readonly uid: string | null;
  readonly customerId: string;
  /** The only item. Null when the owner has added another one at Stripe. */
  readonly item: {
    readonly id: string;
    /** Null where Stripe has no fixed amount. */
    readonly amount: number | null;
    /** As Stripe sends it; may be a currency or an interval that Busker does not support. */
    readonly currency: string;
    readonly interval: string;
    readonly intervalCount: number;
    readonly periodStart: number;
    readonly periodEnd: number;
  } | null;
  readonly startedAt: number;
  readonly cancelAtPeriodEnd: boolean;
  readonly cancelAt: number | null;
  readonly endedAt: number | null;
  /** Stripe's reason of the cancellation (`cancellation_requested`, `payment_disputed`, `payment_failed`). */
  readonly cancelReason: string | null;
  /** Invoices are made and not collected. `resumesAt` null = until further notice. */
  readonly collectionPaused: { readonly resumesAt: number | null } | null;
  readonly card: MonthlyCard | null;
  readonly latestInvoiceId: string | null;
}

export interface InvoiceSnapshot {
  readonly id: string;
  readonly status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  /** It began the subscription. */
  readonly isFirst: boolean;
  readonly createdAt: number;
  readonly from: number;
  readonly to: number;
  readonly currency: string;
  readonly amountDue: number;
  readonly amountPaid: number;
  /** False until Stripe has charged the card once: for the first hour an unpaid invoice is no failure. */
  readonly attempted: boolean;
  readonly attempts: number;
  readonly nextAttemptAt: number | null;
  readonly paidAt: number | null;
  /** Every payment of it, paid or not. None when nothing was due, or when it was paid outside Stripe. */
  readonly payments: readonly { readonly paymentIntentId: string; readonly isPaid: boolean }[];
  /** The card's bank asks the fan to confirm the payment. */
  readonly needsAction: boolean;
}

/** Whether an invoice is a tip: it was paid through Stripe, or its card was tried. */
export const isBilled = ({ status, attempted, payments }: InvoiceSnapshot): boolean => {
  if (status === 'paid') return payments.some(({ isPaid }) => isPaid);
  return status === 'open' && wasTried({ attempted, payments });
};

/** The fan can still pay it on Stripe's page, also after the end of the subscription, until somebody voids it. */
export const canBePaid = ({ status }: InvoiceSnapshot): boolean =>
  status === 'open' || status === 'uncollectible';

/**
 * Stripe no longer tries its card by itself, but it did before: the last tries belong to its tip, if there is one. A void invoice cannot be paid. An
 * uncollectible one still can, by the fan or the owner at Stripe, and is then `paid` (https://docs.stripe.com/invoicing/integration/workflow-transitions).
 */
export const isGivenUp = ({ status, ...invoice }: InvoiceSnapshot): boolean =>
  (status === 'void' || status === 'uncollectible') && wasTried(invoice);

const wasTried = ({ attempted, payments }: Pick<InvoiceSnapshot, 'attempted' | 'payments'>): boolean =>
  attempted && payments.length > 0;

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

/** Why a subscription is not this monthly tip's; null = it is. Anybody with access to the account can write anything into metadata. */
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

/**
 * The start of the period `count` intervals after the first payment (epoch milliseconds, UTC). In a shorter month the last day replaces the day of
 * the first payment, and that day comes back in the next longer month: https://docs.stripe.com/billing/subscriptions/billing-cycle
 */
export function periodAfter(anchor: number, every: Interval, count: number): number {
  const from = new Date(anchor);
  const months = from.getUTCFullYear() * 12 + from.getUTCMonth() + count * monthsOf(every);
  const year = Math.floor(months / 12);
  const month = months % 12;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay));
  const ofDay = anchor - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  return midnight + ofDay;
}

/** Longer than Stripe needs to make an invoice after its period began. */
const toleranceMs = 3 * 24 * 60 * 60_000;

/**
 * The number of the period that begins at `from`, 1 = the first. It depends on nothing but the two times, so every server counts alike. An owner who
 * moves the day of payment at Stripe cannot make a later period the first one again.
 */
export function cycleNumber(anchor: number, every: Interval, from: number, isFirst: boolean): number {
  if (isFirst) return 1;
  let count = 1;
  while (periodAfter(anchor, every, count + 1) <= from + toleranceMs) count += 1;
  return count + 1;
}

interface Given {
  readonly tipId: string;
  /** The owner may have hidden the words of the first tip since. */
  readonly first: Pick<Tip, 'moderation'>;
  /** How long the owner keeps names and messages. */
  readonly keepTipsYears: number;
}

/**
 * The tip of a later period of a monthly tip, from its invoice, before Stripe is asked for the payment. It says nothing that another server would not
 * say: whoever sees the invoice first makes the same document. Null when the invoice has no payment.
 */
export function cycleTip(
  monthly: Monthly,
  invoice: InvoiceSnapshot,
  { tipId, first, keepTipsYears }: Given,
): Tip | null {
  const payment = invoice.payments.find(({ isPaid }) => isPaid) ?? invoice.payments[0];
  const { subscriptionId, accountId } = monthly.stripe;
  if (payment === undefined || subscriptionId === null) return null;
  const amount = invoice.status === 'paid' ? invoice.amountPaid : invoice.amountDue;
  const coverAmount = Math.min(monthly.coverAmount, amount);
  return {
    v: 1,
    rev: 1,
    tipId,
    ownerUid: monthly.ownerUid,
    handle: monthly.handle,
    livemode: monthly.livemode,
    mode: monthly.mode,
    surface: 'hosted',
    currency: monthly.currency,
    amount,
    tipAmount: amount - coverAmount,
    coverAmount,
    applicationFee: Math.floor((amount * monthly.shareBps) / 10_000),
    // The message belongs to the first payment alone.
    fan: { ...monthly.fan, message: null, country: null },
    moderation: withoutMismatches(first.moderation),
    reply: null,
    source: monthly.source,
    stripe: {
      accountId,
      paymentIntentId: payment.paymentIntentId,
      checkoutSessionId: null,
      chargeId: null,
      balanceTransactionId: null,
      paymentMethodType: null,
      brand: null,
      last4: null,
    },
    payment: { status: 'unknown', attempts: 0, lastError: null, succeededAt: null },
    refund: { status: 'none', refunded: 0, pending: 0 },
    dispute: { status: 'none', amount: 0, disputeId: null, dueBy: null },
    warning: null,
    risk: null,
    fees: { estimated: 0, stripe: null, application: null, net: null, settlementCurrency: null },
    returned: null,
    state: 'pending',
    contrib: noContribution,
    cycle: {
      monthlyId: monthly.monthlyId,
      number: numberOf(monthly, invoice),
      invoiceId: invoice.id,
      subscriptionId,
      period: { from: invoice.from, to: invoice.to },
    },
    requestHash: monthly.requestHash,
    amountChange: null,
    amountSequence: 0,
    keyRound: 0,
    ways: ['card', 'link'],
    sealedSecret: null,
    eraseTextsAt: monthly.fan.name === null ? null : yearsAfter(invoice.createdAt, keepTipsYears),
    createdAt: invoice.createdAt,
    updatedAt: invoice.createdAt,
    syncedAt: null,
  };
}

const numberOf = ({ startedAt, every }: Monthly, { from, isFirst }: InvoiceSnapshot): number =>
  cycleNumber(startedAt ?? from, every, from, isFirst);

/** Faults of the first payment do not concern this one. */
function withoutMismatches({ state, reasons }: Tip['moderation']): Tip['moderation'] {
  const others = reasons.filter((reason) => !isMismatch(reason));
  return { state: state === 'held' && others.length === 0 ? 'visible' : state, reasons: others };
}

const week = 7 * 24 * 60 * 60_000;

/**
 * Stripe does not show us the owner's account any more, so nobody here knows how it stands: it may be charged there, or have ended. It counts no more,
 * and nothing of it can be changed here. Documents of earlier releases only show it by an active state that does not count.
 */
export const isElsewhere = ({ state, contrib, elsewhere }: Monthly): boolean =>
  !isOver(state) && (elsewhere !== undefined || (state === 'active' && contrib.active === 0));

/** The same, also while the marks are not written yet: by the account that is connected now. */
export const isOutOfReach = (
  monthly: Monthly,
  payments: Pick<PaymentsState, 'accountId' | 'disconnectedAt'> | null,
): boolean => {
  if (isElsewhere(monthly)) return true;
  if (payments === null || isOver(monthly.state)) return false;
  return payments.disconnectedAt !== null || payments.accountId !== monthly.stripe.accountId;
};

/**
 * Stripe has not shown the account at `now` (epoch milliseconds). The state stays as it was seen last. The next check is a week later, and then after as
 * long again as the account has been away: nobody asks every week for ever, and one that comes back unnoticed is still found. What is open of one that
 * has ended can be voided only by somebody at Stripe, and about its tips nothing more is asked: it has no mark, unless its withdrawal waits for the money.
 */
export function outOfReach({ elsewhere, ...monthly }: Monthly, now: number): Monthly {
  const asked = isOver(monthly.state) ? askedAfterEnd(monthly) : monthly.asked;
  const away = { ...tipsAre(false, monthly), asked, contrib: noSupport, syncedAt: now };
  if (isOver(monthly.state) && asked === null) return away;
  const since = elsewhere?.since ?? now;
  return { ...away, elsewhere: { since, lookAt: now + Math.max(week, now - since) } };
}

/** The account is connected again: the next check is due at once. Only Stripe's answer takes the mark away. */
export const backInReach = (monthly: Monthly, now: number): Monthly => ({
  ...monthly,
  elsewhere: { since: monthly.elsewhere?.since ?? monthly.syncedAt ?? now, lookAt: now },
});

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Stripe charges about an hour after a period begins. */
const chargeTakes = 2 * hour;

/**
 * When Stripe must be asked again although no event came (epoch milliseconds); null = never. Nothing is asked sooner than the last answer allows, so a
 * charge that is late is asked about less and less often.
 */
export function nextLookAt(monthly: Monthly): number | null {
  const { state, asked, syncedAt, createdAt, tipsBehind, elsewhere } = monthly;
  const seen = syncedAt ?? createdAt;
  const isAsked = asked !== null && (asked.what === 'end' || !isOver(state));
  if (isOver(state) && !isAsked && !tipsBehind) return null;
  // Whatever is due, Stripe answers about it only once the account is back.
  if (elsewhere !== undefined) return elsewhere.lookAt;
  if (isAsked) return toRepeat(asked, seen);
  switch (state) {
    case 'never-began':
    case 'ended':
      return tipsCheckAt(monthly, seen);
    case 'starting':
      return seen + Math.max(2 * minute, (seen - createdAt) / 4);
    case 'active':
      return isElsewhere(monthly) ? seen + 7 * day : afterBill(monthly, monthly.nextChargeAt, seen);
    case 'ending':
      return afterBill(monthly, monthly.endingAt, seen);
    case 'paused':
      return afterCharge(monthly.pausedUntil, seen, 7 * day);
    case 'needs-action':
    case 'overdue':
      return afterCharge(monthly.nextChargeAt, seen, day);
    default:
      return unreachable(state);
  }
}

/** A request of ours that Stripe has not confirmed. It may only be noted yet, so the first check comes soon, but not while the call itself is under way. */
const toRepeat = (asked: NonNullable<Monthly['asked']>, seen: number): number =>
  seen < asked.at ? asked.at + minute : seen + hour;

/**
 * Stripe makes the bill of a period when it begins, and moves the next charge on at once; the card is charged an hour later. An answer in between has a
 * bill that is not paid; without this, a lost event of its payment would be found a week later.
 */
function afterBill(monthly: Monthly, due: number | null, seen: number): number {
  const { lastInvoiceAt, lastPaidAt } = monthly;
  const next = afterCharge(due, seen, 7 * day);
  const isOpen = lastInvoiceAt !== null && lastInvoiceAt > (lastPaidAt ?? 0);
  return isOpen ? Math.min(next, afterCharge(lastInvoiceAt, seen, 7 * day)) : next;
}

/** Two hours after something is due at Stripe; if it was asked for since, after half the time that it is late, at least 15 minutes. */
function afterCharge(due: number | null, seen: number, latest: number): number {
  if (due === null) return seen + latest;
  const first = due + chargeTakes;
  const next = seen < first ? first : seen + Math.max(15 * minute, (seen - due) / 2);
  return Math.min(next, seen + latest);
}
