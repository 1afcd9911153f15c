import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import {
  redirectMethods,
  type CardBehaviour,
  type CardWallet,
  type RedirectType,
} from '../reference/method-types';
import { findCardByMethod, type TestCard } from '../reference/test-cards';
import type {
  BillingDetails,
  CardEntity,
  CardMethodEntity,
  LinkMethodEntity,
  PaymentMethodEntity,
} from '../state/payment-entities';
import type { Sandbox } from '../state/sandbox';
import { missingResource } from '../wire/refusal';

const NO_BILLING: BillingDetails = { name: null, email: null, phone: null, country: null, postalCode: null };

interface CardPresented {
  readonly wallet?: CardWallet;
  readonly card: TestCard;
  readonly expMonth: number;
  readonly expYear: number;
  readonly billing: BillingDetails;
}

const behaviourOfCard = (card: TestCard): CardBehaviour => ({
  authentication: card.authentication,
  bank: card.bank,
  ...(card.offSession && { offSession: card.offSession }),
});

/** Stores the card's last four digits and its outcome. The full number is never stored. */
export function createPaymentMethod(
  sandbox: Sandbox,
  account: string,
  presented: CardPresented,
): CardMethodEntity {
  const { card } = presented;
  const method: CardMethodEntity = {
    id: sandbox.ids.next('pm'),
    account,
    created: sandbox.clock.seconds(),
    card: {
      brand: card.brand,
      last4: card.number.slice(-4),
      country: card.country,
      expMonth: presented.expMonth,
      expYear: presented.expYear,
      ...(presented.wallet && { wallet: presented.wallet }),
      fingerprint: createHash('sha256').update(`card:${card.number}`).digest('hex').slice(0, 16),
      behaviour: behaviourOfCard(card),
    },
    billing: presented.billing,
  };
  sandbox.store.put('paymentMethod', method);
  return method;
}

/** A saved card; undefined = there is none with this id, or it is no card. */
export function savedCard({ store }: Pick<Sandbox, 'store'>, id: string): CardMethodEntity | undefined {
  const method = store.get('paymentMethod', id);
  return method?.card ? method : undefined;
}

/** A way to pay on the page of a bank or a wallet. */
export function createRedirectMethod(
  sandbox: Sandbox,
  account: string,
  type: RedirectType,
  billingDetails: BillingDetails,
): PaymentMethodEntity {
  const method: PaymentMethodEntity = {
    id: sandbox.ids.next('pm'),
    account,
    created: sandbox.clock.seconds(),
    card: null,
    redirect: type,
    billing: billingDetails,
  };
  sandbox.store.put('paymentMethod', method);
  return method;
}

/** Link, with the card that the buyer has saved there. */
export function createLinkMethod(
  sandbox: Sandbox,
  account: string,
  card: TestCard,
  billingDetails: BillingDetails,
): LinkMethodEntity {
  const method: LinkMethodEntity = {
    id: sandbox.ids.next('pm'),
    account,
    created: sandbox.clock.seconds(),
    card: null,
    redirect: null,
    behaviour: behaviourOfCard(card),
    billing: billingDetails,
  };
  sandbox.store.put('paymentMethod', method);
  return method;
}

/** One of the account's payment methods, or a new one for a ready-made `pm_card_…` id. */
export function takePaymentMethod(sandbox: Sandbox, account: string, id: string): PaymentMethodEntity {
  const known = sandbox.store.get('paymentMethod', id);
  if (known && known.account === account) return known;
  const card = findCardByMethod(id);
  if (!card) throw missingResource('PaymentMethod', id, 'payment_method');
  const year = new Date(sandbox.clock.now()).getUTCFullYear() + 1;
  return createPaymentMethod(sandbox, account, { card, expMonth: 12, expYear: year, billing: NO_BILLING });
}

const transaction = { transaction_id: null };
const debit = { generated_sepa_debit: null, generated_sepa_debit_mandate: null, iban_last4: null };

/** Banks and wallets tell Stripe names and numbers of the buyer, which the sandbox does not have. Stripe's types do not know Wero. */
const ofCharges: Partial<Stripe.Charge.PaymentMethodDetails> = {
  ideal: { ...debit, ...transaction, bank: null, bic: null, verified_name: null },
  bancontact: {
    ...debit,
    bank_code: null,
    bank_name: null,
    bic: null,
    preferred_language: null,
    verified_name: null,
  },
  eps: { bank: null, verified_name: null },
  p24: { bank: null, reference: null, verified_name: null },
  blik: { buyer_id: null },
  twint: {},
  swish: { fingerprint: null, payment_reference: null, verified_phone_last4: null },
  mobilepay: { card: null },
  mb_way: {},
  cashapp: { ...transaction, buyer_id: null, cashtag: null },
  amazon_pay: transaction,
  revolut_pay: transaction,
  pix: { bank_transaction_id: null, fingerprint: null },
  upi: { vpa: null },
  link: { country: null },
};

const ofMethods: Partial<Stripe.PaymentMethod> = {
  ideal: { bank: null, bic: null },
  bancontact: {},
  eps: { bank: null },
  p24: { bank: null },
  blik: {},
  twint: {},
  swish: {},
  mobilepay: {},
  mb_way: {},
  cashapp: { buyer_id: null, cashtag: null },
  amazon_pay: {},
  revolut_pay: {},
  pix: { fingerprint: null },
  upi: { vpa: null },
  link: { email: null },
};

/** The property with the type's name in a charge's `payment_method_details`. */
export const detailsOfCharge = (type: RedirectType | 'link'): Partial<Stripe.Charge.PaymentMethodDetails> =>
  type in ofCharges ? { [type]: ofCharges[type as keyof typeof ofCharges] } : {};

/** The property with the type's name in a payment method. */
const detailsOfMethod = (type: RedirectType | 'link'): Partial<Stripe.PaymentMethod> =>
  type in ofMethods ? { [type]: ofMethods[type as keyof typeof ofMethods] } : {};

function formatAddress(billing: BillingDetails): Stripe.Address {
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

/** Stripe's name of a payment method's type. */
export const typeOfMethod = (method: PaymentMethodEntity): 'card' | 'link' | RedirectType =>
  method.card === null ? (method.redirect ?? 'link') : 'card';

/** The bank, wallet or app that asks the buyer; null = a card or Link, or no method. */
export const redirectOf = (method: PaymentMethodEntity | undefined): RedirectType | null =>
  method?.card === null ? method.redirect : null;

/** What a receipt says about a payment method. */
export function methodName(method: PaymentMethodEntity): string {
  if (method.card !== null) return `${method.card.brand} •••• ${method.card.last4}`;
  return method.redirect === null ? 'Link' : redirectMethods[method.redirect].name;
}

/** A bank or wallet always asks the buyer on its own page, and then pays. */
const ofRedirects = (isSlow: boolean): CardBehaviour => ({
  authentication: 'challenge',
  bank: {
    kind: 'approved',
    risk: 'normal',
    cvcCheck: 'pass',
    later: isSlow ? 'refund-pending-first' : 'nothing',
    availableAtOnce: false,
  },
});

/** What happens when this payment method is charged. */
export function behaviourOf(method: PaymentMethodEntity): CardBehaviour {
  if (method.card !== null) return method.card.behaviour;
  return method.redirect === null
    ? method.behaviour
    : ofRedirects(redirectMethods[method.redirect].refundPendingDays !== null);
}
