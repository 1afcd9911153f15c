import { useEffect, useMemo, useState } from 'react';
import type { TipController } from '../tip/tip-controller';
import type { TipStage } from '../tip/tip-flow';

/** Everything that is needed once an amount is chosen, in one chunk. */
export const loadPayStep = () => import('./pay-step');

type Step = Awaited<ReturnType<typeof loadPayStep>>;

export interface PayStep {
  /** Null until it is fetched. */
  readonly step: Step | null;
  /** Null: it could not be fetched. The next call tries again. */
  readonly load: () => Promise<Step | null>;
}

/** The code of paying, fetched for the card form or when `load` is called. */
export function usePayStep({ send }: TipController, at: TipStage['at']): PayStep {
  const [step, setStep] = useState<Step | null>(null);
  const load = useMemo(
    () => () =>
      loadPayStep().then(
        (loaded) => {
          setStep(loaded);
          return loaded;
        },
        () => null,
      ),
    [],
  );
  const needsForm = at === 'starting';
  useEffect(() => {
    if (!needsForm) return;
    void load().then((loaded) => {
      // Neither way to pay works without it.
      if (!loaded) send({ type: 'session-refused', code: 'unreachable' });
    });
  }, [needsForm, load, send]);
  return useMemo(() => ({ step, load }), [step, load]);
}
