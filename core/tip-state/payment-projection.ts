import { unreachable } from '../base/result';
import type { PaymentsState } from '../payments/payments-state';
import { isRenewal, type PaymentStatus, type Tip, type TipState } from '../tip/tip';
import type { IntentSnapshot, PaymentSnapshot, SessionSnapshot } from './payment-snapshot';

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
export function projectPayment(tip: Tip, snapshot: PaymentSnapshot): Tip['payment'] {
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
