import type Stripe from 'stripe';
import { formatPresentment, offeredTypes, payableOf } from '../payments/intents';
import { hasRate, presentedAmount } from '../reference/amounts';
import type { CheckoutSessionEntity } from '../state/billing-entities';
import type { Sandbox } from '../state/sandbox';
import { invalidParameter } from '../wire/refusal';

/** Countries by the currency that their fans pay in. */
const COUNTRIES: Readonly<Record<string, string>> = {
  usd: 'US',
  aud: 'AU',
  brl: 'BR',
  cad: 'CA',
  chf: 'CH LI',
  czk: 'CZ',
  dkk: 'DK',
  eur: 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
  gbp: 'GB',
  hkd: 'HK',
  huf: 'HU',
  inr: 'IN',
  jpy: 'JP',
  krw: 'KR',
  mxn: 'MX',
  nok: 'NO',
  nzd: 'NZ',
  pln: 'PL',
  ron: 'RO',
  sek: 'SE',
  sgd: 'SG',
  thb: 'TH',
  zar: 'ZA',
};

const CURRENCY_OF: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(COUNTRIES).flatMap(([currency, countries]) =>
    countries.split(' ').map((country) => [country, currency]),
  ),
);

/** A currency that the page may be paid in. */
export interface Price {
  readonly currency: string;
  /** In minor units of the currency. */
  readonly amount: number;
  /** The ways to pay that Stripe offers for it. */
  readonly ways: readonly string[];
}

/**
 * The currency of the country in an address like `fan+location_FR@example.com`, which is Stripe's way to test; null = no known country.
 */
function currencyOfAddress(email: string | null): string | null {
  const [, country = ''] = /\+location_([a-z]{2})@/i.exec(email ?? '') ?? [];
  return CURRENCY_OF[country.toUpperCase()] ?? null;
}

/** The fan's own currency, when Stripe would show it and it has a way to pay. */
function fansPrice(sandbox: Pick<Sandbox, 'store'>, session: CheckoutSessionEntity): Price | null {
  const currency = currencyOfAddress(session.customerEmail);
  if (session.adaptivePricing !== true || currency === null) return null;
  if (currency === session.currency || !hasRate(session.currency)) return null;
  if (sandbox.store.get('account', session.account)?.country === 'IN') return null;
  const ours = payableOf(session);
  const amount = presentedAmount(ours.amount, session.currency, currency);
  const ways = offeredTypes(sandbox, { ...ours, amount, currency }, session.allowedTypes);
  return ways.length === 0 ? null : { currency, amount, ways };
}

/** What a fan can choose on the page: their own currency first where the session allows it, and the session's currency always. */
export function pricesOf(
  sandbox: Pick<Sandbox, 'store'>,
  session: CheckoutSessionEntity,
): readonly [Price, ...Price[]] {
  const { amount, currency } = payableOf(session);
  const ways = offeredTypes(sandbox, payableOf(session), session.allowedTypes);
  const ours: Price = { currency, amount, ways };
  const theirs = fansPrice(sandbox, session);
  return theirs ? [theirs, ours] : [ours];
}

/** The price in this currency; null = in the session's. Refuses a currency that the page does not show. */
export function priceIn(
  sandbox: Pick<Sandbox, 'store'>,
  session: CheckoutSessionEntity,
  currency: string | null,
): Price {
  const wanted = currency ?? session.currency;
  const price = pricesOf(sandbox, session).find((one) => one.currency === wanted);
  if (!price) throw invalidParameter('currency', `This page cannot be paid in ${wanted}.`);
  return price;
}

function formatCustomer(session: CheckoutSessionEntity): Stripe.Checkout.Session.CustomerDetails | null {
  const email = session.customer?.email ?? session.customerEmail;
  if (email === null) return null;
  const country = session.customer?.country ?? null;
  const address = session.customer
    ? { city: null, country, line1: null, line2: null, postal_code: null, state: null }
    : null;
  return {
    address,
    business_name: null,
    email,
    individual_name: null,
    name: session.customer?.name ?? null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: session.customer ? [] : null,
  };
}

/** The hosted page of a session. */
export const checkoutAddress = ({ origin }: Pick<Sandbox, 'origin'>, id: string): string =>
  `${origin()}/c/pay/${id}`;

const intentOf = ({ store }: Pick<Sandbox, 'store'>, { paymentIntent }: CheckoutSessionEntity) =>
  paymentIntent === null ? undefined : store.get('paymentIntent', paymentIntent);

/** A bank may take days, so that a page is complete before its payment. */
function paymentStatus(sandbox: Pick<Sandbox, 'store'>, session: CheckoutSessionEntity): 'paid' | 'unpaid' {
  if (session.status !== 'complete') return 'unpaid';
  const intent = intentOf(sandbox, session);
  return intent === undefined || intent.status === 'succeeded' ? 'paid' : 'unpaid';
}

export function formatCheckoutSession(
  sandbox: Pick<Sandbox, 'origin' | 'store'>,
  session: CheckoutSessionEntity,
): Stripe.Checkout.Session {
  const total = session.unitAmount * session.quantity;
  const paid = paymentStatus(sandbox, session);
  return {
    id: session.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: session.adaptivePricing ?? false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: session.allowedTypes ? [...session.allowedTypes] : null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: session.created,
    currency: session.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: session.plan?.message == null ? null : { message: session.plan.message },
      terms_of_service_acceptance: null,
    },
    customer: session.plan?.made?.customer ?? session.payer ?? null,
    customer_account: null,
    customer_creation: session.plan ? 'always' : 'if_required',
    customer_details: formatCustomer(session),
    customer_email: session.customerEmail,
    discounts: [],
    expires_at: session.expiresAt,
    integration_identifier: null,
    invoice: session.plan?.made?.invoice ?? null,
    invoice_creation: null,
    livemode: false,
    locale: session.locale as Stripe.Checkout.Session['locale'],
    managed_payments: { enabled: false },
    metadata: { ...session.metadata },
    mode: session.plan ? 'subscription' : 'payment',
    origin_context: null,
    payment_intent: session.paymentIntent,
    payment_link: null,
    payment_method_collection: session.plan ? 'always' : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: [...new Set(pricesOf(sandbox, session).flatMap(({ ways }) => ways))],
    payment_status: paid,
    permissions: null,
    phone_number_collection: { enabled: false },
    ...(paid === 'paid' && formatPresentment(intentOf(sandbox, session)?.presentment)),
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: session.status,
    submit_type: session.submitType,
    subscription: session.plan?.made?.subscription ?? null,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? checkoutAddress(sandbox, session.id) : null,
    wallet_options: null,
  } satisfies Stripe.Checkout.Session;
}
