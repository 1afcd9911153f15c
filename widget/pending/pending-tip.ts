import { isRecord } from '../data/read-json';

/**
 * What a page stores of an unfinished tip, so that the sheet can mention it after a reload: its profile and ids. Never a secret, a text or an
 * amount.
 */
export interface PendingTip {
  readonly handle: string;
  readonly tipId: string | null;
  readonly clientRequestId: string;
}

/** Its name in the tab's storage. */
export const pendingKey = 'busker-tip';

/** The tip of the last press on Pay in this tab, while it is unfinished; null if there is none, or the page has no storage. */
export function pendingTip(): PendingTip | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(pendingKey) ?? 'null');
    if (!isRecord(kept)) return null;
    const { handle, clientRequestId, tipId } = kept;
    if (typeof handle !== 'string' || typeof clientRequestId !== 'string') return null;
    return { handle, clientRequestId, tipId: typeof tipId === 'string' ? tipId : null };
  } catch {
    return null;
  }
}
