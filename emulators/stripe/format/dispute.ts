import type Stripe from 'stripe';
import { isInquiry } from '../payments/chargebacks';
import type { Sandbox } from '../sandbox';
import type { DisputeEntity, EarlyFraudWarningEntity } from '../state/dispute-entities';
import type { PaymentMethodEntity } from '../state/payment-entities';
import { formatBalanceTransaction } from './balance-transaction';

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
