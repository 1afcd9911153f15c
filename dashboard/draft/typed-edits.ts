import { dequal } from 'dequal/lite';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Draft } from '@busker/core/profile/draft';
import type { DraftEdit, DraftView, OwnerStore, Session } from '../data/backend';
import type { Failure } from '../data/failure';
import { useBackend } from '../session/session';
import { contains, mergedEdits, strayEdits, valueAt, type Listed } from './draft-edit';
import { sortUnsent, type LostField } from './unsent-edits';
import { UnsentKeeper, type UnsentEdits } from './unsent-keeper';

/** An edit that the store has not shown yet. `typed`: not sent. `sent`: sent. */
interface OverlaidEdit {
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

const without = (overlay: Overlay, edits: readonly DraftEdit[]): Overlay =>
  overlay.filter(({ edit }) => !edits.includes(edit));

/** Drops edits that the store now shows. */
export function withoutShown(overlay: Overlay, shown: Draft): Overlay {
  const left = overlay.filter(
    ({ edit, stage }) =>
      stage === 'typed' || !dequal(valueAt(shown, edit.path), edit.kind === 'set' ? edit.value : undefined),
  );
  return left.length === overlay.length ? overlay : left;
}

/** Removes typed edits of links and blocks that the store no longer has, and returns them. */
function withoutStray(
  overlay: Overlay,
  listed: Listed | null,
): { readonly left: Overlay; readonly stray: readonly DraftEdit[] } {
  if (!listed) return { left: overlay, stray: [] };
  const all = strayEdits(
    overlay.map(({ edit }) => edit),
    listed,
  );
  const stray = typedEdits(overlay).filter((edit) => all.includes(edit));
  return { left: without(overlay, stray), stray };
}

const restMillis = 450;

const hasLeft = (session: Session): boolean =>
  session.kind === 'signed-out' && (session.reason === 'left' || session.reason === 'deleted');

/** The service ended the session, possibly during an edit. An owner who signs out is asked first. */
const endedByItself = (session: Session): boolean => session.kind === 'signed-out' && !hasLeft(session);

interface OverlayTells {
  /** Edits that were dropped because another tab removed their link or block. */
  readonly strayed: (edits: readonly DraftEdit[]) => void;
  /** Edits of a page that was left before they were sent, and are sent now. */
  readonly wrote: (edits: readonly DraftEdit[]) => void;
  /** Those that are not sent, because the draft was changed elsewhere meanwhile. */
  readonly cameLate: (fields: readonly LostField[]) => void;
}

/** Edits that the store does not show yet, and the function that adds to them. */
export function useOverlay(
  store: OwnerStore,
  uid: string,
  view: DraftView | null,
  { strayed, wrote, cameLate }: OverlayTells,
) {
  const { auth } = useBackend();
  const shown = view?.draft ?? null;
  const [overlay, setOverlay] = useState<Overlay>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const now = useRef<Overlay>(overlay);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = useCallback((next: Overlay) => {
    now.current = next;
    setOverlay(next);
  }, []);

  const listed = useRef<Listed | null>(null);
  // The refusal and the removal can arrive in either order.
  const giveUpStray = useCallback(() => {
    const { left, stray } = withoutStray(now.current, listed.current);
    if (stray.length === 0) return false;
    change(left);
    setFailure(null);
    strayed(stray);
    return true;
  }, [change, strayed]);

  const unsent = useUnsent(uid);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const send = () => {
      const edits = typedEdits(now.current);
      if (edits.length === 0) return;
      setFailure(null);
      change(asStage(now.current, edits, 'sent'));
      unsent.sent(edits);
      const safe = () => unsent.answered(edits);
      void store.editDraft(edits, safe).then((answer) => {
        // A closed store has sent nothing.
        if (answer.ok || answer.problem.code !== 'store/client-terminated') safe();
        if (answer.ok) return change(without(now.current, edits));
        change(asRefused(now.current, edits));
        setFailure(answer.problem);
        if (giveUpStray()) send();
      });
    };
    send();
  }, [store, change, giveUpStray, unsent]);

  useEffect(() => {
    if (!shown) return;
    listed.current = shown;
    unsent.saw(shown);
    change(withoutShown(now.current, shown));
    if (giveUpStray()) flush();
  }, [shown, change, giveUpStray, flush, unsent]);

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

  // After the session has ended the store accepts no writes: what was typed waits for the same owner's next sign-in, also over a reload.
  useEffect(
    () =>
      auth.watchSession((session) => {
        if (hasLeft(session)) unsent.forget();
        if (!endedByItself(session)) return;
        unsent.sent(typedEdits(now.current));
        now.current = [];
      }),
    [auth, unsent],
  );

  // Only what the server has said tells whether the draft was changed meanwhile.
  const fresh = view && !view.stale ? view.draft : null;
  useEffect(() => {
    if (!fresh) return;
    void unsent.takeFound((found) => {
      const { send, refused } = sortUnsent(found, fresh);
      if (send.length > 0) {
        wrote(send);
        edit(...send);
      }
      if (refused.length > 0) cameLate(refused);
    });
  }, [fresh, unsent, edit, wrote, cameLate]);

  /** The pending edits at this moment; a render may be behind. */
  const pending = useCallback((): readonly DraftEdit[] => now.current.map((entry) => entry.edit), []);
  return { overlay, failure, type, edit, flush, pending };
}

/** Edits that would be lost with the page: also a lasting copy ends no write of a page that is left. */
function useUnsent(uid: string): OpenEdits {
  const keeper = useMemo(() => new UnsentKeeper(uid), [uid]);
  useEffect(() => keeper.hold(), [keeper]);
  return useMemo(() => new OpenEdits(keeper), [keeper]);
}

/** The edits that are not safe yet, and the draft before the first of them. */
class OpenEdits {
  readonly #keeper: UnsentKeeper;
  #open: readonly DraftEdit[] = [];
  #shown: Draft | null = null;
  #base: Draft | null = null;
  #isOver = false;
  #hasRead = false;

  constructor(keeper: UnsentKeeper) {
    this.#keeper = keeper;
  }

  saw(draft: Draft): void {
    this.#shown = draft;
    if (this.#open.length === 0) this.#base = draft;
  }

  sent(edits: readonly DraftEdit[]): void {
    this.#open = [...this.#open, ...edits];
    this.#keep();
  }

  /** A refused edit is answered too: sent again at the next load, it would be refused again. */
  answered(edits: readonly DraftEdit[]): void {
    this.#open = this.#open.filter((edit) => !edits.includes(edit));
    this.#keep();
  }

  forget(): void {
    this.#isOver = true;
    this.#keeper.forget();
  }

  /** Once, after the first answer of the server. `take` gets the edits of each page that is gone. */
  async takeFound(take: (found: UnsentEdits) => void): Promise<void> {
    if (this.#hasRead) return;
    this.#hasRead = true;
    for (const found of await this.#keeper.found()) {
      take(found);
      found.taken();
    }
  }

  #keep(): void {
    if (this.#open.length === 0) this.#base = this.#shown;
    if (this.#base && !this.#isOver) this.#keeper.keep({ edits: mergedEdits(this.#open), base: this.#base });
  }
}
