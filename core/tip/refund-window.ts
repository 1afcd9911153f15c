import { wayOf } from '../ways/ways';
import type { Tip } from './tip';

const day = 86_400_000;

/** After how many days a refund of a tip that was paid this way has arrived at the latest; null = as usual with cards, or not known. */
export const refundArrives = ({ stripe }: Pick<Tip, 'stripe'>): number | null =>
  wayOf(stripe.paymentMethodType)?.refundArrives ?? null;

/** Until when Stripe refunds a tip that was paid this way, in epoch milliseconds; null = without a limit of its own, or not paid. */
export function refundableUntil({ stripe, payment }: Pick<Tip, 'stripe' | 'payment'>): number | null {
  const { refundDays = null } = wayOf(stripe.paymentMethodType) ?? {};
  return refundDays === null || payment.succeededAt === null ? null : payment.succeededAt + refundDays * day;
}
