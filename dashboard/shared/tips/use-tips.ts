import type { TipsView, TotalsView } from '../../data/backend';
import { useLive, type Live } from '../../data/owner-documents';
import { useOwner, useStore } from '../../data/session';

/** The palette and the announcer use the same limit, so they share one listener. */
export const firstTips = 50;

export function useTips(limit: number): Live<TipsView> {
  const store = useStore();
  const { uid } = useOwner();
  return useLive<TipsView>(['tips', uid, limit], (watcher) => store.watchTips(limit, watcher));
}

export function useTotals(): Live<TotalsView> {
  const store = useStore();
  const { uid } = useOwner();
  return useLive<TotalsView>(['totals', uid], (watcher) => store.watchTotals(watcher));
}
