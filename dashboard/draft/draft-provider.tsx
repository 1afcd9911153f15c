import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import type { FieldProblems } from '@busker/core/base/result';
import type { Draft } from '@busker/core/profile/draft';
import type { DraftEdit, DraftView, OwnerStore, Session } from '../data/backend';
import type { Failure } from '../data/failure';
import { useOwned } from '../session/owner-documents';
import { useBackend, useOwner, useStore, useOnline } from '../session/session';
import { useFaultText } from '../messages/text';
import {
  asRefused,
  asStage,
  pathKey,
  typedEdits,
  withEdits,
  withTyped,
  without,
  withoutShown,
  withoutStray,
  type Listed,
  type Overlay,
} from './draft-edit';
import { sortUnsent, useLostFields, useUnsent, type LostField } from './unsent-edits';
import { useDraftHistory, type DraftUndo } from './use-draft-history';

type SaveState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'failed'; readonly failure: Failure };

interface DraftEditor {
  readonly draft: Draft;
  readonly save: SaveState;
  readonly online: boolean;
  /** Refusals of publishing, in the owner's language, by field path. Editing a field removes its message. */
  readonly problems: FieldProblems;
  /** Faults (core/base/field-faults.ts) or sentences. */
  readonly setProblems: (problems: FieldProblems) => void;
  /** For typed text: shown at once, stored after a short pause. */
  readonly type: (...edits: DraftEdit[]) => void;
  /** For everything done in one step: stored at once. */
  readonly edit: (...edits: DraftEdit[]) => void;
  /** Sends all typed edits to the store. */
  readonly flush: () => void;
  /** Fields in which another tab's value replaced this tab's. */
  readonly lost: readonly LostField[];
  /** Restores this tab's value. */
  readonly takeBack: (field: LostField) => void;
  /** Keeps the other tab's value. */
  readonly letGo: (field: LostField) => void;
  /** This tab's edits, one after another. */
  readonly undoing: DraftUndo;
}

const DraftContext = createContext<DraftEditor | null>(null);

function saveState(view: DraftView, overlay: Overlay, online: boolean, failure: Failure | null): SaveState {
  if (failure) return { kind: 'failed', failure };
  if (overlay.length === 0 && !view.unsent) return { kind: 'saved' };
  return online && !view.stale ? { kind: 'saving' } : { kind: 'offline' };
}

function withoutPaths(problems: FieldProblems, paths: ReadonlySet<string>): FieldProblems {
  const left = Object.entries(problems).filter(([path]) => !paths.has(path));
  return left.length === Object.keys(problems).length ? problems : Object.fromEntries(left);
}

const restMillis = 450;

export const hasLeft = (session: Session): boolean =>
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
function useOverlay(
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

interface DraftProviderProps {
  readonly waiting: ReactNode;
  readonly failed: (failure: Failure, retry: () => void) => ReactNode;
  readonly children: ReactNode;
}

export function DraftProvider({ waiting, failed, children }: DraftProviderProps) {
  const store = useStore();
  const { uid } = useOwner();
  const online = useOnline();
  const live = useOwned<DraftView>(['draft'], (store, watcher) => store.watchDraft(watcher));
  const view = live.kind === 'ready' ? live.value : null;
  const { lost, wrote, strayed, cameLate, letGo } = useLostFields(view?.draft ?? null);
  const tells = { strayed, wrote, cameLate };
  const { overlay, failure, type, edit, flush, pending } = useOverlay(store, uid, view, tells);
  const faultText = useFaultText();
  const [refused, setProblems] = useState<FieldProblems>({});
  const problems = useMemo(
    () => Object.fromEntries(Object.entries(refused).map(([path, fault]) => [path, faultText(fault)])),
    [refused, faultText],
  );

  // Stable functions: a key press must not re-render every component that uses them.
  const touched = useMemo(() => {
    const touching =
      (write: (...edits: DraftEdit[]) => void) =>
      (...edits: DraftEdit[]) => {
        setProblems((before) => withoutPaths(before, new Set(edits.map(pathKey))));
        wrote(edits);
        write(...edits);
      };
    return { type: touching(type), edit: touching(edit) };
  }, [type, edit, wrote]);
  const { record, undoing } = useDraftHistory(view?.draft ?? null, pending, touched.edit);
  const writers = useMemo(
    () => ({
      type: (...edits: DraftEdit[]) => {
        record(edits, Date.now());
        touched.type(...edits);
      },
      edit: (...edits: DraftEdit[]) => {
        record(edits, null);
        touched.edit(...edits);
      },
    }),
    [record, touched],
  );

  const editor = useMemo<DraftEditor | null>(() => {
    if (!view) return null;
    return {
      draft: withEdits(
        view.draft,
        overlay.map((entry) => entry.edit),
      ),
      save: saveState(view, overlay, online, failure),
      online,
      problems,
      setProblems,
      type: writers.type,
      edit: writers.edit,
      flush,
      lost,
      takeBack: (field) => writers.edit(field.restore),
      letGo,
      undoing,
    };
  }, [view, overlay, online, failure, problems, writers, flush, lost, letGo, undoing]);

  if (live.kind === 'failed') return failed(live.failure, live.retry);
  if (!editor) return waiting;
  return <DraftContext value={editor}>{children}</DraftContext>;
}

export function useDraft(): DraftEditor {
  const editor = useContext(DraftContext);
  if (!editor) throw new Error('useDraft needs a DraftProvider above it.');
  return editor;
}
