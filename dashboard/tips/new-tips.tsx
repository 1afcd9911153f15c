import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import type { Tip } from '@busker/core/tip/tip';
import { tipTime } from '@busker/core/tip/tip-filter';
import type { TipsView } from '../data/backend';
import { firstTips, useTips } from '../session/owner-documents';

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

/** Calls back when tips have arrived since the component was mounted. */
function useArrivedTips(view: TipsView | null, onArrival: (tips: readonly Tip[]) => void): void {
  const before = useRef<TipsView | null>(null);
  const call = useRef(onArrival);
  useEffect(() => {
    call.current = onArrival;
  });
  useEffect(() => {
    if (!view) return;
    const arrived = arrivedTips(before.current, view);
    before.current = view;
    if (arrived.length > 0) call.current(arrived);
  }, [view]);
}

const NewTipsContext = createContext<readonly string[]>([]);

interface NewTipsProps {
  readonly onArrival: (tips: readonly Tip[]) => void;
  readonly children: ReactNode;
}

/** The one listener for new tips. `onArrival` announces them; screens below mark them as new. */
export function NewTips({ onArrival, children }: NewTipsProps) {
  const [arrived, setArrived] = useState<readonly string[]>([]);
  const live = useTips(firstTips);
  useArrivedTips(live.kind === 'ready' ? live.value : null, (tips) => {
    setArrived((before) => [...tips.map((tip) => tip.tipId), ...before].slice(0, 100));
    onArrival(tips);
  });
  return <NewTipsContext value={arrived}>{children}</NewTipsContext>;
}

/** Ids of the tips that arrived while the calling component was mounted, newest first. */
export function useNewTips(): readonly string[] {
  const arrived = useContext(NewTipsContext);
  const [earlier] = useState(() => new Set(arrived));
  return arrived.filter((tipId) => !earlier.has(tipId));
}
