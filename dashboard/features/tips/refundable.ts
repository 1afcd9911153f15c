import { isWithBank } from '../../../core/tip/tip-filter';
import { isTestTip, type Tip } from '../../../core/tip/tip';

/** What can still be refunded, in minor units; zero while a bank has the money. */
export function refundable(tip: Tip): number {
  if (tip.payment.status !== 'succeeded' || isWithBank(tip) || isTestTip(tip)) return 0;
  return Math.max(0, tip.amount - tip.refund.refunded - tip.refund.pending);
}
