import type { PaymentIntent, StripeError } from '@stripe/stripe-js';
import { declineMessage } from '../../core/decline-message';
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
  const isDecided = type === 'card_error' || code === 'payment_intent_authentication_failure';
  return isDecided
    ? { kind: 'declined', decline: declineMessage({ type, code, declineCode }) }
    : { kind: 'unknown' };
}

const looks: Readonly<Record<PaymentIntent.Status, PaymentLook>> = {
  succeeded: 'succeeded',
  requires_capture: 'succeeded',
  processing: 'processing',
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  canceled: 'closed',
};

/** A payment's status, in our kinds. Null when there is none to read. */
export function readStatus(status: PaymentIntent.Status | undefined): PaymentLook {
  return status ? (looks[status] ?? null) : null;
}
