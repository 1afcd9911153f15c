import type Stripe from 'stripe';
import type { BankAnswer } from '../reference/method-types';
import type {
  AuthenticationFlow,
  CardMethodEntity,
  ChargeEntity,
  OutcomeEntity,
  PaymentErrorEntity,
  PaymentMethodEntity,
} from '../state/payment-entities';
import type { Sandbox } from '../state/sandbox';
import { formatPresentment } from './intents';
import { cvcCheckOf, detailsOfCharge, formatBilling, walletOf } from './payment-methods';

function formatOutcome(outcome: OutcomeEntity): Stripe.Charge.Outcome {
  return {
    advice_code: outcome.adviceCode,
    network_advice_code: null,
    network_decline_code: outcome.type === 'issuer_declined' ? '01' : null,
    network_status: outcome.networkStatus,
    reason: outcome.reason,
    risk_level: outcome.riskLevel,
    risk_score: outcome.riskScore,
    ...(outcome.type === 'blocked' && { rule: 'block_if_high_risk' }),
    seller_message: outcome.sellerMessage,
    type: outcome.type,
  };
}

function formatThreeDSecure(
  flow: AuthenticationFlow,
): Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure | null {
  if (flow === null) return null;
  return {
    authentication_flow: flow,
    electronic_commerce_indicator: '05',
    exemption_indicator: null,
    result: 'authenticated',
    result_reason: null,
    transaction_id: null,
    version: '2.2.0',
  };
}

function formatCardDetails(
  charge: ChargeEntity,
  method: CardMethodEntity,
): Stripe.Charge.PaymentMethodDetails.Card {
  const { card } = method;
  return {
    amount_authorized: charge.status === 'succeeded' ? charge.amount : null,
    authorization_code: null,
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: method.billing.postalCode === null ? null : 'pass',
      cvc_check: charge.failure?.code === 'incorrect_cvc' ? 'fail' : cvcCheckOf(method),
    },
    country: card.country,
    electronic_commerce_indicator: charge.authentication ? '05' : null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    extended_authorization: { status: 'disabled' },
    fingerprint: card.fingerprint,
    funding: 'credit',
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card.last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id:
      charge.status === 'succeeded' ? charge.id.replace(/\D/g, '').padEnd(15, '0').slice(0, 15) : null,
    overcapture: { maximum_amount_capturable: charge.amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: formatThreeDSecure(charge.authentication),
    transaction_link_id: null,
    wallet: walletOf(card, null),
  };
}

function formatDetails(
  charge: ChargeEntity,
  method: PaymentMethodEntity,
): Stripe.Charge.PaymentMethodDetails {
  if (method.card !== null) return { card: formatCardDetails(charge, method), type: 'card' };
  const type = method.redirect ?? 'link';
  return { type, ...detailsOfCharge(type) };
}

export function formatCharge(sandbox: Sandbox, charge: ChargeEntity): Stripe.Charge {
  const method = sandbox.store.get('paymentMethod', charge.paymentMethod);
  if (!method) throw new Error(`The charge ${charge.id} lost its payment method.`);
  const succeeded = charge.status === 'succeeded';
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: succeeded ? charge.amount : 0,
    amount_refunded: charge.amountRefunded,
    application: charge.account === sandbox.platform ? null : 'ca_sandbox',
    application_fee: charge.applicationFee,
    application_fee_amount: charge.applicationFeeAmount,
    balance_transaction: charge.balanceTransaction,
    billing_details: formatBilling(method.billing),
    // Of other ways to pay Stripe does not know what the buyer's statement shows.
    calculated_statement_descriptor:
      succeeded && method.card
        ? ['BUSKER SANDBOX', charge.descriptorSuffix].filter(Boolean).join('* ')
        : null,
    captured: succeeded,
    created: charge.created,
    currency: charge.currency,
    customer: charge.customer ?? null,
    description: charge.description,
    disputed: charge.disputed,
    failure_balance_transaction: null,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...charge.metadata },
    on_behalf_of: null,
    outcome: formatOutcome(charge.outcome),
    paid: succeeded,
    payment_intent: charge.paymentIntent,
    payment_method: charge.paymentMethod,
    payment_method_details: formatDetails(charge, method),
    ...formatPresentment(charge.presentment),
    radar_options: {},
    receipt_email: charge.receiptEmail,
    receipt_number: null,
    receipt_url: succeeded ? `${sandbox.origin()}/receipts/${charge.id}` : null,
    refunded: charge.amountRefunded === charge.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: charge.descriptorSuffix,
    status: charge.status,
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.Charge;
}

type Declined = Extract<BankAnswer, { kind: 'declined' }>;

const MESSAGES: Record<Declined['code'], string> = {
  card_declined: 'Your card was declined.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
};

const PARAMS: Partial<Record<Declined['code'], string>> = { expired_card: 'exp_month', incorrect_cvc: 'cvc' };

const DECLINE_MESSAGES: Readonly<Record<string, string>> = {
  insufficient_funds: 'Your card has insufficient funds.',
  card_velocity_exceeded:
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
};

function adviceFor(answer: Declined): PaymentErrorEntity['adviceCode'] {
  if (answer.declineCode === 'lost_card' || answer.declineCode === 'stolen_card') return 'do_not_try_again';
  return answer.code === 'card_declined' || answer.code === 'processing_error'
    ? 'try_again_later'
    : 'confirm_card_data';
}

export type Failure = Pick<PaymentErrorEntity, 'code' | 'message' | 'declineCode' | 'adviceCode' | 'param'>;

export const declineFailure = (answer: Declined): Failure => ({
  code: answer.code,
  message: DECLINE_MESSAGES[answer.declineCode ?? ''] ?? MESSAGES[answer.code],
  declineCode: answer.declineCode,
  adviceCode: adviceFor(answer),
  param: PARAMS[answer.code] ?? null,
});

/** The buyer sees a payment that Radar blocked as an ordinary decline. */
export const BLOCKED_FAILURE: Failure = {
  code: 'card_declined',
  message: 'Your card was declined.',
  declineCode: 'fraudulent',
  adviceCode: null,
  param: null,
};

export const AUTHENTICATION_FAILURE: Failure = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  declineCode: null,
  adviceCode: null,
  param: null,
};

/** The buyer did not confirm in the bank's app in time. */
export const EXPIRED_FAILURE: Failure = {
  code: 'payment_intent_payment_attempt_expired',
  message: 'The latest payment attempt of this PaymentIntent has expired. Try again with a new code.',
  declineCode: null,
  adviceCode: null,
  param: null,
};

export function outcomeOf(answer: BankAnswer): OutcomeEntity {
  if (answer.kind === 'approved')
    return {
      type: 'authorized',
      networkStatus: 'approved_by_network',
      reason: answer.risk === 'elevated' ? 'elevated_risk_level' : null,
      riskLevel: answer.risk,
      riskScore: answer.risk === 'elevated' ? 70 : 12,
      sellerMessage: 'Payment complete.',
      adviceCode: null,
    };
  if (answer.kind === 'blocked')
    return {
      type: 'blocked',
      networkStatus: 'not_sent_to_network',
      reason: 'highest_risk_level',
      riskLevel: 'highest',
      riskScore: 92,
      sellerMessage: 'Stripe blocked this payment as too risky.',
      adviceCode: null,
    };
  return {
    type: 'issuer_declined',
    networkStatus: 'declined_by_network',
    reason: answer.declineCode ?? answer.code,
    riskLevel: 'normal',
    riskScore: 21,
    sellerMessage: 'The bank did not return any further details with this decline.',
    adviceCode: adviceFor(answer),
  };
}
