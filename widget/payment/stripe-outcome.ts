import type { PaymentIntent, StripeError } from '@stripe/stripe-js';
import type { Confirmation, Decline, PaymentLook } from './payment-surface';

/** What `confirmPayment` answered, in our kinds. Everything that is not certain is `unknown`: then Stripe is asked, not guessed. */
export function readConfirmation(answer: {
  readonly paymentIntent?: Pick<PaymentIntent, 'status'> | undefined;
  readonly error?: StripeError | undefined;
}): Confirmation {
  const { error } = answer;
  const seen = readStatus((error?.payment_intent ?? answer.paymentIntent)?.status);
  if (seen === 'succeeded' || seen === 'processing') return { kind: seen };
  if (!error) return { kind: 'unknown' };
  if (error.type === 'validation_error') return { kind: 'incomplete' };
  if (error.code === 'payment_intent_authentication_failure')
    return { kind: 'declined', decline: 'not-verified' };
  return error.type === 'card_error'
    ? { kind: 'declined', decline: readDecline(error) }
    : { kind: 'unknown' };
}

const declines: Readonly<Record<string, Decline>> = {
  insufficient_funds: 'insufficient-funds',
  expired_card: 'expired-card',
  invalid_expiry_month: 'expired-card',
  invalid_expiry_year: 'expired-card',
  incorrect_cvc: 'incorrect-cvc',
  invalid_cvc: 'incorrect-cvc',
  incorrect_number: 'incorrect-number',
  invalid_number: 'incorrect-number',
  processing_error: 'try-again',
  authentication_required: 'not-verified',
};

/** One kind for lost, stolen, fraudulent and blocked cards alike: a finer answer would help whoever tries stolen cards. */
function readDecline({ code, decline_code: declineCode }: StripeError): Decline {
  if (declineCode === 'insufficient_funds') return 'insufficient-funds';
  return declines[code ?? ''] ?? 'declined';
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
