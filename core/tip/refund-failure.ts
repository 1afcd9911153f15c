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
