import type { Tip } from '../../../core/tip/tip';
import type { TipPage, TipsView } from '../../data/backend';

/**
 * The tips read so far, without gaps from the newest on: the newest by a listener, older ones page by page. A tip beyond the listener
 * stays as it was last read.
 */
export interface KnownTips {
  /** Newest first. */
  readonly tips: readonly Tip[];
  readonly more: boolean;
  /** From this device's cache alone. */
  readonly stale: boolean;
}

export const noTips: KnownTips = { tips: [], more: false, stale: true };

const byBeginning = (a: Tip, b: Tip) => b.createdAt - a.createdAt || (a.tipId < b.tipId ? 1 : -1);

function merged(before: readonly Tip[], fresh: readonly Tip[]): readonly Tip[] {
  const all = new Map(before.map((tip) => [tip.tipId, tip]));
  for (const tip of fresh) {
    const known = all.get(tip.tipId);
    // The listener and a page can overlap: the higher revision wins.
    if (!known || known.rev <= tip.rev) all.set(tip.tipId, tip);
  }
  return [...all.values()].toSorted(byBeginning);
}

/** A new view from the listener. After cached data there may be a gap, so the list starts again. */
export function withLatest(known: KnownTips, view: TipsView): KnownTips {
  if (known.stale || view.stale) return { tips: view.tips, more: view.more, stale: view.stale };
  const oldest = view.tips.at(-1);
  const joined = known.tips.some((tip) => view.tips.some((fresh) => fresh.tipId === tip.tipId));
  if (!joined && known.tips.length > 0 && oldest) return { tips: view.tips, more: view.more, stale: false };
  const reached = known.tips.length > view.tips.length;
  return { tips: merged(known.tips, view.tips), more: reached ? known.more : view.more, stale: false };
}

export function withOlder(known: KnownTips, page: TipPage): KnownTips {
  return { ...known, tips: merged(known.tips, page.tips), more: page.more };
}

/** One tip was read again. */
export function withTip(known: KnownTips, tip: Tip): KnownTips {
  const isThere = known.tips.some((other) => other.tipId === tip.tipId);
  return isThere ? { ...known, tips: merged(known.tips, [tip]) } : known;
}
