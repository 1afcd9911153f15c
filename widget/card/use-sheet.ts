import { useEffect, useState, type ComponentType } from 'react';
import type { TipSheetProps } from '../sheet/tip-sheet';

/** The tip sheet is a chunk of its own. `failed`: it could not be fetched; the next tap tries again. */
export type SheetGate =
  | { readonly at: 'closed' }
  | { readonly at: 'loading' }
  | { readonly at: 'ready'; readonly Sheet: ComponentType<TipSheetProps> }
  | { readonly at: 'failed' };

const load = () => import('../sheet/tip-sheet');

/** Fetched when the fan points at the button, so that it is there at the tap. A failure shows at the tap, not before. */
export function prefetchSheet(): void {
  load().catch(() => undefined);
}

export function useSheet(wanted: boolean): SheetGate {
  const [gate, setGate] = useState<SheetGate>({ at: 'closed' });
  const isReady = gate.at === 'ready';
  useEffect(() => {
    if (!wanted || isReady) return undefined;
    let waiting = true;
    const show = (next: SheetGate) => {
      if (waiting) setGate(next);
    };
    show({ at: 'loading' });
    load().then(
      ({ TipSheet }) => show({ at: 'ready', Sheet: TipSheet }),
      () => show({ at: 'failed' }),
    );
    return () => {
      waiting = false;
    };
  }, [wanted, isReady]);
  return gate;
}
