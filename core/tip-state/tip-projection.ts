import { unreachable } from '../base/result';
import { noContribution, type TipContribution } from '../money/money';
import { usualMethods } from '../payments/methods';
import type { PaymentsState } from '../payments/payments-state';
import {
  isRenewal,
  withAmounts,
  type DisputeMoved,
  type PaymentStatus,
  type RefundFailed,
  type RefundMade,
  type Tip,
  type TipCycle,
  type TipState,
} from '../tip/tip';
import {
  metadataKeys,
  type DisputeSnapshot,
  type IntentSnapshot,
  type PaymentSnapshot,
  type RefundSnapshot,
  type SessionSnapshot,
} from './payment-snapshot';

/** The allowed transitions of a payment. Stripe decides; any other transition comes from an outdated answer and is ignored. */
export const paymentTransitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  draft: [
    'awaiting',
    'requires_action',
    'processing',
    'succeeded',
    'canceled',
    'expired',
    'failed',
    'unknown',
  ],
  awaiting: ['requires_action', 'processing', 'succeeded', 'canceled', 'expired', 'failed', 'unknown'],
  requires_action: ['awaiting', 'processing', 'succeeded', 'canceled', 'expired', 'failed', 'unknown'],
  processing: ['awaiting', 'requires_action', 'succeeded', 'canceled', 'expired', 'failed', 'unknown'],
  unknown: ['awaiting', 'requires_action', 'processing', 'succeeded', 'canceled', 'expired', 'failed'],
  // Busker gave up or was refused. If Stripe still reports that money moved, Stripe's answer is used.
  canceled: ['succeeded'],
  expired: ['succeeded'],
  failed: ['succeeded'],
  // Final: refunds and disputes have their own groups.
  succeeded: [],
};

export function mayMove(from: PaymentStatus, to: PaymentStatus): boolean {
  return from === to || paymentTransitions[from].includes(to);
}

/** Payments that can still change: the sweep asks Stripe about these. */
export function isOpenPayment(status: PaymentStatus): boolean {
  switch (status) {
    case 'draft':
    case 'awaiting':
    case 'requires_action':
    case 'processing':
    case 'unknown':
      return true;
    case 'succeeded':
    case 'canceled':
    case 'expired':
    case 'failed':
      return false;
    default:
      return unreachable(status);
  }
}

/** The tip's state for lists and filters, derived from its payment, refunds and dispute. */
export function tipState(tip: Pick<Tip, 'amount' | 'payment' | 'dispute'>, movedBack: number): TipState {
  switch (tip.payment.status) {
    case 'draft':
    case 'awaiting':
    case 'requires_action':
    case 'unknown':
      return 'pending';
    case 'processing':
      return 'processing';
    case 'canceled':
    case 'failed':
      return 'failed';
    case 'expired':
      return 'expired';
    case 'succeeded':
      return paidState(tip, movedBack);
    default:
      return unreachable(tip.payment.status);
  }
}

function paidState(tip: Pick<Tip, 'amount' | 'dispute'>, movedBack: number): TipState {
  if (tip.dispute.status === 'open') return 'disputed';
  if (tip.dispute.status === 'lost') return 'lost';
  if (movedBack >= tip.amount) return 'refunded';
  return movedBack > 0 ? 'partially_refunded' : 'paid';
}

/** The payment group from Stripe's answer. An answer that would undo a success or reopen a closed payment is outdated. */
function projectPayment(tip: Tip, snapshot: PaymentSnapshot): Tip['payment'] {
  const { payment } = tip;
  const reported = isRenewal(tip) ? renewalStatus(snapshot) : reportedStatus(snapshot);
  const status = reported !== undefined && mayMove(payment.status, reported) ? reported : payment.status;
  const failures = failuresOf(payment.failures, snapshot);
  const attempts = attemptsOf(payment.attempts, failures, snapshot.intent);
  const presented = presentedOf(payment, snapshot.intent);
  return {
    status,
    attempts,
    ...(isNone(failures) ? {} : { failures }),
    lastError: status === 'succeeded' ? null : lastErrorOf(payment, attempts, snapshot),
    succeededAt: status === 'succeeded' ? succeededAt(tip, snapshot) : null,
    ...(presented === undefined ? {} : { presented }),
  };
}

