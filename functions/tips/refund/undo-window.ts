import type { Tip } from '../../../core/tip/tip';
import type { Store } from '../../store/store';
import { stored } from '../../store/stored';

/** How long after its success a fan may undo a tip, by the server's clock. */
export const undoWindowMs = 10 * 60_000;

/**
 * Until when this tip may be undone, in epoch milliseconds; null = it may not. The owner's current setting decides. After a declined card it is not
 * offered: undo-tip.ts refuses it there, to prevent card testing, and a button must not lead to a refusal.
 */
export async function undoUntil(store: Store, tip: Tip, now: number): Promise<number | null> {
  const { succeededAt, attempts } = tip.payment;
  // A monthly tip is withdrawn as a whole, within days instead of minutes.
  if (tip.cycle !== undefined) return null;
  // A failed undo cannot be repeated: Stripe answers the same request with the same failed refund.
  if (tip.refund.status === 'failed' || tip.refund.failure !== undefined) return null;
  if (succeededAt === null || tip.state !== 'paid' || attempts > 0) return null;
  const until = succeededAt + undoWindowMs;
  if (now >= until) return null;
  const profile = await store.read(stored.profile(tip.ownerUid));
  return profile?.tips.undo === true ? until : null;
}
