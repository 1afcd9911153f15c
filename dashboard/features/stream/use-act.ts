import { useCallback, useState } from 'react';
import type { Answer } from '../../data/failure';
import { useToast } from '../../ui/toast';

/** One call at a time. `busy`: the name of the one without an answer yet. A refusal becomes a toast. */
export function useAct(): {
  readonly busy: string | null;
  readonly act: (name: string, call: () => Answer) => void;
} {
  const { failed } = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const act = useCallback(
    (name: string, call: () => Answer) => {
      setBusy(name);
      void call().then((answer) => {
        setBusy(null);
        if (!answer.ok) failed(answer.problem);
      });
    },
    [failed],
  );
  return { busy, act };
}
