import { useMemo } from 'react';
import type { InsightShard } from '../../../core/documents/insight-document';
import type { TipsView } from '../../shared/tip-repository';
import { useLive } from '../../shared/use-live';
import { useOwner } from '../../shared/use-session';
import { useStore } from '../../shared/use-store';
import type { Failure } from '../../shared/failure';
import { daysUntil, insightsOf, type Insights, type Period } from './insight-sums';

/** At most this many tips of a period are read; the screen says so. */
const mostTips = 2000;

export type LiveInsights =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly insights: Insights; readonly cut: boolean; readonly stale: boolean };

export function useInsights(now: number, period: Period): LiveInsights {
  const { tipRepository } = useStore();
  const { uid } = useOwner();
  const days = useMemo(() => daysUntil(now, period), [now, period]);
  const first = days[0] ?? '';
  const counts = useLive<readonly InsightShard[]>(['insights', uid, first], (watcher) =>
    tipRepository.watchInsights(first, watcher),
  );
  const tips = useLive<TipsView>(['paid-since', uid, first], (watcher) =>
    tipRepository.watchPaidSince(Date.parse(`${first}T00:00:00Z`), mostTips, watcher),
  );
  return useMemo((): LiveInsights => {
    if (counts.kind === 'failed') return counts;
    if (tips.kind === 'failed') return tips;
    if (counts.kind === 'loading' || tips.kind === 'loading') return { kind: 'loading' };
    // An empty result from this device's cache is not final: the server has not answered yet.
    if (tips.value.stale && counts.value.length === 0) return { kind: 'loading' };
    return {
      kind: 'ready',
      insights: insightsOf(days, counts.value, tips.value.tips),
      cut: tips.value.more,
      stale: tips.value.stale,
    };
  }, [counts, tips, days]);
}
