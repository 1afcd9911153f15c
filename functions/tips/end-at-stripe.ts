import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import type { CancelReason, PaymentsResult } from '../stripe/payments';

/** Ends an open payment: itself, or Stripe's page that it is to be paid on, whose payment cannot be cancelled by itself. */
export function endAtStripe(
  { payments }: Pick<Deps, 'payments'>,
  { stripe: { accountId, paymentIntentId, checkoutSessionId } }: Tip,
  reason: CancelReason,
): Promise<PaymentsResult<null>> {
  return paymentIntentId === null
    ? payments.expireCheckout(accountId, checkoutSessionId ?? '')
    : payments.cancelIntent(accountId, paymentIntentId, reason);
}
