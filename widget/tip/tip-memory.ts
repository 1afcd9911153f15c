import { isRecord } from '../read-json';

/**
 * What a page keeps of a tip while it is on its way, so that a reload in the middle of a bank's dialog does not end in silence: which
 * tip of whom, and the id of its request. Never a secret, never a word or an amount of the fan's.
 */
export interface PendingTip {
  readonly handle: string;
  readonly tipId: string | null;
  readonly clientRequestId: string;
}

export interface TipMemory {
  readonly keep: (tip: PendingTip) => void;
  readonly forget: () => void;
  readonly recall: (handle: string) => PendingTip | null;
}

const key = 'busker-tip';

/** In the tab's own storage. A sandboxed page has none: then nothing is kept. */
export const sessionTipMemory: TipMemory = {
  keep: (tip) => quietly(() => sessionStorage.setItem(key, JSON.stringify(tip))),
  forget: () => quietly(() => sessionStorage.removeItem(key)),
  recall: (handle) => {
    const kept = quietly(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown);
    if (!isRecord(kept) || kept['handle'] !== handle || typeof kept['clientRequestId'] !== 'string')
      return null;
    const { tipId, clientRequestId } = kept;
    return { handle, clientRequestId, tipId: typeof tipId === 'string' ? tipId : null };
  },
};

function quietly<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
