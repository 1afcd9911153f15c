import Stripe from 'stripe';
import { fail, ok } from '../../core/base/result';
import type { PaymentsFailure, PaymentsResult } from './payments';

/** Stripe's error codes for an account that is no longer connected to us, or belongs to the other mode. */
const disconnected = new Set(['account_invalid', 'platform_api_key_expired', 'livemode_mismatch']);

/**
 * The failure that an SDK error stands for; undefined for other errors, which are bugs and are thrown again. A replayed 500, a conflict that outlived
 * its retries, a rate limit and a lost connection all leave open what happened.
 */
export function failureOf(error: unknown): PaymentsFailure | undefined {
  if (!(error instanceof Stripe.errors.StripeError)) return undefined;
  const status = error.statusCode ?? 0;
  const code = error.code ?? error.type;
  if (error instanceof Stripe.errors.StripeIdempotencyError) {
    return { kind: 'refused', code: 'idempotency_error', requestId: error.requestId ?? null };
  }
  if (status === 404 || disconnected.has(code)) return { kind: 'gone' };
  const passing = status === 0 || status === 409 || status === 429 || status >= 500;
  if (passing || error instanceof Stripe.errors.StripeAuthenticationError)
    return status >= 500 ? { kind: 'unavailable', error, answer: 'error' } : { kind: 'unavailable', error };
  return { kind: 'refused', code, requestId: error.requestId ?? null };
}

/** Calls Stripe and turns its refusals into values. */
export async function asked<T>(work: () => Promise<T>): Promise<PaymentsResult<T>> {
  try {
    return ok(await work());
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return fail(failure);
  }
}
