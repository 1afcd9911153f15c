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
import type { Draft } from '../../core/draft';
import type { FieldProblems } from '../../core/problem';
import type { DraftEdit, DraftView, OwnerStore } from '../backend';
import type { Failure } from '../failure';
import { useLive } from '../use-live';
import { useOnline } from '../use-online';
import { useOwner } from '../use-session';
import { useStore } from '../use-store';
import { pathKey, withEdits } from './draft-edit';
import { asStage, typedEdits, without, withoutShown, withTyped, type Overlay } from './overlay';

export type SaveState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The owner's draft and the pen to write in it. */
export interface DraftDesk {
  readonly draft: Draft;
  readonly save: SaveState;
  readonly online: boolean;
  /** What publishing refused, by field path; a field's sentence goes when the field is edited. */
  readonly problems: FieldProblems;
  readonly setProblems: (problems: FieldProblems) => void;
  /** For text while it is typed: shown at once, stored after a short rest. */
  readonly type: (...edits: DraftEdit[]) => void;
  /** For everything done with one act: stored at once. */
  readonly edit: (...edits: DraftEdit[]) => void;
  /** Gives all that was typed to the store. */
  readonly flush: () => void;
}

const DraftContext = createContext<DraftDesk | null>(null);
const restMillis = 450;

function saveState(view: DraftView, overlay: Overlay, online: boolean, failure: Failure | null): SaveState {
  if (failure) return { kind: 'failed', failure };
  if (overlay.length === 0 && !view.unsent) return { kind: 'saved' };
  return online && !view.stale ? { kind: 'saving' } : { kind: 'offline' };
}

function useOverlay(store: OwnerStore, shown: Draft | null) {
  const [overlay, setOverlay] = useState<Overlay>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const now = useRef<Overlay>(overlay);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = useCallback((next: Overlay) => {
    now.current = next;
    setOverlay(next);
  }, []);

  useEffect(() => {
    if (shown) change(withoutShown(now.current, shown));
  }, [shown, change]);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const edits = typedEdits(now.current);
    if (edits.length === 0) return;
    setFailure(null);
    change(asStage(now.current, edits, 'sent'));
    void store.editDraft(edits).then((answer) => {
      if (answer.ok) return change(without(now.current, edits));
      change(asStage(now.current, edits, 'typed'));
      setFailure(answer.problem);
    });
  }, [store, change]);

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

  return { overlay, failure, type, edit, flush };
}

function withoutPaths(problems: FieldProblems, paths: ReadonlySet<string>): FieldProblems {
  const left = Object.entries(problems).filter(([path]) => !paths.has(path));
  return left.length === Object.keys(problems).length ? problems : Object.fromEntries(left);
}

interface DraftProviderProps {
  readonly waiting: ReactNode;
  readonly failed: (failure: Failure) => ReactNode;
  readonly children: ReactNode;
}

export function DraftProvider({ waiting, failed, children }: DraftProviderProps) {
  const store = useStore();
  const { uid } = useOwner();
  const online = useOnline();
  const live = useLive<DraftView>(['draft', uid], (watcher) => store.watchDraft(watcher));
  const view = live.kind === 'ready' ? live.value : null;
  const { overlay, failure, type, edit, flush } = useOverlay(store, view?.draft ?? null);
  const [problems, setProblems] = useState<FieldProblems>({});

  // The same functions for as long as the store is: what is drawn with them is not drawn anew with each key.
  const pens = useMemo(() => {
    const touched =
      (write: (...edits: DraftEdit[]) => void) =>
      (...edits: DraftEdit[]) => {
        setProblems((before) => withoutPaths(before, new Set(edits.map(pathKey))));
        write(...edits);
      };
    return { type: touched(type), edit: touched(edit) };
  }, [type, edit]);

  const desk = useMemo<DraftDesk | null>(() => {
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
      type: pens.type,
      edit: pens.edit,
      flush,
    };
  }, [view, overlay, online, failure, problems, pens, flush]);

  if (live.kind === 'failed') return failed(live.failure);
  if (!desk) return waiting;
  return <DraftContext value={desk}>{children}</DraftContext>;
}

export function useDraft(): DraftDesk {
  const desk = useContext(DraftContext);
  if (!desk) throw new Error('useDraft needs a DraftProvider above it.');
  return desk;
}
