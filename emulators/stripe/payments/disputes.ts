import { formatDispute, formatEarlyFraudWarning } from '../format/dispute';
import type { Sandbox } from '../sandbox';
import type { DisputeEntity, DisputeStatus } from '../state/dispute-entities';
import type { ChargeEntity } from '../state/payment-entities';
import { isAppeal, isInquiry } from './chargebacks';
import { book } from './ledger';

/** Stripe's dispute fee, in minor units of a two-decimal currency. */
const DISPUTE_FEE = 1500;
const DAYS_TO_ANSWER = 9 * 24 * 3600;

export type DisputeKind = 'fraudulent' | 'product_not_received' | 'inquiry' | 'claim';

function reasonOf(kind: DisputeKind): DisputeEntity['reason'] {
  switch (kind) {
    case 'inquiry':
      return 'general';
    case 'claim':
      return 'product_not_received';
    case 'fraudulent':
    case 'product_not_received':
      return kind;
  }
}

export function openDispute(sandbox: Sandbox, charge: ChargeEntity, kind: DisputeKind): DisputeEntity {
  const dispute: DisputeEntity = {
    id: sandbox.ids.next('du'),
    account: charge.account,
    created: sandbox.clock.seconds(),
    charge: charge.id,
    paymentIntent: charge.paymentIntent,
    amount: charge.amount,
    currency: charge.currency,
    reason: reasonOf(kind),
    ...(kind === 'claim' && { isClaim: true }),
    status: kind === 'inquiry' ? 'warning_needs_response' : 'needs_response',
    dueBy: sandbox.clock.seconds() + DAYS_TO_ANSWER,
    evidenceText: null,
    submissions: 0,
    balanceTransactions: [],
    metadata: {},
  };
  const disputed = { ...charge, disputed: true };
  sandbox.store.put('charge', disputed);
  emitEvent(sandbox, 'charge.dispute.created', save(sandbox, dispute));
  return isInquiry(dispute) ? dispute : withdrawFunds(sandbox, dispute);
}

function withdrawFunds(sandbox: Sandbox, dispute: DisputeEntity): DisputeEntity {
  const fee = { type: 'stripe_fee', amount: DISPUTE_FEE, description: 'Dispute fee' } as const;
  return moveFunds(sandbox, dispute, 'charge.dispute.funds_withdrawn', -dispute.amount, [fee]);
}

function moveFunds(
  sandbox: Sandbox,
  dispute: DisputeEntity,
  type: string,
  amount: number,
  fees: readonly { readonly type: 'stripe_fee'; readonly amount: number; readonly description: string }[],
): DisputeEntity {
  const transaction = book(sandbox, {
    account: dispute.account,
    amount,
    currency: dispute.currency,
    fees,
    source: dispute.id,
    type: 'adjustment',
    reportingCategory: amount < 0 ? 'dispute' : 'dispute_reversal',
    description: amount < 0 ? 'Chargeback withdrawal' : 'Chargeback reversal',
  });
  const balanceTransactions = [...dispute.balanceTransactions, transaction];
  const moved = save(sandbox, { ...dispute, balanceTransactions });
  emitEvent(sandbox, type, moved);
  return moved;
}

/** Stripe's special test evidence decides the dispute at once. Any other evidence puts it under review. */
export function answerDispute(sandbox: Sandbox, before: DisputeEntity, text: string | null): DisputeEntity {
  const dispute = {
    ...before,
    evidenceText: text ?? before.evidenceText,
    submissions: before.submissions + 1,
  };
  switch (dispute.evidenceText ?? '') {
    case 'winning_evidence':
      return closeDispute(sandbox, dispute, isInquiry(dispute) ? 'warning_closed' : 'won');
    case 'losing_evidence':
      return closeDispute(sandbox, dispute, isInquiry(dispute) ? 'warning_closed' : 'lost');
    case 'escalate_inquiry_evidence':
      return isInquiry(dispute) ? escalate(sandbox, dispute) : review(sandbox, dispute);
    default:
      return review(sandbox, dispute);
  }
}

function review(sandbox: Sandbox, dispute: DisputeEntity): DisputeEntity {
  if (isAppeal(dispute)) return update(sandbox, dispute, 'appeal_under_review');
  return update(sandbox, dispute, isInquiry(dispute) ? 'warning_under_review' : 'under_review');
}

/** Opens a lost dispute again. No money moves until the appeal is won. Any other dispute stays as it is. */
export const appealDispute = (sandbox: Sandbox, dispute: DisputeEntity): DisputeEntity =>
  dispute.status === 'lost' ? update(sandbox, dispute, 'appeal_needs_response') : dispute;

const escalate = (sandbox: Sandbox, dispute: DisputeEntity): DisputeEntity =>
  withdrawFunds(sandbox, update(sandbox, dispute, 'needs_response'));

export function updateDispute(sandbox: Sandbox, dispute: DisputeEntity): DisputeEntity {
  const saved = save(sandbox, dispute);
  emitEvent(sandbox, 'charge.dispute.updated', saved);
  return saved;
}

const update = (sandbox: Sandbox, dispute: DisputeEntity, status: DisputeStatus): DisputeEntity =>
  updateDispute(sandbox, { ...dispute, status });

export type DisputeEnd = 'won' | 'lost' | 'prevented' | 'warning_closed';

/** Closes a dispute. A won or prevented dispute returns the withdrawn money. */
export function closeDispute(sandbox: Sandbox, dispute: DisputeEntity, end: DisputeEnd): DisputeEntity {
  const closed = update(sandbox, dispute, end);
  emitEvent(sandbox, 'charge.dispute.closed', closed);
  const isRestored = (end === 'won' || end === 'prevented') && closed.balanceTransactions.length > 0;
  return isRestored
    ? moveFunds(sandbox, closed, 'charge.dispute.funds_reinstated', closed.amount, [])
    : closed;
}

export function warnOfFraud(sandbox: Sandbox, charge: ChargeEntity): string {
  const warning = {
    id: sandbox.ids.next('issfr'),
    account: charge.account,
    created: sandbox.clock.seconds(),
    charge: charge.id,
    paymentIntent: charge.paymentIntent,
  };
  sandbox.store.put('earlyFraudWarning', warning);
  const object = formatEarlyFraudWarning(sandbox, warning);
  sandbox.emit({ account: warning.account, type: 'radar.early_fraud_warning.created', object });
  return warning.id;
}

function save(sandbox: Sandbox, dispute: DisputeEntity): DisputeEntity {
  sandbox.store.put('dispute', dispute);
  return dispute;
}

function emitEvent(sandbox: Sandbox, type: string, dispute: DisputeEntity): void {
  sandbox.emit({ account: dispute.account, type, object: formatDispute(sandbox, dispute) });
}
