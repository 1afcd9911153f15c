import type { Sandbox } from '../sandbox';
import type { RefundEntity } from '../state/dispute-entities';
import type { ChargeEntity, PresentmentEntity } from '../state/payment-entities';
import { roundedShare } from './exchange-rates';

const isKept = ({ status }: RefundEntity): boolean => status !== 'failed' && status !== 'canceled';

/** What the refunds of a charge gave back, in minor units of the currency that the fan paid in; failed refunds gave nothing. */
export const presentedRefunds = ({ store }: Pick<Sandbox, 'store'>, { id }: ChargeEntity): number =>
  store
    .all('refund')
    .filter((refund) => refund.charge === id && isKept(refund))
    .reduce((sum, { presentment }) => sum + (presentment?.amount ?? 0), 0);

/**
 * The part of a new refund in the currency that the fan paid in, at the payment's own rate; null = the fan paid in ours. It is what the sum of the refunds
 * lacks, so that the refunds of a whole payment add up to what the fan paid. `amount` is in minor units of our currency.
 */
export function refundPresentment(
  sandbox: Pick<Sandbox, 'store'>,
  charge: ChargeEntity,
  amount: number,
): PresentmentEntity | null {
  const paid = charge.presentment;
  if (!paid) return null;
  const refunded = BigInt(charge.amountRefunded + amount);
  const due = Number(roundedShare(BigInt(paid.amount), refunded, BigInt(charge.amount)));
  // Less than nothing is due where an earlier refund failed and the others were rounded up.
  return { currency: paid.currency, amount: Math.max(0, due - presentedRefunds(sandbox, charge)) };
}
