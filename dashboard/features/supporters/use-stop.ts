import { useState } from 'react';
import type { Answer, Failure } from '../../data/failure';
import { isSilence } from '../../data/silence';

export type StopStep =
  | { readonly kind: 'asking'; readonly failure: Failure | null }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unanswered' };

interface Stopping {
  readonly step: StopStep;
  /** Asks the server, unless it is being asked. */
  readonly stop: () => Promise<void>;
}

/** Stops one monthly tip, or all. Asking twice changes nothing, so a lost answer needs no more than another try. */
export function useStop<T>(ask: () => Answer<T>, onStopped: (answer: T) => void): Stopping {
  const [step, setStep] = useState<StopStep>({ kind: 'asking', failure: null });
  const stop = async () => {
    if (step.kind === 'busy') return;
    setStep({ kind: 'busy' });
    const answer = await ask();
    if (answer.ok) {
      setStep({ kind: 'asking', failure: null });
      return onStopped(answer.value);
    }
    setStep(isSilence(answer.problem) ? { kind: 'unanswered' } : { kind: 'asking', failure: answer.problem });
  };
  return { step, stop };
}