/** Until the fan has paid, Stripe's page may still change the currency. */
function presentedOf(known: Tip['payment'], intent: IntentSnapshot | null): Tip['payment']['presented'] {
  const isOver = intent === null || known.status === 'succeeded';
  return intent?.presented ?? (isOver ? known.presented : undefined);
}

/**
 * A later charge of a monthly tip waits for no fan in front of a form: what was declined, or waits for the bank, has failed until Stripe's next try
 * succeeds. Nobody follows it as an open payment or cancels it.
 */
function renewalStatus(snapshot: PaymentSnapshot): PaymentStatus | undefined {
  const status = reportedStatus(snapshot);
  return status === undefined || status === 'succeeded' || status === 'processing' ? status : 'failed';
}

function reportedStatus({ intent, session }: PaymentSnapshot): PaymentStatus | undefined {
  if (intent === null) return session === null ? undefined : sessionStatus(session);
  const status = intentStatus(intent);
  // The session was read first. A complete page takes no other card, so the bank that it waited for has refused.
  return status === 'awaiting' && session?.status === 'complete' ? 'failed' : status;
}

function intentStatus(intent: IntentSnapshot): PaymentStatus {
  switch (intent.status) {
    case 'requires_payment_method':
    case 'requires_confirmation':
      return 'awaiting';
    case 'requires_action':
      return 'requires_action';
    // Busker never captures manually. If a host configures it, the payment is processing until the host captures it.
    case 'requires_capture':
    case 'processing':
      return 'processing';
    case 'succeeded':
      return 'succeeded';
    case 'canceled':
      return intent.cancellationReason === 'abandoned' || intent.cancellationReason === 'automatic'
        ? 'expired'
        : 'canceled';
    default:
      return unreachable(intent.status);
  }
}

/** Only used when the session has no payment intent: a complete session without a payment is an error. */
function sessionStatus(session: SessionSnapshot): PaymentStatus {
  switch (session.status) {
    case 'open':
      return 'awaiting';
    case 'expired':
      return 'expired';
    case 'complete':
      return 'unknown';
    default:
      return unreachable(session.status);
  }
}

type Failures = NonNullable<Tip['payment']['failures']>;

/** A payment is closed long before this many attempts; the limit bounds what a tip stores. */
const mostKept = 20;

function withOne(known: readonly string[], id: string | null | undefined): readonly string[] {
  return id == null || known.includes(id) || known.length >= mostKept ? known : [...known, id];
}

/** An attempt that fails at the 3-D Secure check leaves no charge: only its event, and `last_payment_error` until the next attempt. */
function failuresOf(known: Tip['payment']['failures'], { intent, failedEvent }: PaymentSnapshot): Failures {
  return {
    events: withOne(known?.events ?? [], failedEvent),
    methods: withOne(known?.methods ?? [], intent?.lastError?.unchargedMethod),
  };
}

const isNone = ({ events, methods }: Failures) => events.length + methods.length === 0;

/**
 * The number of failed attempts, counted by Stripe's ids, so that a replay adds nothing. Each failed attempt has one event, and a failed charge or
 * none. Events can be lost, so the higher count is used.
 */
function attemptsOf(known: number, { events, methods }: Failures, intent: IntentSnapshot | null): number {
  const seen = (intent?.failedAttempts ?? 0) + methods.length;
  return Math.max(known, seen, events.length, intent?.lastError ? 1 : 0);
}

function lastErrorOf(
  payment: Tip['payment'],
  attempts: number,
  { intent, askedAt }: PaymentSnapshot,
): Tip['payment']['lastError'] {
  if (!intent?.lastError) return payment.lastError;
  const { code, declineCode } = intent.lastError;
  const known = payment.lastError;
  const same = known?.code === code && known.declineCode === declineCode && payment.attempts === attempts;
  return { code, declineCode, at: same ? known.at : askedAt };
}

/** Stripe's times are whole seconds, so a tip that is paid at once could seem to be paid before it was created. */
function succeededAt({ payment, createdAt }: Tip, { charge, askedAt }: PaymentSnapshot): number {
  if (payment.succeededAt !== null) return payment.succeededAt;
  return Math.max(createdAt, charge?.status === 'succeeded' ? charge.createdAt : askedAt);
}

