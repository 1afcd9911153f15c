import { isRecord } from '../data/read-json';

/**
 * What a page keeps of a tip while it is on its way, so that a reload in the middle of a bank's dialog does not end in silence: which
 * tip of whom, and the id of its request. Never a secret, never a word or an amount of the fan's.
 */
export interface PendingTip {
  readonly handle: string;
  readonly tipId: string | null;
  readonly clientRequestId: string;
}

export const pendingTipKey = 'busker-tip';

/** The tip of this profile that is under way in this tab; null when there is none, or the page has no storage. */
export function pendingTip(handle: string): PendingTip | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(pendingTipKey) ?? 'null');
    if (!isRecord(kept) || kept['handle'] !== handle) return null;
    const { tipId, clientRequestId } = kept;
    if (typeof clientRequestId !== 'string') return null;
    return { handle, clientRequestId, tipId: typeof tipId === 'string' ? tipId : null };
  } catch {
    return null;
  }
}
