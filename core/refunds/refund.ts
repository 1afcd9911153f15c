import type { FanSum } from '../money/fan-money';
import { methodOf } from '../payments/methods';
import type { Tip } from '../tip/tip';

const day = 86_400_000;

/** After how many days a refund of a tip that was paid this way has arrived at the latest; null = as usual with cards, or not known. */
export const refundArrives = ({ stripe }: Pick<Tip, 'stripe'>): number | null =>
  methodOf(stripe.paymentMethodType)?.refundArrives ?? null;

/** Until when Stripe refunds a tip that was paid this way, in epoch milliseconds; null = without a limit of its own, or not paid. */
export function refundableUntil({ stripe, payment }: Pick<Tip, 'stripe' | 'payment'>): number | null {
  const { refundDays = null } = methodOf(stripe.paymentMethodType) ?? {};
  return refundDays === null || payment.succeededAt === null ? null : payment.succeededAt + refundDays * day;
}

/** Why a refund failed, in the kinds that have their own message. */
export const refundFailureKinds = ['card-closed', 'bank-refused', 'disputed', 'no-funds', 'unknown'] as const;
export type RefundFailureKind = (typeof refundFailureKinds)[number];

/** From Stripe's `failure_reason` of a refund, or the error code of the refused request: https://docs.stripe.com/refunds#failed-refunds */
const byReason: Readonly<Record<string, RefundFailureKind>> = {
  expired_or_canceled_card: 'card-closed',
  lost_or_stolen_card: 'card-closed',
  declined: 'bank-refused',
  charge_for_pending_refund_disputed: 'disputed',
  charge_disputed: 'disputed',
  insufficient_funds: 'no-funds',
  balance_insufficient: 'no-funds',
};

export function refundFailureKind(reason: string | null): RefundFailureKind {
  return reason !== null && Object.hasOwn(byReason, reason) ? (byReason[reason] ?? 'unknown') : 'unknown';
}

/**
 * What the failed refund would have returned in the fan's own currency. Undefined = the fan paid in the tip's, or Stripe does not say it of a part;
 * of the whole it is what the fan paid.
 */
export function failedFanSum({ amount, payment, refund: { failure } }: Tip): FanSum | undefined {
  return failure?.presented ?? (failure?.amount === amount ? payment.presented : undefined);
}
