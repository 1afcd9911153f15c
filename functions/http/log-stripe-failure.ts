import type { KeyRefusal, PaymentsFailure } from '../stripe/payments';
import type { Log } from './log';

/** This line triggers an alert: owners and fans cannot do anything about a refused key. */
export function logKeyRefusal(
  log: Pick<Log, 'keyRefused'>,
  { why, code, requestId, permission }: KeyRefusal,
): void {
  log.keyRefused({ why, code, stripeRequestId: requestId, permission });
}

/** Why a call to Stripe failed: Stripe does not answer, or it refuses the server's own key. */
export function logUnavailable(
  log: Pick<Log, 'keyRefused' | 'serviceUnavailable'>,
  { error, key }: Extract<PaymentsFailure, { readonly kind: 'unavailable' }>,
): void {
  if (key === undefined) log.serviceUnavailable({ service: 'stripe', error });
  else logKeyRefusal(log, key);
}
