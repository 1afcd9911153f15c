/**
 * The message that a fan gets when a payment fails. `not-approved` and `way-unavailable` are of payment methods besides cards. All suspected fraud gets one text: a thief must not learn the reason. `wrong-…` and
 * `card-expired` belong beside their field. `try-again` may be shown only once Stripe has said that nothing was charged.
 */
export const declineMessages = [
  'card-declined',
  'insufficient-funds',
  'card-expired',
  'wrong-cvc',
  'wrong-number',
  'not-verified',
  'not-approved',
  'way-unavailable',
  'try-again',
  'too-many-tries',
  'amount-too-small',
  'amount-too-large',
] as const;
export type DeclineMessage = (typeof declineMessages)[number];

/** Stripe's error, of Stripe.js or of the API: `code`, `decline_code`, `type` and, from the API, the HTTP status. */
export interface StripeFault {
  readonly code?: string | null | undefined;
  readonly declineCode?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly status?: number | null | undefined;
}

const byCode: Readonly<Record<string, DeclineMessage>> = {
  insufficient_funds: 'insufficient-funds',
  expired_card: 'card-expired',
  invalid_expiry_month: 'card-expired',
  invalid_expiry_year: 'card-expired',
  invalid_expiry_month_past: 'card-expired',
  invalid_expiry_year_past: 'card-expired',
  incorrect_cvc: 'wrong-cvc',
  invalid_cvc: 'wrong-cvc',
  incorrect_number: 'wrong-number',
  invalid_number: 'wrong-number',
  authentication_required: 'not-verified',
  authentication_not_handled: 'not-verified',
  payment_intent_authentication_failure: 'not-verified',
  payment_method_customer_decline: 'not-approved',
  payment_method_provider_decline: 'not-approved',
  payment_method_provider_timeout: 'not-approved',
  payment_intent_payment_attempt_failed: 'not-approved',
  payment_intent_payment_attempt_expired: 'not-approved',
  payment_method_not_available: 'way-unavailable',
  payment_method_unactivated: 'way-unavailable',
  payment_intent_incompatible_payment_method: 'way-unavailable',
  processing_error: 'try-again',
  reenter_transaction: 'try-again',
  try_again_later: 'try-again',
  issuer_not_available: 'try-again',
  rate_limit: 'too-many-tries',
  lock_timeout: 'try-again',
  amount_too_small: 'amount-too-small',
  amount_too_large: 'amount-too-large',
  card_declined: 'card-declined',
};

/** https://docs.stripe.com/declines/codes and https://docs.stripe.com/error-codes; the decline code is more specific than the code. */
export function declineMessage({ code, declineCode, type, status }: StripeFault): DeclineMessage {
  if (status === 429 || type === 'rate_limit_error') return 'too-many-tries';
  return (
    known(declineCode) ??
    (declineCode ? 'card-declined' : undefined) ??
    known(code) ??
    (type === 'card_error' ? 'card-declined' : 'try-again')
  );
}

function known(code: string | null | undefined): DeclineMessage | undefined {
  return code && Object.hasOwn(byCode, code) ? byCode[code] : undefined;
}
