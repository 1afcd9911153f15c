import type Stripe from 'stripe';
import type { Sandbox } from '../sandbox';
import type {
  AuthenticationFlow,
  ChargeEntity,
  OutcomeEntity,
  CardMethodEntity,
  PaymentMethodEntity,
} from '../state/payment-entities';
import { cvcCheckOf, formatBilling, walletOf } from './payment-method';
import { formatPresentment } from './presentment';
import { detailsOfCharge } from './way-details';

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
