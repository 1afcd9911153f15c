import type Stripe from 'stripe';
import { capabilityOf, linkStatus, preferenceOf } from '../accounts/accounts';
import { checkAmount, checkCurrency } from '../reference/amounts';
import { confirmingOf, isRedirectType, redirectMethods, takesAmount } from '../reference/method-types';
import type { CheckoutSessionEntity } from '../state/billing-entities';
import type {
  AccountEntity,
  Metadata,
  PaymentErrorEntity,
  PaymentIntentEntity,
  PaymentMethodEntity,
  PresentmentEntity,
} from '../state/payment-entities';
import type { Sandbox } from '../state/sandbox';
import { docUrl, invalidParameter, refused } from '../wire/refusal';
import { formatPaymentMethod, redirectOf, typeOfMethod } from './payment-methods';

export function checkConfirmable(intent: PaymentIntentEntity): void {
  if (intent.status === 'succeeded')
    throw refused(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      'payment_intent_unexpected_state',
    );
  if (intent.status === 'canceled')
    throw refused(
      'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.',
      'payment_intent_unexpected_state',
    );
}

export function checkAccountReady(sandbox: Sandbox, id: string): void {
  const account = sandbox.store.get('account', id);
  if (account?.cardPayments !== 'active')
    throw refused(
      'Your account cannot currently make charges. To find out why charges are currently disabled, look up the account in the Dashboard.',
      'capability_not_active',
    );
}

interface Payable {
  readonly account: string;
  readonly currency: string;
  /** In minor units. */
  readonly amount: number;
}

/** Whether the account has a way to pay and shows it. */
const isOn = (account: AccountEntity, type: string): boolean =>
  capabilityOf(account, type) === 'active' && preferenceOf(account, type) === 'on';

function isOffered(account: AccountEntity, type: string, { currency, amount }: Payable): boolean {
  if (type === 'card') return isOn(account, type);
  // Link pays with a saved card.
  if (type === 'link')
    return isOn(account, 'card') && linkStatus(account) === 'active' && preferenceOf(account, type) === 'on';
  return (
    isRedirectType(type) &&
    redirectMethods[type].currencies.includes(currency) &&
    takesAmount(type, amount) &&
    isOn(account, type)
  );
}

/** Of a list, what Stripe offers for this account, currency and amount. Without a list: what every account has. */
export function offeredTypes(
  { store }: Pick<Sandbox, 'store'>,
  payable: Payable,
  allowed: readonly string[] | null,
): readonly string[] {
  const found = store.get('account', payable.account);
  return found === undefined
    ? []
    : (allowed ?? ['card', 'link']).filter((type) => isOffered(found, type, payable));
}

/** What a hosted page is paid for. */
export const payableOf = ({ account, currency, unitAmount, quantity }: CheckoutSessionEntity): Payable => ({
  account,
  currency,
  amount: unitAmount * quantity,
});

/** What a payment intent asks of the fan, in the currency that they pay in. */
export const payableIntent = ({ account, amount, currency, presentment }: PaymentIntentEntity): Payable => ({
  account,
  ...(presentment ?? { amount, currency }),
});

type Offering = 'Payment Intent' | 'Checkout Session';

/** Stripe's refusal when nothing is left of a list. */
export const nothingOffered = (what: Offering) =>
  refused(
    `No valid payment method types for this ${what}. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard (https://dashboard.stripe.com/settings/payment_methods).`,
  );

/** Refuses what nobody could pay: the account takes no payments, or nothing is left of the list. */
export function checkOffered(
  sandbox: Sandbox,
  payable: Payable,
  allowed: readonly string[] | null,
  what: Offering,
): void {
  checkAccountReady(sandbox, payable.account);
  if (offeredTypes(sandbox, payable, allowed).length === 0) throw nothingOffered(what);
}

/** Refuses a payment method whose type the payment intent does not offer. */
export function checkPresented(
  sandbox: Sandbox,
  intent: PaymentIntentEntity,
  method: PaymentMethodEntity,
): void {
  checkConfirmable(intent);
  checkAccountReady(sandbox, intent.account);
  const offered = offeredTypes(sandbox, intent, intent.allowedTypes);
  const type = typeOfMethod(method);
  if (!offered.includes(type))
    throw refused(
      `The PaymentMethod provided (${type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${offered.join(', ')}.`,
      'payment_intent_incompatible_payment_method',
      'payment_method',
    );
}

