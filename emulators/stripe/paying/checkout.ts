import { feeOf } from '../billing/invoices';
import {
  cancelIntent,
  checkAccountReady,
  checkApplicationFee,
  checkOffered,
  createIntent,
  payableOf,
} from '../payments/intents';
import { createPaymentMethod, createRedirectMethod } from '../payments/payment-methods';
import type { TestCard } from '../reference/test-cards';
import { checkAmount, checkCurrency } from '../reference/amounts';
import type { RedirectType } from '../reference/method-types';
import type { CheckoutSessionEntity } from '../state/billing-entities';
import type { BillingDetails, PaymentIntentEntity, PaymentMethodEntity } from '../state/payment-entities';
import type { Sandbox } from '../state/sandbox';
import { invalidParameter, refused } from '../wire/refusal';
import { checkoutAddress, formatCheckoutSession, priceIn, type Price } from './checkout-session';
import { attemptPayment } from './confirm';

const HALF_HOUR = 30 * 60;
const DAY = 24 * 3600;

type Given = Omit<
  CheckoutSessionEntity,
  'id' | 'created' | 'status' | 'paymentIntent' | 'draftIntent' | 'customer' | 'expiresAt'
> & { readonly expiresAt: number | null };

export function createSession(sandbox: Sandbox, given: Given): CheckoutSessionEntity {
  const { store, ids, clock } = sandbox;
  const created = clock.seconds();
  const currency = checkCurrency(given.currency);
  const amount = given.unitAmount * given.quantity;
  checkAmount(amount, currency, 'line_items');
  checkApplicationFee(sandbox, given.account, given.applicationFeeAmount, amount);
  const expiresAt = given.expiresAt ?? created + DAY;
  // One minute of tolerance, because the clocks of Stripe and of the caller differ.
  if (expiresAt < created + HALF_HOUR - 60 || expiresAt > created + DAY + 60)
    throw invalidParameter(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
    );
  const session: CheckoutSessionEntity = {
    ...given,
    id: `cs_test_${ids.secret(58)}`,
    created,
    currency,
    expiresAt,
    status: 'open',
    paymentIntent: null,
    draftIntent: null,
    customer: null,
  };
  checkOffered(sandbox, payableOf(session), session.allowedTypes, 'Checkout Session');
  store.put('checkoutSession', session);
  store.put('job', {
    id: ids.next('job'),
    dueAt: expiresAt * 1000,
    task: { kind: 'expire-session', session: session.id },
  });
  return session;
}

export function expireSession(sandbox: Sandbox, session: CheckoutSessionEntity): CheckoutSessionEntity {
  const draft =
    session.draftIntent === null ? undefined : sandbox.store.get('paymentIntent', session.draftIntent);
  if (draft && draft.status !== 'succeeded' && draft.status !== 'canceled')
    cancelIntent(sandbox, draft, 'automatic');
  const expired: CheckoutSessionEntity = { ...session, status: 'expired' };
  sandbox.store.put('checkoutSession', expired);
  emitEvent(sandbox, 'checkout.session.expired', expired);
  return expired;
}

/** Cards, or Stripe's name of another way to pay. */
export type CheckoutWay =
  | { readonly card: TestCard; readonly expMonth: number; readonly expYear: number }
  | { readonly type: RedirectType };

interface CheckoutPayment {
  readonly way: CheckoutWay;
  readonly email: string;
  /** One that the page shows; null = the session's. */
  readonly currency: string | null;
  readonly billing: BillingDetails;
}

function draftOf(sandbox: Sandbox, session: CheckoutSessionEntity): PaymentIntentEntity {
  const known =
    session.draftIntent === null ? undefined : sandbox.store.get('paymentIntent', session.draftIntent);
  return (
    known ??
    createIntent(sandbox, {
      account: session.account,
      amount: session.unitAmount * session.quantity,
      currency: session.currency,
      applicationFeeAmount: session.plan
        ? feeOf(session.unitAmount, session.plan.applicationFeePercent)
        : session.applicationFeeAmount,
      metadata: session.intentMetadata,
      description: session.intentDescription,
      receiptEmail: session.intentReceiptEmail,
      descriptorSuffix: session.intentDescriptorSuffix,
      allowedTypes: session.allowedTypes,
      automaticMethods: null,
      paymentMethod: null,
      checkoutSession: session.id,
      ...(session.payer !== undefined && { customer: session.payer }),
    })
  );
}

function methodOf(
  sandbox: Sandbox,
  session: CheckoutSessionEntity,
  price: Price,
  { way, billing }: CheckoutPayment,
): PaymentMethodEntity {
  checkAccountReady(sandbox, session.account);
  const type = 'card' in way ? 'card' : way.type;
  if (!price.ways.includes(type))
    throw refused('This way to pay is not available.', 'payment_method_not_available', 'type');
  return 'card' in way
    ? createPaymentMethod(sandbox, session.account, { ...way, billing })
    : createRedirectMethod(sandbox, session.account, way.type, billing);
}

/** The buyer pressed Pay on the hosted page. All cards and banks tried in one session share one intent. */
export function paySession(
  sandbox: Sandbox,
  session: CheckoutSessionEntity,
  payment: CheckoutPayment,
): PaymentIntentEntity {
  if (session.status !== 'open') throw refused('This Checkout Session is no longer active.');
  const price = priceIn(sandbox, session, payment.currency);
  const { amount, currency } = price;
  const presentment = currency === session.currency ? null : { amount, currency };
  const intent: PaymentIntentEntity = { ...draftOf(sandbox, session), presentment };
  const { email, billing } = payment;
  const customer = { email, name: billing.name, country: billing.country };
  sandbox.store.put('checkoutSession', { ...session, draftIntent: intent.id, customer });
  const method = methodOf(sandbox, session, price, payment);
  const via = method.card === null ? { returnUrl: checkoutAddress(sandbox, session.id) } : 'stripe-js';
  return attemptPayment(sandbox, intent, method, via);
}

function emitEvent(sandbox: Sandbox, type: string, session: CheckoutSessionEntity): void {
  sandbox.emit({ account: session.account, type, object: formatCheckoutSession(sandbox, session) });
}

export const successAddress = (session: CheckoutSessionEntity): string =>
  session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
