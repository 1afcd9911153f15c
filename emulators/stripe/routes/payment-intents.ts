import { attemptPayment } from '../paying/confirm';
import {
  cancelIntent,
  checkApplicationFee,
  checkOffered,
  checkOpen,
  checkOwnIntent,
  checkPresented,
  createIntent,
  formatFailure,
  formatPaymentIntent,
  mergeMetadata,
} from '../payments/intents';
import { formatPaymentMethod, takePaymentMethod } from '../payments/payment-methods';
import { checkAmount, checkCurrency } from '../reference/amounts';
import { allowedTypeNames } from '../reference/method-types';
import type { ChallengeEntity, PaymentIntentEntity } from '../state/payment-entities';
import type { Sandbox } from '../state/sandbox';
import * as p from '../wire/parameters';
import { Refusal, invalidParameter, missingResource, refused } from '../wire/refusal';
import { by, resource, route, type Route } from './resource';

const REMOVED =
  'The payment_method_types parameter is no longer supported. Use allowed_payment_method_types or automatic_payment_methods instead.';

/** Refuses `payment_method_types`, which API version `endive` removed. */
export const removedTypes: p.Reader<never> = () => {
  throw invalidParameter('payment_method_types', REMOVED, 'payment_method_types_no_longer_supported');
};

export const email: p.Reader<string> = (value, param) => {
  const address = p.text(512)(value, param);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address))
    throw invalidParameter(param, `Invalid email address: ${address}`, 'email_invalid');
  return address;
};

/**
 * Latin characters, at least one letter, none of `<>\'"*`:
 * https://docs.stripe.com/get-started/account/statement-descriptors
 */
