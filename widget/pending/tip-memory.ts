import { pendingKey, pendingTip, type PendingTip } from './pending-tip';

export interface TipMemory {
  readonly keep: (tip: PendingTip) => void;
  readonly forget: () => void;
  readonly recall: (handle: string) => PendingTip | null;
}

/** Stored in the tab. A sandboxed page has no storage, so nothing is kept. */
export const sessionTipMemory: TipMemory = {
  keep: (tip) => quietly(() => sessionStorage.setItem(pendingKey, JSON.stringify(tip))),
  forget: () => quietly(() => sessionStorage.removeItem(pendingKey)),
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
