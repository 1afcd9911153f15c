import {
  flag,
  integer,
  list,
  metadata,
  object,
  oneOf,
  optional,
  parameters,
  required,
  text,
  unsettable,
  type Reader,
} from '../wire/parameters';
import { allowedTypeNames } from '../payments/method-types';
import { invalidParameter } from '../wire/refusal';

const REMOVED =
  'The payment_method_types parameter is no longer supported. Use allowed_payment_method_types or automatic_payment_methods instead.';

/** Refuses `payment_method_types`, which API version `endive` removed. */
export const removedTypes: Reader<never> = () => {
  throw invalidParameter('payment_method_types', REMOVED, 'payment_method_types_no_longer_supported');
};

export const email: Reader<string> = (value, param) => {
  const address = text(512)(value, param);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address))
    throw invalidParameter(param, `Invalid email address: ${address}`, 'email_invalid');
  return address;
};

/**
 * Latin characters, at least one letter, none of `<>\'"*`:
 * https://docs.stripe.com/get-started/account/statement-descriptors
 */
export const descriptorSuffix: Reader<string> = (value, param) => {
  const suffix = text(22)(value, param);
  if (!/[A-Za-z]/.test(suffix) || /[<>\\'"*]|[^ -~]/.test(suffix))
    throw invalidParameter(
      param,
      'The statement descriptor suffix must contain at least one letter and only Latin characters.',
    );
  return suffix;
};

const cardDescriptor: Reader<never> = (_, param) => {
  throw invalidParameter(
    param,
    'The statement_descriptor parameter is not supported for card payments. Use statement_descriptor_suffix instead.',
  );
};

export const allowedTypes = list(oneOf(...allowedTypeNames));

const automaticMethods = object({
  enabled: required(flag),
  allow_redirects: optional(oneOf('always', 'never')),
});

const shared = {
  allowed_payment_method_types: optional(allowedTypes),
  metadata: optional(unsettable(metadata)),
  description: optional(unsettable(text())),
  receipt_email: optional(unsettable(email)),
  statement_descriptor_suffix: optional(unsettable(descriptorSuffix)),
  statement_descriptor: optional(cardDescriptor),
  payment_method: optional(text()),
  payment_method_types: optional(removedTypes),
};

export const createParams = parameters({
  ...shared,
  amount: required(integer(0)),
  currency: required(text(3)),
  automatic_payment_methods: optional(automaticMethods),
  application_fee_amount: optional(integer(0)),
  capture_method: optional(oneOf('automatic', 'automatic_async')),
  confirmation_method: optional(oneOf('automatic')),
  confirm: optional(flag),
  return_url: optional(text()),
  use_stripe_sdk: optional(flag),
});

export const updateParams = parameters({
  ...shared,
  amount: optional(integer(0)),
  currency: optional(text(3)),
  application_fee_amount: optional(unsettable(integer(0))),
});

export const confirmParams = parameters({
  payment_method: optional(text()),
  payment_method_types: optional(removedTypes),
  receipt_email: optional(unsettable(email)),
  return_url: optional(text()),
  use_stripe_sdk: optional(flag),
});

export const cancelParams = parameters({
  cancellation_reason: optional(oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer')),
});
