import { dequal } from 'dequal/lite';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Draft } from '../../core/profile/draft';
import type { DraftEdit, OwnerStore, Session } from '../shared/backend';
import type { Failure } from '../shared/failure';
import { useBackend } from '../shared/use-backend';
import { contains, mergedEdits, strayEdits, valueAt } from './draft-edit';
import { keepEdits, takeKeptEdits } from './kept-edits';

/** An edit that the store has not shown yet. `typed`: not sent. `sent`: sent. */
export interface OverlaidEdit {
  readonly edit: DraftEdit;
  readonly stage: 'typed' | 'sent';
}

/** Pending edits on top of the store's values, so that a field never jumps back to its previous value. */
export type Overlay = readonly OverlaidEdit[];

export function withTyped(overlay: Overlay, edits: readonly DraftEdit[]): Overlay {
  const sent = overlay.filter(({ stage }) => stage === 'sent');
  const typed = mergedEdits([...typedEdits(overlay), ...edits]);
  const replaced = (old: DraftEdit) => typed.some((edit) => contains(edit.path, old.path));
  return [
    ...sent.filter(({ edit }) => !replaced(edit)),
    ...typed.map((edit): OverlaidEdit => ({ edit, stage: 'typed' })),
  ];
}

/** A refused write becomes typed text again, because the store now shows the old values. Later edits stay on top. */
export function asRefused(overlay: Overlay, edits: readonly DraftEdit[]): Overlay {
  const rest = without(overlay, edits);
  const sent = rest.filter(({ stage }) => stage === 'sent');
  const kept = edits.filter((edit) => !sent.some((later) => contains(later.edit.path, edit.path)));
  const within = sent
    .filter((later) => kept.some((edit) => contains(edit.path, later.edit.path)))
    .map(({ edit }) => edit);
  const typed = mergedEdits([...kept, ...within, ...typedEdits(rest)]);
  return [...sent, ...typed.map((edit): OverlaidEdit => ({ edit, stage: 'typed' }))];
}

export const typedEdits = (overlay: Overlay): readonly DraftEdit[] =>
  overlay.filter(({ stage }) => stage === 'typed').map(({ edit }) => edit);

export const asStage = (
  overlay: Overlay,
  edits: readonly DraftEdit[],
  stage: OverlaidEdit['stage'],
): Overlay => overlay.map((entry) => (edits.includes(entry.edit) ? { ...entry, stage } : entry));

export const without = (overlay: Overlay, edits: readonly DraftEdit[]): Overlay =>
  overlay.filter(({ edit }) => !edits.includes(edit));

/** Drops edits that the store now shows. */
export function withoutShown(overlay: Overlay, shown: Draft): Overlay {
  const left = overlay.filter(
    ({ edit, stage }) =>
      stage === 'typed' || !dequal(valueAt(shown, edit.path), edit.kind === 'set' ? edit.value : undefined),
  );
  return left.length === overlay.length ? overlay : left;
}

/** Removes typed edits of links that the store no longer has, and returns them. */
export function withoutStray(
  overlay: Overlay,
  links: Draft['links'] | null,
): { readonly left: Overlay; readonly stray: readonly DraftEdit[] } {
  if (!links) return { left: overlay, stray: [] };
  const all = strayEdits(
    overlay.map(({ edit }) => edit),
    links,
  );
  const stray = typedEdits(overlay).filter((edit) => all.includes(edit));
  return { left: without(overlay, stray), stray };
}

const restMillis = 450;

/** The service ended the session, possibly during an edit. An owner who signs out is asked first. */
const endedByItself = (session: Session): boolean =>
  session.kind === 'signed-out' && session.reason !== 'left' && session.reason !== 'deleted';

/**
 * Edits that the store does not show yet, and the function that adds to them. `strayed` receives edits that were dropped because
 * another tab removed their link.
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
  // The refusal and the removal can arrive in either order.
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

  // A phone may end a hidden page without a further event.
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

  // After the session has ended the store accepts no writes, and the next store opens only after a new sign-in.
  useEffect(() => {
    const before = takeKeptEdits(uid);
    if (before.length > 0) edit(...before);
    return auth.watchSession((session) => {
      if (!endedByItself(session)) return;
      keepEdits(uid, typedEdits(now.current));
      now.current = [];
    });
  }, [auth, uid, edit]);

  /** The pending edits at this moment; a render may be behind. */
  const pending = useCallback((): readonly DraftEdit[] => now.current.map((entry) => entry.edit), []);
  return { overlay, failure, type, edit, flush, pending };
}
