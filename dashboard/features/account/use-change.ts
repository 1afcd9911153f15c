import { useState, type FormEvent } from 'react';

import type { Failure, Answer } from '../../data/failure';

export type Change =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** A form that asks the sign-in service for a change. */
export function useChange(send: () => Answer, onDone: () => void) {
  const [change, setChange] = useState<Change>({ kind: 'idle' });
  const submit = async () => {
    setChange({ kind: 'busy' });
    const answer = await send();
    setChange(answer.ok ? { kind: 'done' } : { kind: 'failed', failure: answer.problem });
    if (answer.ok) onDone();
  };
  return {
    change,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      if (change.kind !== 'busy') void submit();
    },
  };
}