/** The error code of a tip that ended because its account was gone. */
const accountGone = 'account-gone';

/**
 * Whether an unpaid tip is known to have lost its account: it ended with that error, or the owner's record says that the account was disconnected or
 * replaced. The record may be out of date and still say no.
 */
export function hasLostAccount({ payment, stripe }: Tip, payments: PaymentsState | null): boolean {
  if (payment.status === 'failed') return payment.lastError?.code === accountGone;
  if (payment.status !== 'draft' && payment.status !== 'awaiting') return false;
  return payments === null || payments.disconnectedAt !== null || payments.accountId !== stripe.accountId;
}

/**
 * The end of a tip whose payment Stripe no longer shows us: the owner disconnected, or the account is gone. Null = the tip stays as it is.
 * `succeeded`: a signed event says that exactly this payment succeeded. No further event will come.
 * Otherwise a payment in the page that waits for its card can no longer be made with our key, so nothing was charged. A pending 3-D Secure check may
 * still be answered, and Stripe's own page may still be paid. We cannot find out how those end.
 */
export function goneTip(tip: Tip, { succeeded }: { readonly succeeded: boolean }, now: number): Tip | null {
  if (succeeded && tip.payment.status !== 'succeeded') return paidTip(tip, now);
  const waitsForCard = tip.payment.status === 'awaiting' && tip.surface === 'elements';
  return waitsForCard || tip.payment.status === 'draft' ? unpaidTip(tip, now) : null;
}

function paidTip(tip: Tip, now: number): Tip {
  return {
    ...tip,
    payment: { ...tip.payment, status: 'succeeded', lastError: null, succeededAt: now },
    state: 'paid',
    contrib: { count: 1, gross: tip.amount, refunded: 0, disputed: 0 },
    syncedAt: now,
  };
}

function unpaidTip(tip: Tip, now: number): Tip {
  const lastError = { code: accountGone, declineCode: null, at: now };
  return { ...tip, payment: { ...tip.payment, status: 'failed', lastError }, state: 'failed', syncedAt: now };
}

type DisputeStatus = Tip['dispute']['status'];

/** When a charge has several disputes, the first status of this list that occurs stands for all. */
const gravest: readonly DisputeStatus[] = ['open', 'lost', 'inquiry', 'won', 'prevented', 'none'];

/**
 * The dispute group. `amount` is the held or lost sum of all open or lost disputes, else the disputed sum. An answer without disputes keeps the
 * stored state: adapters may leave the list out for charges that Stripe calls undisputed.
 */
export function projectDispute(known: Tip['dispute'], disputes: readonly DisputeSnapshot[]): Tip['dispute'] {
  const rank = (dispute: DisputeSnapshot) => gravest.indexOf(statusOf(dispute));
  const [chosen] = disputes.toSorted((a, b) => rank(a) - rank(b));
  if (!chosen) return known;
  const amount = holdsMoney(chosen) ? sum(disputes.filter(holdsMoney)) : chosen.amount;
  return { status: statusOf(chosen), amount, disputeId: chosen.id, dueBy: chosen.dueBy };
}

function statusOf(dispute: DisputeSnapshot): DisputeStatus {
  switch (dispute.status) {
    case 'warning_needs_response':
    case 'warning_under_review':
      return 'inquiry';
    // An inquiry that closed without a dispute: no money moved.
    case 'warning_closed':
      return 'none';
    case 'needs_response':
    case 'under_review':
      return 'open';
    case 'won':
      return 'won';
    case 'lost':
      return 'lost';
    case 'prevented':
      return 'prevented';
    default:
      return unreachable(dispute.status);
  }
}

function holdsMoney(dispute: DisputeSnapshot): boolean {
  const status = statusOf(dispute);
  return status === 'open' || status === 'lost';
}

function sum(disputes: readonly DisputeSnapshot[]): number {
  return disputes.reduce((total, dispute) => total + dispute.amount, 0);
}

