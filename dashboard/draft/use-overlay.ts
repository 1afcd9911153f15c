import { useCallback, useEffect, useRef, useState } from 'react';
import type { Draft } from '../../core/profile/draft';
import type { DraftEdit, OwnerStore, Session } from '../shared/backend';
import type { Failure } from '../shared/failure';
import { useBackend } from '../shared/use-backend';
import { keepEdits, takeKeptEdits } from './kept-edits';
import {
  asRefused,
  asStage,
  typedEdits,
  without,
  withoutShown,
  withoutStray,
  withTyped,
  type Overlay,
} from './overlay';

const restMillis = 450;

/** A session that the service ended, as one does in the middle of an edit. Who leaves on purpose has been asked. */
const endedByItself = (session: Session): boolean =>
  session.kind === 'signed-out' && session.reason !== 'left' && session.reason !== 'deleted';

/**
 * What is typed and not yet shown by the store, and the pen that writes it. `strayed` is told of edits that were given up because another
 * tab removed their link.
 */
export function useOverlay(
  store: OwnerStore,
  uid: string,
  shown: Draft | null,
  strayed: (edits: readonly DraftEdit[]) => void,
) {
  const { auth } = useBackend();
  const [overlay, setOverlay] = useState<Overlay>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const now = useRef<Overlay>(overlay);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = useCallback((next: Overlay) => {
    now.current = next;
    setOverlay(next);
  }, []);

  const links = useRef<Draft['links'] | null>(null);
  // Whether the refusal or the news of the removal comes first depends on the network.
  const giveUpStray = useCallback(() => {
    const { left, stray } = withoutStray(now.current, links.current);
    if (stray.length === 0) return false;
    change(left);
    setFailure(null);
    strayed(stray);
    return true;
  }, [change, strayed]);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const send = () => {
      const edits = typedEdits(now.current);
      if (edits.length === 0) return;
      setFailure(null);
      change(asStage(now.current, edits, 'sent'));
      void store.editDraft(edits).then((answer) => {
        if (answer.ok) return change(without(now.current, edits));
        change(asRefused(now.current, edits));
        setFailure(answer.problem);
        if (giveUpStray()) send();
      });
    };
    send();
  }, [store, change, giveUpStray]);

  useEffect(() => {
    if (!shown) return;
    links.current = shown.links;
    change(withoutShown(now.current, shown));
    if (giveUpStray()) flush();
  }, [shown, change, giveUpStray, flush]);

  const type = useCallback(
    (...edits: DraftEdit[]) => {
      change(withTyped(now.current, edits));
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, restMillis);
    },
    [change, flush],
  );
  const edit = useCallback(
    (...edits: DraftEdit[]) => {
      change(withTyped(now.current, edits));
      flush();
    },
    [change, flush],
  );

  // A phone may kill a hidden page without another word.
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && flush();
    document.addEventListener('visibilitychange', leave);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);

  // The store takes nothing more once the session has ended, and the next one is opened only after signing in again.
  useEffect(() => {
    const before = takeKeptEdits(uid);
    if (before.length > 0) edit(...before);
    return auth.watchSession((session) => {
      if (!endedByItself(session)) return;
      keepEdits(uid, typedEdits(now.current));
      now.current = [];
    });
  }, [auth, uid, edit]);

  return { overlay, failure, type, edit, flush };
}
