import { useEffect, useRef } from 'react';
import type { Tip } from '../../../core/tip/tip';
import type { TipsView } from '../../data/backend';
import { arrivedTips } from './arrived-tips';

/** Calls back when tips have arrived since the component was mounted. */
export function useArrivedTips(view: TipsView | null, onArrival: (tips: readonly Tip[]) => void): void {
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
