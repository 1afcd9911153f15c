import { createContext, useContext, useState, type ReactNode } from 'react';
import type { Tip } from '../../../core/tip/tip';
import { useArrivedTips } from './use-arrived-tips';
import { firstTips, useTips } from './use-tips';

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
