import type Stripe from 'stripe';
import { book, refundFeeShare } from '../accounts/balance';
import { chargebackOf } from './disputes';
import { formatCharge } from '../payments/charges';
import { formatPresentment } from '../payments/intents';
import { behaviourOf, redirectOf } from '../payments/payment-methods';
import { formatAmount, roundedShare } from '../reference/amounts';
import { redirectMethods } from '../reference/method-types';
import type {
  ChargeEntity,
  Metadata,
  PaymentMethodEntity,
  PresentmentEntity,
  RefundEntity,
  RefundReason,
} from '../state/payment-entities';
import type { Sandbox } from '../state/sandbox';
import { invalidParameter, refused } from '../wire/refusal';

export function formatRefund(refund: RefundEntity): Stripe.Refund {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: refund.balanceTransaction,
    charge: refund.charge,
    created: refund.created,
    currency: refund.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    ...(refund.failureBalanceTransaction !== null && {
      failure_balance_transaction: refund.failureBalanceTransaction,
    }),
    ...(refund.failureReason !== null && { failure_reason: refund.failureReason }),
    metadata: { ...refund.metadata },
    payment_intent: refund.paymentIntent,
    payment_method: refund.paymentMethod,
    ...(refund.pendingReason !== null && { pending_reason: refund.pendingReason }),
    ...formatPresentment(refund.presentment),
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  } satisfies Stripe.Refund;
}

const isKept = ({ status }: RefundEntity): boolean => status !== 'failed' && status !== 'canceled';

/** What the refunds of a charge gave back, in minor units of the currency that the fan paid in; failed refunds gave nothing. */
export const presentedRefunds = ({ store }: Pick<Sandbox, 'store'>, { id }: ChargeEntity): number =>
  store
    .all('refund')
    .filter((refund) => refund.charge === id && isKept(refund))
    .reduce((sum, { presentment }) => sum + (presentment?.amount ?? 0), 0);

/**
 * The part of a new refund in the currency that the fan paid in, at the payment's own rate; null = the fan paid in ours. It is what the sum of the refunds
 * lacks, so that the refunds of a whole payment add up to what the fan paid. `amount` is in minor units of our currency.
 */
function refundPresentment(
  sandbox: Pick<Sandbox, 'store'>,
  charge: ChargeEntity,
  amount: number,
): PresentmentEntity | null {
  const paid = charge.presentment;
  if (!paid) return null;
  const refunded = BigInt(charge.amountRefunded + amount);
  const due = Number(roundedShare(BigInt(paid.amount), refunded, BigInt(charge.amount)));
  // Less than nothing is due where an earlier refund failed and the others were rounded up.
  return { currency: paid.currency, amount: Math.max(0, due - presentedRefunds(sandbox, charge)) };
}

/** The time until a test card's refund settles or fails, in milliseconds. */
const SETTLING_TIME = 1500;
const DAY = 86_400_000;

interface RefundRequest {
  /** Null refunds everything that is left. */
  readonly amount: number | null;
  readonly reason: RefundReason | null;
  readonly metadata: Metadata;
  readonly refundApplicationFee: boolean;
}

/** Banks take a payment back for some time only. Stripe's words for the refusal are not known to the letter. */
function checkInTime({ store, clock }: Sandbox, charge: ChargeEntity): void {
  const way = redirectOf(store.get('paymentMethod', charge.paymentMethod));
  if (way === null) return;
  const { name, refundDays } = redirectMethods[way];
  if (refundDays !== null && clock.seconds() > charge.created + refundDays * 86_400)
    throw refused(
      `Charge ${charge.id} is too old to be refunded: ${name} payments can be refunded for ${refundDays} days.`,
      'charge_not_refundable',
    );
}

