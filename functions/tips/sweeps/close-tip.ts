import { isOpenPayment } from '../../../core/tip/state/payment-projection';
import type { Tip } from '../../../core/tip/tip';
import type { Deps } from '../../deps';
import { stored } from '../../store/stored';
import { writeTip } from '../write-tip';

/** Ends a tip that has nothing (more) at Stripe to read, unless it changed meanwhile. */
export function closeTip(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tip: Tip,
  status: 'expired' | 'canceled',
): Promise<boolean> {
  return store.transaction(async (tx) => {
    const current = await tx.read(stored.tip(tip.ownerUid, tip.tipId));
    if (current?.rev !== tip.rev || !isOpenPayment(current.payment.status)) return false;
    const state = status === 'expired' ? 'expired' : 'failed';
    const after: Tip = { ...current, payment: { ...current.payment, status }, state };
    writeTip(tx, current, after, { cause: 'schedule', eventId: null }, clock.now());
    return true;
  });
}