/** The refund group. `reserved` = our own requests that Stripe does not have yet. They count as pending, so that nothing is refunded twice. */
function projectRefund(amount: number, refunds: readonly RefundSnapshot[], reserved: number): Tip['refund'] {
  const refunded = sumOfRefundProjection(refunds.filter((refund) => progress(refund) === 'done'));
  const pending = pendingRefunds(refunds) + reserved;
  const failure = refunded < amount && reserved === 0 ? latestFailure(refunds) : undefined;
  const status = refundStatus(amount, refunded, pending, refunds);
  const presented = presentedRefunds(refunds, reserved);
  return {
    status,
    refunded,
    pending,
    ...(failure === undefined ? {} : { failure }),
    ...(presented === undefined ? {} : { presented }),
  };
}

/** Only whole sums: while one refund is unknown to Stripe or without a sum in the fan's currency, there is none. */
function presentedRefunds(refunds: readonly RefundSnapshot[], reserved: number): Tip['refund']['presented'] {
  const counted = refunds.filter((refund) => progress(refund) !== 'void');
  const currencies = new Set(counted.map(({ presented }) => presented?.currency));
  if (reserved > 0 || currencies.size !== 1 || currencies.has(undefined)) return undefined;
  const sumOf = (wanted: 'done' | 'under-way') =>
    counted
      .filter((refund) => progress(refund) === wanted)
      .reduce((total, { presented }) => total + (presented?.amount ?? 0), 0);
  return { refunded: sumOf('done'), pending: sumOf('under-way') };
}

/** A failed refund without a later refund that replaces it. */
function latestFailure(refunds: readonly RefundSnapshot[]): Tip['refund']['failure'] {
  const madeAt = ({ createdAt = 0 }: RefundSnapshot) => createdAt;
  const latest = refunds
    .filter(({ status }) => status === 'failed')
    .reduce<RefundSnapshot | undefined>(
      (last, refund) => (last === undefined || madeAt(refund) > madeAt(last) ? refund : last),
      undefined,
    );
  if (latest === undefined) return undefined;
  const isMadeUpFor = refunds.some(
    (refund) => progress(refund) !== 'void' && madeAt(refund) >= madeAt(latest),
  );
  if (isMadeUpFor) return undefined;
  const { amount, failureReason: reason = null, presented } = latest;
  return { amount, reason, ...(presented ? { presented } : {}) };
}

/** The refunded amount for the totals: a failed refund is left out, so the totals rise again. */
export function countedRefunds(refunds: readonly RefundSnapshot[]): number {
  return sumOfRefundProjection(refunds.filter((refund) => progress(refund) !== 'void'));
}

/** The part of these refunds that has not arrived yet. */
function pendingRefunds(refunds: readonly RefundSnapshot[]): number {
  return sumOfRefundProjection(refunds.filter((refund) => progress(refund) === 'under-way'));
}

function refundStatus(
  amount: number,
  refunded: number,
  pending: number,
  refunds: readonly RefundSnapshot[],
): Tip['refund']['status'] {
  if (refunded >= amount) return 'full';
  if (pending > 0) return 'pending';
  if (refunded > 0) return 'partial';
  return refunds.some((refund) => refund.status === 'failed') ? 'failed' : 'none';
}

function progress(refund: RefundSnapshot): 'done' | 'under-way' | 'void' {
  switch (refund.status) {
    case 'succeeded':
      return 'done';
    case 'pending':
    case 'requires_action':
      return 'under-way';
    case 'failed':
    case 'canceled':
      return 'void';
    default:
      return unreachable(refund.status);
  }
}

function sumOfRefundProjection(refunds: readonly RefundSnapshot[]): number {
  return refunds.reduce((total, refund) => total + refund.amount, 0);
}

const nothing: NonNullable<Tip['returned']> = {
  refundNet: 0,
  disputeNet: 0,
  disputeFee: 0,
  refundedAt: null,
  disputedAt: null,
};

/**
 * What Stripe booked for refunds and disputes. Adapters may leave out the refunds of a charge without refunds and the disputes of an undisputed one:
 * an empty list keeps the stored part.
 */
