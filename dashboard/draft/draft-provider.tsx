import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import type { FieldProblems } from '@busker/core/base/result';
import type { Draft } from '@busker/core/profile/draft';
import type { DraftEdit, DraftView } from '../data/backend';
import type { Failure } from '../data/failure';
import { useOwned } from '../session/owner-documents';
import { useOwner, useStore, useOnline } from '../session/session';
import { useFaultText } from '../messages/text';
import { pathKey, withEdits } from './draft-edit';
import { useLostFields, type LostField } from './unsent-edits';
import { useDraftHistory, type DraftUndo } from './use-draft-history';
import { type Overlay, useOverlay } from './typed-edits';

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
