import type { Tip } from '../../../core/tip/tip';
import { tipTime } from '../../../core/tip/tip-filter';
import type { TipsView } from '../../data/backend';

/**
 * The tips that arrived between two views, newest first. Older tips that were loaded later do not count, nor does what the server adds to
 * cached data.
 */
export function arrivedTips(before: TipsView | null, now: TipsView): readonly Tip[] {
  if (!before || before.stale || now.stale) return [];
  const known = new Set(before.tips.map((tip) => tip.tipId));
  const oldest = before.more ? Math.min(...before.tips.map(tipTime)) : -Infinity;
  return now.tips.filter((tip) => !known.has(tip.tipId) && tipTime(tip) > oldest);
}