export function projectReturned(
  known: Tip['returned'],
  { refunds, disputes }: Pick<PaymentSnapshot, 'refunds' | 'disputes'>,
): Tip['returned'] {
  if (refunds.length === 0 && disputes.length === 0) return known;
  const { refundsMade, refundsFailed, refundFailedAt: _failedAt, ...others } = known ?? nothing;
  const { disputesMoved, disputeMovedAt: _movedAt, ...before } = others;
  const each = refunds.length === 0 ? (refundsMade ?? []) : refundsOf(refunds);
  const failed = refunds.length === 0 ? (refundsFailed ?? []) : failedOf(refunds);
  const lastFailed = failed.at(-1);
  const moved = disputes.length === 0 ? (disputesMoved ?? []) : movesOf(disputes);
  const last = moved.at(-1);
  const of: Partial<ReturnType<typeof ofDisputes>> = disputes.length === 0 ? {} : ofDisputes(disputes);
  // A question may become a dispute on a later day.
  const needsDays = moved.length > 1 || last?.at !== (of.disputedAt ?? before.disputedAt);
  return {
    ...before,
    ...(refunds.length === 0 ? {} : ofRefunds(refunds)),
    ...of,
    ...(each.length > 1 && { refundsMade: each }),
    ...(lastFailed !== undefined && { refundsFailed: failed, refundFailedAt: lastFailed.at }),
    ...(needsDays && last !== undefined && { disputesMoved: moved, disputeMovedAt: last.at }),
  };
}

/** Those whose money came back, in the order in which it did. */
const failedOf = (refunds: readonly RefundSnapshot[]): readonly RefundFailed[] =>
  refunds
    .flatMap(({ amount, createdAt = 0, booked, cameBack }) =>
      cameBack ? [{ madeAt: createdAt, took: (booked ?? 0) - cameBack.net, ...cameBack, amount }] : [],
    )
    .toSorted((a, b) => a.at - b.at);

/** The others that have changed anything, oldest first. */
const refundsOf = (refunds: readonly RefundSnapshot[]): readonly RefundMade[] =>
  refunds
    .filter(({ cameBack = null }) => cameBack === null)
    .map((refund) => ({
      at: refund.createdAt ?? 0,
      net: refund.booked ?? 0,
      amount: progress(refund) === 'void' ? 0 : refund.amount,
    }))
    .filter(({ at, net, amount }) => at > 0 && (net !== 0 || amount !== 0))
    .toSorted((a, b) => a.at - b.at);

/** All that was taken and returned for disputes, oldest first. The amounts add up to what is held or lost now. */
const movesOf = (disputes: readonly DisputeSnapshot[]): readonly DisputeMoved[] =>
  disputes
    .flatMap((dispute) => {
      const { amount, createdAt = 0, booked } = dispute;
      const moves = (booked?.moves ?? []).map((move) => ({
        ...move,
        amount: 0 - Math.sign(move.net + move.fee) * amount,
      }));
      const held = holdsMoney(dispute) ? amount : 0;
      const missing = moves.reduce((left, move) => left - move.amount, held);
      // Stripe has not booked it yet.
      return missing === 0 ? moves : [{ at: createdAt, net: 0, fee: 0, amount: missing }, ...moves];
    })
    .toSorted((a, b) => a.at - b.at);

/** A refund that failed leaves the day of an earlier one as it is. */
const ofRefunds = (refunds: readonly RefundSnapshot[]) => ({
  refundNet: sumOfReturnedProjection(refunds, ({ booked }) => booked ?? 0),
  refundedAt: refundsOf(refunds).at(-1)?.at ?? latest(refunds),
});

const ofDisputes = (disputes: readonly DisputeSnapshot[]) => ({
  disputeNet: sumOfReturnedProjection(disputes, ({ booked }) => booked?.net ?? 0),
  disputeFee: sumOfReturnedProjection(disputes, ({ booked }) => booked?.fee ?? 0),
  disputedAt: latest(disputes),
});

const sumOfReturnedProjection = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

const latest = (items: readonly { readonly createdAt?: number }[]): number | null =>
  items.reduce<number | null>(
    (last, { createdAt = null }) => (createdAt === null ? last : Math.max(last ?? 0, createdAt)),
    null,
  );

