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

const key = 'busker-tip';

/** The tip of the last press on Pay in this tab, while it is unfinished; null if there is none, or the page has no storage. */
export function pendingTip(): PendingTip | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (!isRecord(kept)) return null;
    const { handle, clientRequestId, tipId } = kept;
    if (typeof handle !== 'string' || typeof clientRequestId !== 'string') return null;
    return { handle, clientRequestId, tipId: typeof tipId === 'string' ? tipId : null };
  } catch {
    return null;
  }
}

export interface TipMemory {
  readonly keep: (tip: PendingTip) => void;
  readonly forget: () => void;
  readonly recall: (handle: string) => PendingTip | null;
}

/** Stored in the tab. A sandboxed page has no storage, so nothing is kept. */
export const sessionTipMemory: TipMemory = {
  keep: (tip) => quietly(() => sessionStorage.setItem(key, JSON.stringify(tip))),
  forget: () => quietly(() => sessionStorage.removeItem(key)),
  recall: (handle) => {
    const kept = pendingTip();
    return kept?.handle === handle ? kept : null;
  },
};

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // A sandboxed page has no storage.
  }
}
