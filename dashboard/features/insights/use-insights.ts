import { useMemo } from 'react';
import type { InsightShard } from '../../../core/documents/insight-document';
import type { Failure } from '../../data/failure';
import type { TipsView } from '../../data/backend';
import { useLive } from '../../data/owner-documents';
import { useOwner, useStore } from '../../data/session';
import { insightsOf, type Insights } from './insight-sums';
import { rangeBefore, shifted, type DayRange, type ZoneDays } from './zone-days';

/** At most this many tips of both periods are read; the screen says so. */
const mostTips = 2000;

export type LiveInsights =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retry: () => void }
  | {
      readonly kind: 'ready';
      readonly insights: Insights;
      /** The same number of days before. */
      readonly before: Insights;
      /** Tips of the range, or only of the period before, were left out. */
      readonly cut: 'no' | 'before' | 'range';
      readonly stale: boolean;
    };

function cutOf({ more, tips }: TipsView, start: number): 'no' | 'before' | 'range' {
  if (!more) return 'no';
  return (tips.at(-1)?.payment.succeededAt ?? 0) < start ? 'before' : 'range';
}

export function useInsights(range: DayRange, zone: ZoneDays): LiveInsights {
  const { tipRepository } = useStore();
  const { uid } = useOwner();
  const earlier = useMemo(() => rangeBefore(range), [range]);
  // A day of the owner can begin on the UTC day before and end on the one after.
  const days = { from: shifted(earlier.from, -1), until: shifted(range.to, 2) };
  const span = { from: zone.startOf(earlier.from), until: zone.startOf(shifted(range.to, 1)) };
  const counts = useLive<readonly InsightShard[]>(['insights', uid, days.from, days.until], (watcher) =>
    tipRepository.watchInsights(days, watcher),
  );
  const tips = useLive<TipsView>(['paid', uid, String(span.from), String(span.until)], (watcher) =>
    tipRepository.watchPaid(span, mostTips, watcher),
  );
  return useMemo((): LiveInsights => {
    if (counts.kind === 'failed') return counts;
    if (tips.kind === 'failed') return tips;
    if (counts.kind === 'loading' || tips.kind === 'loading') return { kind: 'loading' };
    // An empty result from this device's cache is not final: the server has not answered yet.
    if (tips.value.stale && counts.value.length === 0) return { kind: 'loading' };
    return {
      kind: 'ready',
      insights: insightsOf(range, zone, counts.value, tips.value.tips),
      before: insightsOf(earlier, zone, counts.value, tips.value.tips),
      cut: cutOf(tips.value, zone.startOf(range.from)),
      stale: tips.value.stale,
    };
  }, [counts, tips, range, earlier, zone]);
}