function checkRefundable(sandbox: Sandbox, charge: ChargeEntity, amount: number | null): number {
  if (charge.status !== 'succeeded')
    throw refused(`Charge ${charge.id} was not successful and cannot be refunded.`, 'charge_not_refundable');
  if (chargebackOf(sandbox, charge.id))
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed');
  checkInTime(sandbox, charge);
  const left = charge.amount - charge.amountRefunded;
  if (left === 0) throw refused(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  if (amount !== null && amount > left)
    throw invalidParameter(
      'amount',
      `Refund amount (${formatAmount(amount, charge.currency)}) is greater than unrefunded amount on charge (${formatAmount(left, charge.currency)})`,
    );
  return amount ?? left;
}

export function createRefund(sandbox: Sandbox, charge: ChargeEntity, request: RefundRequest): RefundEntity {
  const amount = checkRefundable(sandbox, charge, request.amount);
  const method = sandbox.store.get('paymentMethod', charge.paymentMethod);
  const bank = method && behaviourOf(method).bank;
  const later = bank?.kind === 'approved' ? bank.later : 'nothing';
  const id = sandbox.ids.next('re');
  const share = request.refundApplicationFee ? refundFeeShare(sandbox, charge, amount) : 0;
  const presentment = refundPresentment(sandbox, charge, amount);
  const refund: RefundEntity = {
    id,
    account: charge.account,
    created: sandbox.clock.seconds(),
    charge: charge.id,
    paymentIntent: charge.paymentIntent,
    paymentMethod: charge.paymentMethod,
    amount,
    currency: charge.currency,
    reason: request.reason,
    metadata: request.metadata,
    status: later === 'refund-pending-first' ? 'pending' : 'succeeded',
    pendingReason: later === 'refund-pending-first' ? 'processing' : null,
    failureReason: null,
    balanceTransaction: bookRefund(sandbox, charge, id, -amount, share),
    failureBalanceTransaction: null,
    applicationFeeRefunded: share,
    ...(presentment && { presentment }),
  };
  sandbox.store.put('refund', refund);
  const reduced = { ...charge, amountRefunded: charge.amountRefunded + amount };
  sandbox.store.put('charge', reduced);
  sandbox.emit({ account: charge.account, type: 'refund.created', object: formatRefund(refund) });
  emitChargeEvents(sandbox, 'charge.refunded', reduced, { amount_refunded: charge.amountRefunded });
  if (later === 'refund-pending-first')
    plan(sandbox, { kind: 'settle-refund', refund: id }, settlingTime(method));
  if (later === 'refund-fails-later') plan(sandbox, { kind: 'fail-refund', refund: id });
  return refund;
}

/** A returned share of the application fee is a negative fee of the refund's balance transaction. */
const bookRefund = (
  sandbox: Sandbox,
  charge: ChargeEntity,
  source: string,
  amount: number,
  feeShare = 0,
): string =>
  book(sandbox, {
    fees:
      feeShare === 0
        ? []
        : [{ type: 'application_fee', amount: -feeShare, description: 'Busker application fee refund' }],
    account: charge.account,
    amount,
    currency: charge.currency,
    source,
    type: amount < 0 ? 'refund' : 'refund_failure',
    reportingCategory: amount < 0 ? 'refund' : 'refund_failure',
    description: amount < 0 ? 'REFUND FOR CHARGE' : 'REFUND FAILURE',
  });

function plan(
  { store, ids, clock }: Sandbox,
  task: { readonly kind: 'settle-refund' | 'fail-refund'; readonly refund: string },
  after = SETTLING_TIME,
): void {
  store.put('job', { id: ids.next('job'), dueAt: clock.now() + after, task });
}

function settlingTime(method: PaymentMethodEntity | undefined): number {
  const way = redirectOf(method);
  const days = way === null ? null : redirectMethods[way].refundPendingDays;
  return days === null ? SETTLING_TIME : days * DAY;
}

function emitChargeEvents(
  sandbox: Sandbox,
  type: string,
  charge: ChargeEntity,
  previous: Readonly<Record<string, unknown>>,
): void {
  sandbox.emit({ account: charge.account, type, object: formatCharge(sandbox, charge), previous });
}

function emitRefundEvents(
  sandbox: Sandbox,
  before: RefundEntity,
  after: RefundEntity,
  types: readonly string[],
): void {
  const previous = { status: before.status };
  for (const type of types)
    sandbox.emit({ account: after.account, type, object: formatRefund(after), previous });
}

/** Settles a pending refund. Returns any other refund unchanged. */
export function settleRefund(sandbox: Sandbox, refund: RefundEntity): RefundEntity {
  if (refund.status !== 'pending') return refund;
  const after: RefundEntity = { ...refund, status: 'succeeded', pendingReason: null };
  sandbox.store.put('refund', after);
  emitRefundEvents(sandbox, refund, after, ['refund.updated', 'charge.refund.updated']);
  return after;
}

/** The card's bank returned the money, so it is added to the account's balance again. */
export function failRefund(sandbox: Sandbox, refund: RefundEntity): RefundEntity {
  if (refund.status === 'failed' || refund.status === 'canceled') return refund;
  const charge = sandbox.store.get('charge', refund.charge);
  if (!charge) return refund;
  const after: RefundEntity = {
    ...refund,
    status: 'failed',
    pendingReason: null,
    failureReason: 'expired_or_canceled_card',
    failureBalanceTransaction: bookRefund(sandbox, charge, refund.id, refund.amount),
  };
  sandbox.store.put('refund', after);
  const restored = { ...charge, amountRefunded: charge.amountRefunded - refund.amount };
  sandbox.store.put('charge', restored);
  emitRefundEvents(sandbox, refund, after, ['refund.failed', 'charge.refund.updated']);
  emitChargeEvents(sandbox, 'charge.updated', restored, { amount_refunded: charge.amountRefunded });
  return after;
}