/**
 * The tip after Stripe's fresh answer: pure, no clock, no I/O, and the same answer twice changes nothing but `syncedAt`. Stripe's answer replaces the
 * stored state, except for an answer older than a success. When the payment differs from the tip's request (amount, currency, account, metadata), the
 * tip is held and not counted.
 * `reserved`: minor units of Busker's own refund requests that Stripe does not have yet.
 * The writer sets `rev` and `updatedAt`.
 */
export function projectTip(known: Tip, snapshot: PaymentSnapshot, reserved = 0): Tip {
  const tip = snapshot.intent === null ? known : withAmounts(known, snapshot.intent);
  const payment = projectPayment(tip, snapshot);
  const dispute = projectDispute(tip.dispute, snapshot.disputes);
  const mismatches = mismatchesOf(tip, snapshot);
  const movedBack = payment.status === 'succeeded' ? countedRefunds(snapshot.refunds) : 0;
  const counted = payment.status === 'succeeded' && mismatches.length === 0;
  return {
    ...tip,
    payment,
    refund: projectRefund(tip.amount, snapshot.refunds, reserved),
    dispute,
    moderation: moderationWith(tip.moderation, mismatches),
    fan: { ...tip.fan, country: tip.fan.country ?? snapshot.charge?.method?.country ?? null },
    stripe: stripeIds(tip.stripe, snapshot),
    warning: projectWarning(tip.warning, snapshot.warnings),
    risk: snapshot.charge?.riskLevel ?? tip.risk,
    fees: bookedFees(tip.fees, snapshot),
    returned: projectReturned(tip.returned, snapshot),
    state: tipState({ amount: tip.amount, payment, dispute }, movedBack),
    contrib: counted ? contribution(tip.amount, movedBack, dispute) : noContribution,
    ...(tip.cycle === undefined ? {} : { cycle: projectCycle(tip.cycle, snapshot) }),
    amountChange: openChange(tip, payment, snapshot.askedAt),
    syncedAt: snapshot.askedAt,
  };
}

/** A change of the amount is over once the payment is over, or when this answer is younger than any change that Stripe could still make. */
function openChange({ amountChange }: Tip, { status }: Tip['payment'], askedAt: number): Tip['amountChange'] {
  if (amountChange === null || !isOpenPayment(status)) return null;
  return askedAt >= amountChange.until ? null : amountChange;
}

/** The change of the owner's totals when `after` replaces `before`. Zeros for a replay. */
export function contributionDelta(before: TipContribution, after: TipContribution): TipContribution {
  return {
    count: after.count - before.count,
    gross: after.gross - before.gross,
    refunded: after.refunded - before.refunded,
    disputed: after.disputed - before.disputed,
  };
}

/** The first payment of a monthly tip learns of its invoice once it is paid. */
function projectCycle(known: TipCycle, { invoice }: PaymentSnapshot): TipCycle {
  if (invoice == null || known.invoiceId !== null) return known;
  const { id: invoiceId, subscriptionId, from, to } = invoice;
  return { ...known, invoiceId, subscriptionId, period: { from, to } };
}

/** Whether a projection changes the tip. If not, only `syncedAt` needs to be written. */
export function isNews(before: Tip, after: Tip): boolean {
  const comparable = (tip: Tip) => JSON.stringify({ ...tip, rev: 0, updatedAt: 0, syncedAt: 0 });
  return comparable(before) !== comparable(after);
}

function contribution(amount: number, refunded: number, dispute: Tip['dispute']): TipContribution {
  const disputed = dispute.status === 'open' || dispute.status === 'lost' ? dispute.amount : 0;
  return { count: 1, gross: amount, refunded, disputed };
}

/** While Stripe's page is open, and after it expired, the session decides: it is what we can close, and cards are only tried on its payment. */
function settledIntent({ intent, session }: PaymentSnapshot): string | null {
  return session === null || session.status === 'complete' ? (intent?.id ?? null) : null;
}

