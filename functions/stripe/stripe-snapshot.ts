import type Stripe from 'stripe';
import {
  intentStatuses,
  metadataKeys,
  type ChargeSnapshot,
  type DisputeSnapshot,
  type IntentSnapshot,
  type RefundSnapshot,
  type SessionSnapshot,
  type WarningSnapshot,
} from '../../core/tip/state/payment-snapshot';
import type { FanSum } from '../../core/money/fan-money';
import { riskLevels, readAmounts } from '../../core/tip/tip';
import type { ListedIntent } from './payments';

/** Stripe's enums are open: an unknown value reads as `otherwise`. */
function known<T extends string>(values: readonly T[], given: string | null, otherwise: T): T {
  return values.find((value) => value === given) ?? otherwise;
}

const idOf = (given: string | { readonly id: string } | null | undefined): string | null =>
  typeof given === 'string' ? given : (given?.id ?? null);

const seconds = (given: number) => given * 1000;

/** A sum in the fan's own currency. A code that is none is left out: it is shown to people. */
function presentedSum(
  details: Stripe.PaymentIntent.PresentmentDetails | Stripe.Refund.PresentmentDetails | undefined,
): FanSum | null {
  if (details == null || !/^[a-z]{3}$/.test(details.presentment_currency)) return null;
  return { amount: details.presentment_amount, currency: details.presentment_currency };
}

export function intentSnapshot(intent: Stripe.PaymentIntent, failedAttempts: number): IntentSnapshot {
  const error = intent.last_payment_error;
  return {
    id: intent.id,
    status: known(intentStatuses, intent.status, 'processing'),
    amount: intent.amount,
    amountReceived: intent.amount_received,
    amounts: readAmounts(intent.metadata[metadataKeys.amounts]),
    currency: intent.currency,
    presented: presentedSum(intent.presentment_details),
    tipId: intent.metadata[metadataKeys.tipId] ?? null,
    uid: intent.metadata[metadataKeys.uid] ?? null,
    cancellationReason: intent.cancellation_reason,
    lastError: error === null ? null : lastErrorOf(error),
    failedAttempts,
  };
}

function lastErrorOf(error: Stripe.PaymentIntent.LastPaymentError): IntentSnapshot['lastError'] {
  const { charge, payment_method: method } = error;
  return {
    code: error.code ?? error.type,
    declineCode: error.decline_code ?? null,
    unchargedMethod: charge === undefined ? (method?.id ?? null) : null,
  };
}

export function listedIntent(intent: Stripe.PaymentIntent): ListedIntent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const [uid, tipId] = [intent.metadata[metadataKeys.uid], intent.metadata[metadataKeys.tipId]];
  return {
    paymentIntentId: intent.id,
    reference: uid === undefined || tipId === undefined ? null : { uid, tipId },
    succeeded: intent.status === 'succeeded',
    amount: intent.amount,
    refunded: charge?.amount_refunded ?? 0,
    disputed: charge?.disputed ?? false,
    booked: idOf(charge?.balance_transaction) !== null,
    declined: intent.last_payment_error !== null || charge?.status === 'failed',
  };
}

export function chargeSnapshot(charge: Stripe.Charge): ChargeSnapshot {
  const details = charge.payment_method_details;
  const card = details?.card;
  const balance = typeof charge.balance_transaction === 'object' ? charge.balance_transaction : null;
  const risk = charge.outcome?.risk_level;
  return {
    id: charge.id,
    status: known(['pending', 'succeeded', 'failed'], charge.status, 'pending'),
    createdAt: seconds(charge.created),
    method:
      details == null
        ? null
        : {
            type: details.type,
            brand: card?.brand ?? null,
            last4: card?.last4 ?? null,
            country: card?.country ?? null,
            wallet: card?.wallet?.type ?? null,
            fingerprint: card?.fingerprint ?? null,
          },
    statement: charge.calculated_statement_descriptor,
    riskLevel: riskLevels.find((level) => level === risk) ?? null,
    balance: balance === null ? null : balanceOf(balance),
  };
}

function balanceOf(transaction: Stripe.BalanceTransaction): ChargeSnapshot['balance'] {
  const sum = (...types: readonly string[]) =>
    transaction.fee_details
      .filter((detail) => types.includes(detail.type))
      .reduce((total, detail) => total + detail.amount, 0);
  return {
    id: transaction.id,
    stripeFee: sum('stripe_fee', 'tax'),
    applicationFee: sum('application_fee'),
    net: transaction.net,
    currency: transaction.currency,
  };
}

export function refundSnapshot(refund: Stripe.Refund): RefundSnapshot {
  return {
    id: refund.id,
    amount: refund.amount,
    status: known(
      ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'],
      refund.status,
      'pending',
    ),
    requestId: refund.metadata?.[metadataKeys.requestId] ?? null,
    failureReason: refund.failure_reason ?? null,
    presented: presentedSum(refund.presentment_details),
    createdAt: seconds(refund.created),
    booked: bookedOf([refund.balance_transaction, refund.failure_balance_transaction]),
  };
}

/** The sum of the expanded balance transactions; null when none is expanded or booked. */
function bookedOf(
  transactions: readonly (string | Stripe.BalanceTransaction | null | undefined)[],
): number | null {
  const expanded = transactions.filter((each) => typeof each === 'object' && each !== null);
  return expanded.length === 0 ? null : expanded.reduce((total, { net }) => total + net, 0);
}

const disputeStatuses = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
  'prevented',
] as const;

/** A lost dispute that the owner can, or does, take further. The money stays with the fan until it is won. */
const appealed = new Set<string>(['appeal_needs_response', 'appeal_under_review']);

export function disputeSnapshot(dispute: Stripe.Dispute): DisputeSnapshot {
  const due = dispute.evidence_details.due_by;
  const isAppealed = appealed.has(dispute.status);
  return {
    id: dispute.id,
    amount: dispute.amount,
    status: isAppealed ? 'lost' : known(disputeStatuses, dispute.status, 'under_review'),
    dueBy: due === null || isAppealed ? null : seconds(due),
    createdAt: seconds(dispute.created),
    booked: {
      net: dispute.balance_transactions.reduce((total, { net }) => total + net, 0),
      fee: dispute.balance_transactions.reduce((total, { fee }) => total + fee, 0),
    },
  };
}

export function warningSnapshot(warning: Stripe.Radar.EarlyFraudWarning): WarningSnapshot {
  const { fraud_type: type, actionable, created } = warning;
  return { type, actionable, createdAt: seconds(created) };
}

export function sessionSnapshot(session: Stripe.Checkout.Session): SessionSnapshot {
  return { id: session.id, status: known(['open', 'complete', 'expired'], session.status, 'open') };
}

export { idOf };