export const descriptorSuffix: p.Reader<string> = (value, param) => {
  const suffix = p.text(22)(value, param);
  if (!/[A-Za-z]/.test(suffix) || /[<>\\'"*]|[^ -~]/.test(suffix))
    throw invalidParameter(
      param,
      'The statement descriptor suffix must contain at least one letter and only Latin characters.',
    );
  return suffix;
};

const cardDescriptor: p.Reader<never> = (_, param) => {
  throw invalidParameter(
    param,
    'The statement_descriptor parameter is not supported for card payments. Use statement_descriptor_suffix instead.',
  );
};

export const allowedTypes = p.list(p.oneOf(...allowedTypeNames));

const automaticMethods = p.object({
  enabled: p.required(p.flag),
  allow_redirects: p.optional(p.oneOf('always', 'never')),
});

const shared = {
  allowed_payment_method_types: p.optional(allowedTypes),
  metadata: p.optional(p.unsettable(p.metadata)),
  description: p.optional(p.unsettable(p.text())),
  receipt_email: p.optional(p.unsettable(email)),
  statement_descriptor_suffix: p.optional(p.unsettable(descriptorSuffix)),
  statement_descriptor: p.optional(cardDescriptor),
  payment_method: p.optional(p.text()),
  payment_method_types: p.optional(removedTypes),
};

const createParams = p.parameters({
  ...shared,
  amount: p.required(p.integer(0)),
  currency: p.required(p.text(3)),
  automatic_payment_methods: p.optional(automaticMethods),
  customer: p.optional(p.text()),
  application_fee_amount: p.optional(p.integer(0)),
  capture_method: p.optional(p.oneOf('automatic', 'automatic_async')),
  confirmation_method: p.optional(p.oneOf('automatic')),
  confirm: p.optional(p.flag),
  return_url: p.optional(p.text()),
  use_stripe_sdk: p.optional(p.flag),
});

const updateParams = p.parameters({
  ...shared,
  amount: p.optional(p.integer(0)),
  currency: p.optional(p.text(3)),
  application_fee_amount: p.optional(p.unsettable(p.integer(0))),
});

const confirmParams = p.parameters({
  payment_method: p.optional(p.text()),
  payment_method_types: p.optional(removedTypes),
  receipt_email: p.optional(p.unsettable(email)),
  return_url: p.optional(p.text()),
  use_stripe_sdk: p.optional(p.flag),
});

const cancelParams = p.parameters({
  cancellation_reason: p.optional(p.oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer')),
});

/** A declined card is answered with 402 and the intent. The failed attempt is kept. */
export function answerAttempt(
  sandbox: Sandbox,
  intent: PaymentIntentEntity,
  format: (sandbox: Sandbox, intent: PaymentIntentEntity) => object = formatPaymentIntent,
): PaymentIntentEntity {
  const error = intent.lastError;
  if (!error) return intent;
  const method = sandbox.store.get('paymentMethod', error.paymentMethod);
  throw new Refusal(
    402,
    {
      type: error.type,
      message: error.message,
      ...formatFailure(error),
      payment_intent: format(sandbox, intent),
      ...(method && { payment_method: formatPaymentMethod(method) }),
    },
    'keep',
  );
}

export const challengeVia = (
  returnUrl: string | undefined,
  useSdk: boolean | undefined,
): ChallengeEntity['via'] => (returnUrl !== undefined && useSdk !== true ? { returnUrl } : 'stripe-js');

function confirm(
  sandbox: Sandbox,
  intent: PaymentIntentEntity,
  params: {
    readonly payment_method?: string;
    readonly return_url?: string;
    readonly use_stripe_sdk?: boolean;
  },
): PaymentIntentEntity {
  const chosen = params.payment_method ?? intent.paymentMethod;
  if (chosen === null)
    throw refused(
      'You cannot confirm this PaymentIntent because it’s missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.',
      'payment_intent_unexpected_state',
    );
  if (
    intent.automaticMethods?.allowRedirects === 'always' &&
    params.return_url === undefined &&
    !params.use_stripe_sdk
  )
    throw refused(
      'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don’t want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.',
    );
  const method = takePaymentMethod(sandbox, intent.account, chosen);
  checkPresented(sandbox, intent, method);
  const via = challengeVia(params.return_url, params.use_stripe_sdk);
  return answerAttempt(sandbox, attemptPayment(sandbox, intent, method, via));
}

export const paymentIntents = resource('paymentIntent', {
  address: '/v1/payment_intents',
  called: 'payment_intent',
  param: 'intent',
  format: formatPaymentIntent,
});

/** Refuses a customer whom the account does not have, and takes none. */
export function knownCustomer<T extends string | undefined>(sandbox: Sandbox, account: string, id: T): T {
  const known = id === undefined ? undefined : sandbox.store.get('customer', id);
  if (id !== undefined && (known?.account !== account || known.deleted))
    throw missingResource('customer', id, 'customer');
  return id;
}

const create = route('secret', 'POST /v1/payment_intents', createParams, (sandbox, { account, params }) => {
  const automatic = params.automatic_payment_methods;
  if (params.return_url !== undefined && !params.confirm)
    throw invalidParameter(
      'return_url',
      'The parameter `return_url` cannot be passed when creating a PaymentIntent unless `confirm` is set to true.',
    );
  const allowedTypes = params.allowed_payment_method_types ?? null;
  const customer = knownCustomer(sandbox, account, params.customer);
  const intent = createIntent(sandbox, {
    account,
    ...(customer !== undefined && { customer }),
    amount: params.amount,
    currency: params.currency,
    applicationFeeAmount: params.application_fee_amount ?? null,
    metadata: mergeMetadata({}, params.metadata ?? null),
    description: params.description ?? null,
    receiptEmail: params.receipt_email ?? null,
    descriptorSuffix: params.statement_descriptor_suffix ?? null,
    allowedTypes,
    automaticMethods: automatic?.enabled ? { allowRedirects: automatic.allow_redirects ?? 'always' } : null,
    paymentMethod:
      params.payment_method === undefined
        ? null
        : takePaymentMethod(sandbox, account, params.payment_method).id,
    checkoutSession: null,
  });
  checkOffered(sandbox, intent, allowedTypes, 'Payment Intent');
  if (!params.confirm) return formatPaymentIntent(sandbox, intent);
  const { payment_method: _, ...rest } = params;
  return formatPaymentIntent(sandbox, confirm(sandbox, intent, rest));
});

const update = route(
  'secret',
  'POST /v1/payment_intents/:id',
  updateParams,
  (sandbox, { account, id, params }) => {
    const intent = paymentIntents.find(sandbox, account, id);
    checkOwnIntent(intent, 'update');
    const touchesMoney =
      params.amount ?? params.currency ?? params.application_fee_amount ?? params.payment_method;
    if (touchesMoney !== undefined) checkOpen(intent, 'amount');
    const currency = params.currency === undefined ? intent.currency : checkCurrency(params.currency);
    const amount = params.amount ?? intent.amount;
    checkAmount(amount, currency);
    const fee =
      params.application_fee_amount === undefined
        ? intent.applicationFeeAmount
        : params.application_fee_amount;
    checkApplicationFee(sandbox, account, fee, amount);
    const method =
      params.payment_method === undefined ? null : takePaymentMethod(sandbox, account, params.payment_method);
    const updated: PaymentIntentEntity = {
      ...intent,
      amount,
      currency,
      applicationFeeAmount: fee,
      metadata:
        params.metadata === undefined ? intent.metadata : mergeMetadata(intent.metadata, params.metadata),
      description: params.description === undefined ? intent.description : params.description,
      receiptEmail: params.receipt_email === undefined ? intent.receiptEmail : params.receipt_email,
      descriptorSuffix:
        params.statement_descriptor_suffix === undefined
          ? intent.descriptorSuffix
          : params.statement_descriptor_suffix,
      allowedTypes: params.allowed_payment_method_types ?? intent.allowedTypes,
      ...(method && { paymentMethod: method.id, status: 'requires_confirmation' as const }),
    };
    if (touchesMoney !== undefined || params.allowed_payment_method_types !== undefined)
      checkOffered(sandbox, updated, updated.allowedTypes, 'Payment Intent');
    sandbox.store.put('paymentIntent', updated);
    return formatPaymentIntent(sandbox, updated);
  },
);

const confirmRoute = route(
  'secret',
  'POST /v1/payment_intents/:id/confirm',
  confirmParams,
  (sandbox, { account, id, params }) => {
    const found = paymentIntents.find(sandbox, account, id);
    const intent =
      params.receipt_email === undefined ? found : { ...found, receiptEmail: params.receipt_email };
    return formatPaymentIntent(sandbox, confirm(sandbox, intent, params));
  },
);

const cancel = route(
  'secret',
  'POST /v1/payment_intents/:id/cancel',
  cancelParams,
  (sandbox, { account, id, params }) => {
    const intent = paymentIntents.find(sandbox, account, id);
    checkOwnIntent(intent, 'cancel');
    if (intent.checkoutSession !== null)
      throw refused(
        'You cannot cancel the PaymentIntent of a Checkout Session. Expire the Checkout Session instead.',
        'payment_intent_unexpected_state',
      );
    return formatPaymentIntent(sandbox, cancelIntent(sandbox, intent, params.cancellation_reason ?? null));
  },
);

export const paymentIntentRoutes: readonly Route[] = [
  create,
  paymentIntents.list({ customer: by(p.text(), (intent) => intent.customer) }),
  // A secret key may show the client secret too.
  route(
    'secret',
    'GET /v1/payment_intents/:id',
    p.parameters({ client_secret: p.optional(p.text()) }),
    (sandbox, { account, id }) => formatPaymentIntent(sandbox, paymentIntents.find(sandbox, account, id)),
  ),
  update,
  confirmRoute,
  cancel,
];
