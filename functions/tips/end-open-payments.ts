import { paths } from '../../core/documents/documents';
import { decodeTip } from '../../core/documents/tip-document';
import { restrictionOf } from '../../core/profile/standing';
import type { PaymentStatus, Tip } from '../../core/tip/tip';
import { NotAnswered } from '../queue/sweep';
import { unchanged, syncTip } from './sync-tip';
import type { Deps } from '../deps';
import { readable, stored } from '../store/stored';
import { endAtStripe } from './end-at-stripe';
import { removeTips } from './remove-tips';
import { closeTip } from './sweeps/close-tip';

/** The states in which a payment can still be stopped. A payment that the bank is processing cannot be stopped. */
export const stoppable: readonly PaymentStatus[] = ['draft', 'awaiting', 'requires_action', 'unknown'];

const mostAtOnce = 500;

/** Cancels the payment of a tip and reads how it ended. `true` = the tip changed. */
export async function endPayment(deps: Deps, tip: Tip): Promise<boolean> {
  const ended = await endAtStripe(deps, tip, 'abandoned');
  if (!ended.ok && ended.problem.kind === 'unavailable') return unchanged(ended.problem);
  if (!ended.ok && ended.problem.kind === 'gone') return closeTip(deps, tip, 'expired');
  // After a refusal the payment has changed. The sync reads its new state.
  const trigger = { cause: 'schedule', eventId: null } as const;
  const synced = await syncTip(deps, { uid: tip.ownerUid, tipId: tip.tipId }, trigger);
  return synced.ok ? synced.value.rev !== tip.rev : unchanged(synced.problem);
}

/** How many open payments of an owner were ended, and how many could not be, because Stripe did not answer. */
export interface EndedPayments {
  readonly ended: number;
  readonly missed: number;
}

/**
 * Ends every payment of an owner that is not paid yet. The owner takes no tips any more, so no new one can begin. A draft is removed: the request
 * that is creating its payment finds it gone, and ends that payment.
 */
export async function endOpenPayments(deps: Deps, uid: string): Promise<EndedPayments> {
  const from = paths.tips(uid);
  const query = { from, where: [['payment.status', 'in', stoppable]], limit: mostAtOnce } as const;
  const found = await deps.store.find(query, (data) => readable(from, decodeTip(data)));
  let missed = 0;
  for (const { value: tip } of found) {
    if (!(await stop(deps, tip))) missed += 1;
  }
  return { ended: found.length - missed, missed };
}

async function stop(deps: Deps, tip: Tip): Promise<boolean> {
  const { paymentIntentId, checkoutSessionId } = tip.stripe;
  if (paymentIntentId === null && checkoutSessionId === null) return removeTips(deps, [tip]);
  try {
    await endPayment(deps, tip);
    return true;
  } catch (error) {
    if (error instanceof NotAnswered) return false;
    throw error;
  }
}

/** Which owners of these tips are suspended or closed. */
export async function suspendedOwners(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tips: readonly Tip[],
): Promise<ReadonlySet<string>> {
  const uids = [...new Set(tips.map(({ ownerUid }) => ownerUid))];
  const standings = await store.readAll(uids.map((uid) => stored.standing(uid)));
  const states = standings.map((standing) => restrictionOf(standing, clock.now())?.state);
  return new Set(uids.filter((_uid, index) => states[index] === 'suspended' || states[index] === 'closed'));
}