function stripeIds(known: Tip['stripe'], snapshot: PaymentSnapshot): Tip['stripe'] {
  const { session, charge } = snapshot;
  const statement = charge?.statement ?? known.statement;
  // A second try without the wallet belongs to another charge.
  const wallet =
    charge?.method === undefined || charge.method === null
      ? known.wallet
      : (charge.method.wallet ?? undefined);
  return {
    accountId: known.accountId,
    paymentIntentId: known.paymentIntentId ?? settledIntent(snapshot),
    checkoutSessionId: known.checkoutSessionId ?? session?.id ?? null,
    chargeId: charge?.id ?? known.chargeId,
    balanceTransactionId: charge?.balance?.id ?? known.balanceTransactionId,
    paymentMethodType: charge?.method?.type ?? known.paymentMethodType,
    brand: charge?.method?.brand ?? known.brand,
    last4: charge?.method?.last4 ?? known.last4,
    ...(wallet !== undefined && { wallet }),
    ...(statement !== undefined && { statement }),
  };
}

/** The latest warning. An answer without warnings keeps the stored one: nobody asks for them until an event announces one. */
export function projectWarning(known: Tip['warning'], warnings: PaymentSnapshot['warnings']): Tip['warning'] {
  const latest = warnings.toSorted((a, b) => b.createdAt - a.createdAt)[0];
  return latest === undefined
    ? known
    : { type: latest.type, actionable: latest.actionable, at: latest.createdAt };
}

/** The estimate is a card's. Nobody here knows what other ways cost, before Stripe has booked it. */
function hasOtherPrice(charge: PaymentSnapshot['charge']): boolean {
  const { status, method = null } = charge ?? {};
  return status === 'succeeded' && method !== null && !usualMethods.includes(method.type);
}

function bookedFees(known: Tip['fees'], { charge }: PaymentSnapshot): Tip['fees'] {
  const booked = charge?.balance;
  const estimated = hasOtherPrice(charge) ? 0 : known.estimated;
  if (!booked) return { ...known, estimated };
  return {
    estimated,
    stripe: booked.stripeFee,
    application: booked.applicationFee,
    net: booked.net,
    settlementCurrency: booked.currency,
  };
}

const mismatch = 'payment-mismatch:';

/** Whether a tip is held because its payment differs from the requested one. */
export const isMismatch = (reason: string): boolean => reason.startsWith(mismatch);

/**
 * How a payment differs from the tip's request: `payment-mismatch:amount`, `…:currency` and so on; empty when it does not differ. Such a tip is held
 * and not counted until Stripe and Busker agree again. A difference during a change of the amount goes away by itself.
 */
export function mismatchesOf(tip: Tip, snapshot: PaymentSnapshot): readonly string[] {
  const { intent, invoice, accountId, livemode } = snapshot;
  if (intent === null) return [];
  const { paymentIntentId } = tip.stripe;
  const named = tip.cycle === undefined ? intent : (invoice ?? intent);
  const differences: Readonly<Record<string, boolean>> = {
    intent: paymentIntentId !== null && paymentIntentId !== intent.id,
    amount: intent.amount !== tip.amount,
    received: intent.status === 'succeeded' && intent.amountReceived !== tip.amount,
    currency: intent.currency !== tip.currency,
    account: accountId !== tip.stripe.accountId,
    livemode: livemode !== tip.livemode,
    [metadataKeys.tipId]: named.tipId !== (tip.cycle?.monthlyId ?? tip.tipId),
    [metadataKeys.uid]: named.uid !== tip.ownerUid,
    subscription: isOtherSubscription(tip, invoice),
    payments: (invoice?.paidPayments ?? 0) > 1,
  };
  return Object.keys(differences)
    .filter((name) => differences[name])
    .map((name) => mismatch + name);
}

function isOtherSubscription({ cycle }: Tip, invoice: PaymentSnapshot['invoice']): boolean {
  const known = cycle?.subscriptionId ?? null;
  return known !== null && invoice != null && invoice.subscriptionId !== known;
}

/** Holds a tip whose payment does not match, and releases it when that was the only reason. An owner's `hidden` stays. */
export function moderationWith(
  moderation: Tip['moderation'],
  mismatches: readonly string[],
): Tip['moderation'] {
  const others = moderation.reasons.filter((reason) => !isMismatch(reason));
  const reasons = [...others, ...mismatches];
  if (moderation.state === 'hidden') return { state: 'hidden', reasons };
  if (mismatches.length > 0) return { state: 'held', reasons };
  const wasMismatch = others.length < moderation.reasons.length;
  return { state: wasMismatch && others.length === 0 ? 'visible' : moderation.state, reasons };
}