/** A code to scan can be used for this long, in seconds. */
const CODE_LIFE = 3600;

/** The page where the buyer answers the bank; null = nothing is asked. */
export const challengeAddress = (
  { origin }: Pick<Sandbox, 'origin'>,
  { id, challenge }: PaymentIntentEntity,
): string | null => challenge && `${origin()}/sandbox/3ds/${id}?source=${challenge.source}`;

/** What the buyer has to do, and where; null = nothing. Some apps have types of their own, other apps and banks a redirect. */
function formatNextAction(
  sandbox: Sandbox,
  intent: PaymentIntentEntity,
): Stripe.PaymentIntent.NextAction | null {
  const page = challengeAddress(sandbox, intent);
  if (!intent.challenge || page === null) return null;
  const { source, via } = intent.challenge;
  if (via === 'stripe-js')
    return {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: page, source },
    };
  const picture = `${sandbox.origin()}/sandbox/code/${source}.svg`;
  const code = {
    expires_at: intent.created + CODE_LIFE,
    // The sandbox draws no PNG.
    image_url_png: picture,
    image_url_svg: picture,
  };
  const app = { hosted_instructions_url: page, mobile_auth_url: page };
  const method = intent.paymentMethod ? sandbox.store.get('paymentMethod', intent.paymentMethod) : undefined;
  const type = redirectOf(method);
  // Stripe's types of 2026-10-28 have no action for MB WAY, which waits for the app while Stripe.js polls.
  if (type === 'mb_way')
    return {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'mb_way_await_authorization', stripe_js: page, source },
    };
  if (type === 'pix')
    return {
      type: 'pix_display_qr_code',
      pix_display_qr_code: { ...code, data: page, hosted_instructions_url: page },
    };
  if (type === 'upi')
    return {
      type: 'upi_handle_redirect_or_display_qr_code',
      upi_handle_redirect_or_display_qr_code: { hosted_instructions_url: page, qr_code: code },
    };
  // The buyer is asked in the bank's app, so there is no page.
  if (type === 'blik') return { type: 'blik_authorize', blik_authorize: {} };
  if (type === 'swish')
    return {
      type: 'swish_handle_redirect_or_display_qr_code',
      swish_handle_redirect_or_display_qr_code: { ...app, qr_code: { ...code, data: page } },
    };
  if (type === 'cashapp')
    return {
      type: 'cashapp_handle_redirect_or_display_qr_code',
      cashapp_handle_redirect_or_display_qr_code: { ...app, qr_code: code },
    };
  return { type: 'redirect_to_url', redirect_to_url: { url: page, return_url: via.returnUrl } };
}

/** The field of what was paid in the fan's own currency; nothing of what was paid in ours. */
export const formatPresentment = (presentment: PresentmentEntity | null | undefined) =>
  presentment
    ? {
        presentment_details: {
          presentment_amount: presentment.amount,
          presentment_currency: presentment.currency,
        },
      }
    : {};

/** The fields that `last_payment_error` and a refused confirmation share. */
export const formatFailure = (error: PaymentErrorEntity) => ({
  ...(error.adviceCode && { advice_code: error.adviceCode }),
  ...(error.charge && { charge: error.charge }),
  code: error.code,
  ...(error.declineCode && { decline_code: error.declineCode }),
  doc_url: docUrl(error.code),
  ...(error.param && { param: error.param }),
});

function formatPaymentError(
  { store }: Pick<Sandbox, 'store'>,
  error: PaymentErrorEntity,
): Stripe.PaymentIntent.LastPaymentError {
  const method = store.get('paymentMethod', error.paymentMethod);
  return {
    ...formatFailure(error),
    message: error.message,
    ...(method && {
      payment_method: formatPaymentMethod(method),
      payment_method_type: typeOfMethod(method),
    }),
    type: error.type,
  } satisfies Stripe.PaymentIntent.LastPaymentError;
}

