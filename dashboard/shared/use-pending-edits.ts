import { useCallback, useRef, useState } from 'react';
import type { Answer } from '../data/failure';
import { useToast } from '../ui/toast';

interface Edit<Changes> {
  readonly changes: Changes;
  /** How many of its calls have no answer yet. */
  readonly open: number;
}
type Edits<Changes> = Readonly<Record<string, Edit<Changes>>>;

const without = <Changes>(edits: Edits<Changes>, id: string): Edits<Changes> =>
  Object.fromEntries(Object.entries(edits).filter(([other]) => other !== id));

/**
 * Changes by id that show before the server has them. A refused change is taken back. Calls go one after another, so that the last one wins. `stored`:
 * where changes arrive that were answered; another value of it ends them.
 */
export function usePendingEdits<Changes extends object>(
  stored: unknown,
  send: (id: string, changes: Changes) => Answer<unknown>,
): readonly [Readonly<Record<string, Edit<Changes>>>, (id: string, changes: Changes) => void] {
  const { failed } = useToast();
  const [edits, setEdits] = useState<Edits<Changes>>({});
  const [seen, setSeen] = useState(stored);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  if (seen !== stored) {
    setSeen(stored);
    setEdits(Object.fromEntries(Object.entries(edits).filter(([, { open }]) => open > 0)));
  }

  const change = useCallback(
    (id: string, changes: Changes) => {
      setEdits((before) => {
        const edit = before[id];
        const next = { changes: { ...edit?.changes, ...changes }, open: (edit?.open ?? 0) + 1 };
        return { ...before, [id]: next };
      });
      queue.current = queue.current.then(async () => {
        const answer = await send(id, changes);
        if (!answer.ok) failed(answer.problem);
        setEdits((before) => {
          const edit = before[id];
          if (!edit) return before;
          if (!answer.ok) return without(before, id);
          return { ...before, [id]: { ...edit, open: edit.open - 1 } };
        });
      });
    },
    [send, failed],
  );
  return [edits, change];
}
