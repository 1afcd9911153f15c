import { useMemo } from 'react';
import { useDraft } from '../../draft/draft-provider';
import type { Undone } from '../../draft/use-draft-history';
import { useText, type MessageId } from '../../messages/text';
import { useToast } from '../../ui/toast';
import { changeText } from './change-text';

export interface Undo {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** Undoes and redoes this tab's edits of the draft, and says what that changed. */
export function useUndo(): Undo {
  const text = useText();
  const { replace } = useToast();
  const { undoing } = useDraft();
  return useMemo(() => {
    const say = (id: MessageId & ('undo.undone' | 'undo.redone'), done: Undone | null) => {
      if (done === null) return;
      const [first, ...more] = done.changes;
      const what = first && more.length === 0 ? changeText(first, text) : null;
      const words = what ?? text('undo.changes', { count: done.changes.length });
      const parts = [
        ...(first ? [text(id, { what: words })] : []),
        ...(done.kept.length > 0 ? [text('undo.kept')] : []),
      ];
      if (parts.length > 0) replace('undo', parts.join(' '));
    };
    return {
      canUndo: undoing.canUndo,
      canRedo: undoing.canRedo,
      undo: () => say('undo.undone', undoing.undo()),
      redo: () => say('undo.redone', undoing.redo()),
    };
  }, [text, replace, undoing]);
}
