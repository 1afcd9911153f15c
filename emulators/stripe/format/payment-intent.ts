import type Stripe from 'stripe';
import type { Sandbox } from '../sandbox';
import type { PaymentErrorEntity, PaymentIntentEntity } from '../state/payment-entities';
import { offeredTypes, payableIntent } from '../payments/offered-types';
import { typeOfMethod } from '../payments/type-of-method';
import { formatNextAction } from './next-action';
import { formatPresentment } from './presentment';
import { formatPaymentMethod } from './payment-method';

export const docUrl = (code: string): string =>
  `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`;

/** The fields that `last_payment_error` and a refused confirmation share. */
export const formatFailure = (error: PaymentErrorEntity) => ({
  ...(error.adviceCode && { advice_code: error.adviceCode }),
  ...(error.charge && { charge: error.charge }),
  code: error.code,
  ...(error.declineCode && { decline_code: error.declineCode }),
  doc_url: docUrl(error.code),
  ...(error.param && { param: error.param }),
});

export function formatPaymentError(
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
