import type { Tip } from '../../core/tip/tip';

/** The payments of a monthly tip, the latest first. */
export const latestFirst = (tips: readonly Tip[]): readonly Tip[] =>
  tips.toSorted((a, b) => (b.cycle?.number ?? 0) - (a.cycle?.number ?? 0));
