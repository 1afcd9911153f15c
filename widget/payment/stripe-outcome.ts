import type { PaymentIntent, StripeError } from '@stripe/stripe-js';
import { declineMessage } from '../../core/tip/decline-message';
import type { Confirmation, PaymentLook } from './payment-surface';

/** Reads the result of `confirmPayment`. Everything uncertain is `unknown`; Stripe is then asked again. */
export function readConfirmation(answer: {
  readonly paymentIntent?: Pick<PaymentIntent, 'status'> | undefined;
  readonly error?: StripeError | undefined;
}): Confirmation {
  const { error } = answer;
  const seen = readStatus((error?.payment_intent ?? answer.paymentIntent)?.status);
  if (seen === 'succeeded' || seen === 'processing') return { kind: seen };
  if (!error) return { kind: 'unknown' };
  if (error.type === 'validation_error') return { kind: 'incomplete' };
  const decline = declineOf(error);
  if (decline) return { kind: 'declined', decline };
  return { kind: isRefusal(error) ? 'refused' : 'unknown' };
}

/** Why the bank or wallet refused; the same payment can be tried again. Undefined: it did not decide. */
function declineOf({ type, code, param, decline_code: declineCode, payment_method }: StripeError) {
  const decline = declineMessage({ type, code, declineCode });
  if (type === 'card_error') return decline;
  // All others decide only as invalid requests: anything else may still be charged.
  if (type !== 'invalid_request_error') return undefined;
  // The owner has switched this way off since the form was made.
  if (code === 'payment_intent_invalid_parameter' && param?.startsWith('payment_method'))
    return 'way-unavailable';
  if (decline === 'not-approved' || decline === 'way-unavailable') return decline;
  if (code !== 'payment_intent_authentication_failure') return undefined;
  return payment_method && payment_method.type !== 'card' ? 'not-approved' : decline;
}

/** Errors that do not decide the payment: it is looked up. */
const undecided: ReadonlySet<string | undefined> = new Set([
  'payment_intent_unexpected_state',
  'lock_timeout',
  'rate_limit',
]);

/** Stripe refused the request itself: no such payment, no access to the account, or an invalid request. */
const isRefusal = ({ type, code }: StripeError): boolean =>
  (type === 'invalid_request_error' || type === 'authentication_error') && !undecided.has(code);

const looks: Readonly<Record<PaymentIntent.Status, PaymentLook>> = {
  succeeded: 'succeeded',
  requires_capture: 'succeeded',
  processing: 'processing',
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  canceled: 'closed',
};

/**
 * Reads the result of `retrievePaymentIntent`. Null: ask again. `whileAsked` is the state while the bank waits for the fan: `open` if the same
 * payment
 * can be tried again.
 */
export function readLookUp(
  answer: {
    readonly paymentIntent?: Pick<PaymentIntent, 'status'> | undefined;
    readonly error?: StripeError | undefined;
  },
  whileAsked: 'open' | null = 'open',
): PaymentLook {
  if (answer.paymentIntent?.status === 'requires_action') return whileAsked;
  return answer.error && isRefusal(answer.error) ? 'refused' : readStatus(answer.paymentIntent?.status);
}

/** The state of a payment; null if there is none. */
function readStatus(status: PaymentIntent.Status | undefined): PaymentLook {
  return status ? (looks[status] ?? null) : null;
}
