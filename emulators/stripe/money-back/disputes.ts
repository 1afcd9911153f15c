import type Stripe from 'stripe';
import { book, formatBalanceTransaction } from '../accounts/balance';
import { typeOfMethod } from '../payments/payment-methods';
import type {
  ChargeEntity,
  DisputeEntity,
  DisputeStatus,
  EarlyFraudWarningEntity,
  PaymentMethodEntity,
} from '../state/payment-entities';
import type { Sandbox } from '../state/sandbox';
import { refused } from '../wire/refusal';

const INQUIRY = new Set<DisputeStatus>(['warning_needs_response', 'warning_under_review', 'warning_closed']);

/** No money moves in the inquiry phase. */
export const isInquiry = ({ status }: DisputeEntity): boolean => INQUIRY.has(status);

/** Disputes that are decided. An appeal opens a lost one again. */
const CLOSED = new Set<DisputeStatus>(['won', 'lost', 'prevented', 'warning_closed']);

export const isOpenDispute = ({ status }: DisputeEntity): boolean => !CLOSED.has(status);

/** A lost dispute that was appealed. Its money stays withdrawn until the appeal is won. */
const isAppeal = ({ status }: DisputeEntity): boolean =>
  status === 'appeal_needs_response' || status === 'appeal_under_review';

const isChargeback = (dispute: DisputeEntity): boolean =>
  dispute.status === 'lost' || (isOpenDispute(dispute) && !isInquiry(dispute));

/**
 * Whether a dispute has withdrawn the charge's money or may still do so. Inquiries and prevented or won disputes do
 * not count.
 */
export const chargebackOf = ({ store }: Pick<Sandbox, 'store'>, charge: string): DisputeEntity | undefined =>
  store.all('dispute').find((dispute) => dispute.charge === charge && isChargeback(dispute));

const NO_EVIDENCE = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
} satisfies Stripe.Dispute.Evidence;

const NETWORK_REASON = { fraudulent: '10.4', product_not_received: '13.1', general: '00' } as const;

/** Stripe has details of cards and of Amazon Pay alone. */
function formatMethod(
  dispute: DisputeEntity,
  method: PaymentMethodEntity | undefined,
): Stripe.Dispute.PaymentMethodDetails | undefined {
  if (method?.card === null)
    return method.redirect === 'amazon_pay'
      ? { amazon_pay: { dispute_type: dispute.isClaim ? 'claim' : 'chargeback' }, type: method.redirect }
      : undefined;
  const brand = method?.card.brand ?? 'visa';
  return {
    card: {
      brand,
      case_type: isInquiry(dispute) ? 'inquiry' : 'chargeback',
      network: brand,
      network_reason_code: NETWORK_REASON[dispute.reason],
    },
    type: 'card',
  };
}

type Parts = Pick<Sandbox, 'store' | 'clock'>;

export function formatDispute({ store, clock }: Parts, dispute: DisputeEntity): Stripe.Dispute {
  const charge = store.get('charge', dispute.charge);
  const method = charge && store.get('paymentMethod', charge.paymentMethod);
  const details = formatMethod(dispute, method);
  const transactions = dispute.balanceTransactions.flatMap((id) => store.get('balanceTransaction', id) ?? []);
  const inquiry = isInquiry(dispute);
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: transactions.map((entry) => formatBalanceTransaction(entry, clock.seconds())),
    charge: dispute.charge,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: { ...NO_EVIDENCE, uncategorized_text: dispute.evidenceText },
    evidence_details: {
      due_by: dispute.dueBy,
      enhanced_eligibility: {},
      has_evidence: dispute.evidenceText !== null,
      past_due: dispute.dueBy < clock.seconds() && dispute.submissions === 0,
      submission_count: dispute.submissions,
      submission_method: dispute.submissions > 0 ? 'manual' : 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: { ...dispute.metadata },
    network_reason_code: method?.card === null ? null : NETWORK_REASON[dispute.reason],
    payment_intent: dispute.paymentIntent,
    ...(details && { payment_method_details: details }),
    reason: dispute.reason,
    status: dispute.status,
  } satisfies Stripe.Dispute;
}

export function formatEarlyFraudWarning(
  { store }: Pick<Sandbox, 'store'>,
  warning: EarlyFraudWarningEntity,
): Stripe.Radar.EarlyFraudWarning {
  const charge = store.get('charge', warning.charge);
  return {
    id: warning.id,
    object: 'radar.early_fraud_warning',
    actionable: charge !== undefined && charge.amountRefunded < charge.amount && !charge.disputed,
    charge: warning.charge,
    created: warning.created,
    fraud_type: 'unauthorized_use_of_card',
    livemode: false,
    payment_intent: warning.paymentIntent,
  } satisfies Stripe.Radar.EarlyFraudWarning;
}

/** Stripe's dispute fee, in minor units of a two-decimal currency. */
const DISPUTE_FEE = 1500;
const DAYS_TO_ANSWER = 9 * 24 * 3600;

type DisputeKind = 'fraudulent' | 'product_not_received' | 'inquiry' | 'claim';

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

type DisputeEnd = 'won' | 'lost' | 'prevented' | 'warning_closed';

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

/** Ways whose payments a buyer cannot take back: https://docs.stripe.com/payments/payment-methods/payment-method-support */
const undisputed: readonly string[] = ['ideal', 'wero', 'bancontact', 'eps', 'p24', 'swish'];

/** Ways whose disputes the account cannot contest: https://docs.stripe.com/payments/pix and /upi */
const uncontested: readonly string[] = ['pix', 'upi'];

const typeOf = (method: PaymentMethodEntity | undefined): string =>
  method === undefined ? 'card' : typeOfMethod(method);

/** Refuses a dispute that a buyer cannot open with this way to pay. */
export function checkDisputable({ store }: Sandbox, charge: ChargeEntity, kind: DisputeKind): void {
  const type = typeOf(store.get('paymentMethod', charge.paymentMethod));
  if (undisputed.includes(type)) throw refused(`Nobody can dispute a payment by ${type}.`);
  if (kind === 'claim' && type !== 'amazon_pay') throw refused('Only payments by amazon_pay have claims.');
  if (kind === 'inquiry' && type !== 'card') throw refused('Only payments by card have inquiries.');
}

/** Refuses evidence where the account cannot contest a dispute. Stripe's words for the refusal are not known to the letter. */
export function checkContestable(
  { store }: Sandbox,
  { charge: disputed }: { readonly charge: string },
): void {
  const charge = store.get('charge', disputed);
  const type = typeOf(charge && store.get('paymentMethod', charge.paymentMethod));
  if (uncontested.includes(type)) throw refused(`Disputes of payments by ${type} cannot be contested.`);
}
