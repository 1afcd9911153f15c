import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Draft } from '../../core/profile/draft';
import type { DraftEdit } from '../data/backend';
import { draftChanges, type DraftChange } from './draft-changes';
import { withEdits } from './draft-edit';
import { noHistory, redo, undo, withRecorded, type DraftHistory, type FieldChange } from './draft-history';

/** What an undo or redo did. */
export interface Undone {
  /** The changes that were taken back or made again. */
  readonly changes: readonly DraftChange[];
  /** Fields that stay, because another tab or device has changed them since. */
  readonly kept: readonly FieldChange[];
}

export interface DraftUndo {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Null = there is nothing to undo. */
  readonly undo: () => Undone | null;
  readonly redo: () => Undone | null;
}

/** `shown`: the store's draft; `pending`: the edits that it does not show yet; `write` stores edits. */
export function useDraftHistory(
  shown: Draft | null,
  pending: () => readonly DraftEdit[],
  write: (...edits: DraftEdit[]) => void,
) {
  const [history, setHistory] = useState(noHistory);
  const latest = useRef<DraftHistory>(history);
  const stored = useRef<Draft | null>(shown);
  useEffect(() => {
    stored.current = shown;
  }, [shown]);
  const change = useCallback((next: DraftHistory) => {
    latest.current = next;
    setHistory(next);
  }, []);

  const record = useCallback(
    (edits: readonly DraftEdit[], typedAt: number | null) => {
      if (!stored.current) return;
      const next = withRecorded(latest.current, withEdits(stored.current, pending()), edits, typedAt);
      if (next !== latest.current) change(next);
    },
    [pending, change],
  );
  const go = useCallback(
    (way: typeof undo): Undone | null => {
      if (!stored.current) return null;
      const draft = withEdits(stored.current, pending());
      const next = way(latest.current, draft);
      if (next === null) return null;
      change(next.history);
      if (next.edits.length > 0) write(...next.edits);
      const after = withEdits(draft, next.edits);
      return {
        changes: way === undo ? draftChanges(draft, after) : draftChanges(after, draft),
        kept: next.kept,
      };
    },
    [pending, change, write],
  );

  const undoing = useMemo(
    (): DraftUndo => ({
      canUndo: history.done.length > 0,
      canRedo: history.undone.length > 0,
      undo: () => go(undo),
      redo: () => go(redo),
    }),
    [history, go],
  );
  return { record, undoing };
}
