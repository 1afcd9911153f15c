import type Stripe from 'stripe';
import type {
  BillingDetails,
  CardEntity,
  CardMethodEntity,
  PaymentMethodEntity,
} from '../state/payment-entities';
import { detailsOfMethod } from './way-details';

export function formatAddress(billing: BillingDetails): Stripe.Address {
  return {
    city: null,
    country: billing.country,
    line1: null,
    line2: null,
    postal_code: billing.postalCode,
    state: null,
  };
}

export function formatBilling(billing: BillingDetails): Stripe.PaymentMethod.BillingDetails {
  return {
    address: formatAddress(billing),
    email: billing.email,
    name: billing.name,
    phone: billing.phone,
    tax_id: null,
  };
}

/** The card's wallet, as Stripe names it; `wallet[type]` is empty for the wallets of the sandbox. */
export const walletOf = <Last4>({ wallet }: CardEntity, last4: Last4) =>
  wallet === undefined ? null : { dynamic_last4: last4, type: wallet, [wallet]: {} };

export const cvcCheckOf = ({ card }: CardMethodEntity): 'pass' | 'fail' =>
  card.behaviour.bank.kind === 'approved' ? card.behaviour.bank.cvcCheck : 'pass';

const formatShared = (method: PaymentMethodEntity) => ({
  id: method.id,
  object: 'payment_method' as const,
  allow_redisplay: 'unspecified' as const,
  billing_details: formatBilling(method.billing),
  created: method.created,
  customer: method.customer ?? null,
  customer_account: null,
  livemode: false,
  metadata: {},
});

export function formatPaymentMethod(method: PaymentMethodEntity): Stripe.PaymentMethod {
  if (method.card !== null) return formatCardMethod(method);
  const type = method.redirect ?? 'link';
  return { ...formatShared(method), type, ...detailsOfMethod(type) };
}

function formatCardMethod(method: CardMethodEntity): Stripe.PaymentMethod {
  const { card } = method;
  return {
    ...formatShared(method),
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: method.billing.postalCode === null ? null : 'pass',
        cvc_check: cvcCheckOf(method),
      },
      country: card.country,
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: card.fingerprint,
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: walletOf(card, null),
    },
    type: 'card',
  } satisfies Stripe.PaymentMethod;
}