export function formatPaymentIntent(sandbox: Sandbox, intent: PaymentIntentEntity): Stripe.PaymentIntent {
  const types = offeredTypes(sandbox, payableIntent(intent), intent.allowedTypes);
  return {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: intent.allowedTypes ? [...intent.allowedTypes] : null,
    amount: intent.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    application: intent.account === sandbox.platform ? null : 'ca_sandbox',
    application_fee_amount: intent.applicationFeeAmount,
    automatic_payment_methods: intent.automaticMethods && {
      allow_redirects: intent.automaticMethods.allowRedirects,
      enabled: true,
    },
    canceled_at: intent.canceledAt,
    cancellation_reason: intent.cancellationReason,
    capture_method: 'automatic_async',
    client_secret: intent.clientSecret,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: intent.currency,
    customer: intent.customer ?? null,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    last_payment_error: intent.lastError && formatPaymentError(sandbox, intent.lastError),
    latest_charge: intent.latestCharge,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: { ...intent.metadata },
    next_action: formatNextAction(sandbox, intent),
    on_behalf_of: null,
    payment_method: intent.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
      ...(types.includes('link') && { link: { persistent_token: null } }),
    },
    payment_method_types: [...types],
    payment_record: null,
    ...(intent.status === 'succeeded' && formatPresentment(intent.presentment)),
    processing: null,
    receipt_email: intent.receiptEmail,
    review: null,
    setup_future_usage: intent.invoice === undefined ? null : 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.descriptorSuffix,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.PaymentIntent;
}

/** The fields that a publishable key may read: no metadata, no fee, no application, no links to other objects. */
export function publishablePaymentIntent(sandbox: Sandbox, intent: PaymentIntentEntity) {
  const whole = formatPaymentIntent(sandbox, intent);
  const method = intent.paymentMethod ? sandbox.store.get('paymentMethod', intent.paymentMethod) : undefined;
  return {
    id: whole.id,
    object: whole.object,
    allowed_payment_method_types: whole.allowed_payment_method_types,
    amount: whole.amount,
    amount_details: whole.amount_details,
    automatic_payment_methods: whole.automatic_payment_methods,
    canceled_at: whole.canceled_at,
    cancellation_reason: whole.cancellation_reason,
    capture_method: whole.capture_method,
    client_secret: whole.client_secret,
    confirmation_method: whole.confirmation_method,
    created: whole.created,
    currency: whole.currency,
    description: whole.description,
    last_payment_error: whole.last_payment_error,
    livemode: whole.livemode,
    next_action: whole.next_action,
    payment_method: method ? formatPaymentMethod(method) : null,
    payment_method_types: whole.payment_method_types,
    processing: whole.processing,
    receipt_email: whole.receipt_email,
    setup_future_usage: whole.setup_future_usage,
    shipping: whole.shipping,
    status: whole.status,
  };
}

interface NewIntent {
  readonly account: string;
  readonly amount: number;
  readonly currency: string;
  readonly applicationFeeAmount: number | null;
  readonly metadata: Metadata;
  readonly description: string | null;
  readonly receiptEmail: string | null;
  readonly descriptorSuffix: string | null;
  readonly allowedTypes: PaymentIntentEntity['allowedTypes'];
  readonly automaticMethods: PaymentIntentEntity['automaticMethods'];
  readonly paymentMethod: string | null;
  readonly checkoutSession: string | null;
  readonly invoice?: string;
  readonly customer?: string;
}

/** Accounts in these countries pay an application fee only to a platform of their own. */
const SHARE_ONLY_AT_HOME = new Set(['BR', 'IN', 'MX', 'MY', 'SG', 'TH']);

export function checkShareCountry(sandbox: Sandbox, account: string): void {
  const countryOf = (id: string): string => sandbox.store.get('account', id)?.country ?? 'US';
  const [platform, connected] = [countryOf(sandbox.platform), countryOf(account)];
  if (platform === connected || !SHARE_ONLY_AT_HOME.has(connected)) return;
  throw refused(
    `Stripe doesn't currently support application fees for platforms in ${platform} with connected accounts in ${connected}.`,
    'charge_invalid_parameter',
  );
}

