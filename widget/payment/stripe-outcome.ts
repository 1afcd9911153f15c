import type { PaymentIntent, StripeError } from '@stripe/stripe-js';
import { declineMessage } from '../../core/tip/decline-message';
import type { Confirmation, PaymentLook } from './payment-surface';

/** What `confirmPayment` answered, in our kinds. Everything that is not certain is `unknown`: then Stripe is asked, not guessed. */
export function readConfirmation(answer: {
  readonly paymentIntent?: Pick<PaymentIntent, 'status'> | undefined;
  readonly error?: StripeError | undefined;
}): Confirmation {
  const { error } = answer;
  const seen = readStatus((error?.payment_intent ?? answer.paymentIntent)?.status);
  if (seen === 'succeeded' || seen === 'processing') return { kind: seen };
  if (!error) return { kind: 'unknown' };
  const { type, code, decline_code: declineCode } = error;
  if (type === 'validation_error') return { kind: 'incomplete' };
  // Stripe calls a failed bank question a wrong request; the payment goes on with another try.
  const isDecided = type === 'card_error' || code === 'payment_intent_authentication_failure';
  if (isDecided) return { kind: 'declined', decline: declineMessage({ type, code, declineCode }) };
  return { kind: isRefusal(error) ? 'refused' : 'unknown' };
}

/** Codes of refusals that say nothing about the payment itself: it is looked up. */
const undecided: ReadonlySet<string | undefined> = new Set([
  'payment_intent_unexpected_state',
  'lock_timeout',
  'rate_limit',
]);

/** Stripe answered that it does not do this: no such payment, no access to the account, a wrong request. */
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
 * What `retrievePaymentIntent` answered, in our kinds. Null: ask again. `whileAsked` is what a question of the bank that waits for its
 * answer means: `open` where the same payment can be tried again.
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

/** A payment's status, in our kinds. Null when there is none to read. */
function readStatus(status: PaymentIntent.Status | undefined): PaymentLook {
  return status ? (looks[status] ?? null) : null;
}
