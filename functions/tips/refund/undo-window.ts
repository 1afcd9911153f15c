import type { Tip } from '../../../core/tip/tip';
import type { Store } from '../../store/store';
import { stored } from '../../store/stored';

/** How long after its success a fan may take a tip back, by the server's clock. */
export const undoWindowMs = 10 * 60_000;

/**
 * Until when this tip may be undone, in epoch milliseconds; null = not (any more). The owner's switch decides as it is now. Where a card was
 * tried in vain it is not offered: what helps whoever tests cards is refused at the undo (undo-tip.ts), and a button must not lead to that.
 */
export async function undoUntil(store: Store, tip: Tip, now: number): Promise<number | null> {
  const { succeededAt, attempts } = tip.payment;
  // An undo that failed cannot be made again: the same request is the same refund.
  if (tip.refund.status === 'failed' || tip.refund.failure !== undefined) return null;
  if (succeededAt === null || tip.state !== 'paid' || attempts > 0) return null;
  const until = succeededAt + undoWindowMs;
  if (now >= until) return null;
  const profile = await store.read(stored.profile(tip.ownerUid));
  return profile?.tips.undo === true ? until : null;
}