export function checkApplicationFee(
  sandbox: Sandbox,
  account: string,
  fee: number | null,
  amount: number,
): void {
  if (fee === null) return;
  if (account === sandbox.platform)
    throw invalidParameter(
      'application_fee_amount',
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
    );
  checkShareCountry(sandbox, account);
  if (fee > amount)
    throw invalidParameter(
      'application_fee_amount',
      'The application_fee_amount must be less than or equal to the amount of the PaymentIntent.',
    );
}

export function createIntent(sandbox: Sandbox, asked: NewIntent): PaymentIntentEntity {
  const currency = checkCurrency(asked.currency);
  checkAmount(asked.amount, currency);
  checkApplicationFee(sandbox, asked.account, asked.applicationFeeAmount, asked.amount);
  const id = sandbox.ids.next('pi');
  const intent: PaymentIntentEntity = {
    ...asked,
    id,
    currency,
    created: sandbox.clock.seconds(),
    status: asked.paymentMethod === null ? 'requires_payment_method' : 'requires_confirmation',
    clientSecret: `${id}_secret_${sandbox.ids.secret(25)}`,
    latestCharge: null,
    lastError: null,
    challenge: null,
    canceledAt: null,
    cancellationReason: null,
  };
  sandbox.store.put('paymentIntent', intent);
  sandbox.emit({
    account: intent.account,
    type: 'payment_intent.created',
    object: formatPaymentIntent(sandbox, intent),
  });
  return intent;
}

const OPEN = new Set<PaymentIntentEntity['status']>([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]);

export function checkOpen(intent: PaymentIntentEntity, action: 'amount' | 'cancel'): void {
  if (OPEN.has(intent.status)) return;
  throw refused(
    action === 'cancel'
      ? `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`
      : `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
    'payment_intent_unexpected_state',
  );
}

/** The intent of an invoice follows its invoice. Stripe’s words for the refusal are not known to the letter. */
export function checkOwnIntent({ invoice }: PaymentIntentEntity, action: 'update' | 'cancel'): void {
  if (invoice === undefined) return;
  throw refused(
    action === 'cancel'
      ? 'You cannot cancel a PaymentIntent that was created by an Invoice. You may void the Invoice instead.'
      : 'You cannot update a PaymentIntent that was created by an Invoice. You may update the Invoice instead.',
    'payment_intent_unexpected_state',
  );
}

export function cancelIntent(
  sandbox: Sandbox,
  intent: PaymentIntentEntity,
  reason: PaymentIntentEntity['cancellationReason'],
): PaymentIntentEntity {
  checkOpen(intent, 'cancel');
  const canceled: PaymentIntentEntity = {
    ...intent,
    status: 'canceled',
    challenge: null,
    canceledAt: sandbox.clock.seconds(),
    cancellationReason: reason,
  };
  sandbox.store.put('paymentIntent', canceled);
  sandbox.emit({
    account: intent.account,
    type: 'payment_intent.canceled',
    object: formatPaymentIntent(sandbox, canceled),
  });
  return canceled;
}

/** Null removes a key. A null map removes all keys. */
export function mergeMetadata(
  before: Metadata,
  change: Readonly<Record<string, string | null>> | null,
): Metadata {
  if (change === null) return {};
  const merged = { ...before, ...change };
  return Object.fromEntries(
    Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/** The time to confirm in an app that rings by itself, in seconds; null = another way to confirm. Source: docs.stripe.com/payments/blik. */
export function secondsToConfirm(method: PaymentMethodEntity): number | null {
  const way = redirectOf(method);
  const confirming = way === null ? null : confirmingOf(way);
  return confirming?.kind === 'push' ? confirming.seconds : null;
}

/** Ends this attempt when its time to confirm is over. A later attempt has another source. */
export function scheduleExpiry(
  { store, ids, clock }: Sandbox,
  intent: PaymentIntentEntity,
  method: PaymentMethodEntity,
): void {
  const seconds = secondsToConfirm(method);
  if (!intent.challenge || seconds === null) return;
  store.put('job', {
    id: ids.next('job'),
    dueAt: clock.now() + seconds * 1000,
    task: { kind: 'expire-attempt', paymentIntent: intent.id, source: intent.challenge.source },
  });
}
