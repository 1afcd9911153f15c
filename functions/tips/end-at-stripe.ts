import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import type { CancelReason, PaymentsResult } from '../stripe/payments';

/** Cancels an open payment, or expires Stripe's page, whose payment cannot be cancelled directly. */
export function endAtStripe(
  { payments }: Pick<Deps, 'payments'>,
  { stripe: { accountId, paymentIntentId, checkoutSessionId } }: Tip,
  reason: CancelReason,
): Promise<PaymentsResult<null>> {
  return paymentIntentId === null
    ? payments.expireCheckout(accountId, checkoutSessionId ?? '')
    : payments.cancelIntent(accountId, paymentIntentId, reason);
}
