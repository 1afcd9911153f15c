import { dequal } from 'dequal/lite';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Draft } from '@busker/core/profile/draft';
import { isPictureSlot, type DraftPicture } from '@busker/core/pictures/picture-slots';
import type { DraftEdit } from '../data/backend';
import {
  draftChanges,
  isListed,
  mergedEdits,
  removeField,
  setField,
  valueAt,
  withEdits,
  type DraftChange,
} from './draft-edit';

interface Change {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** An upload, and the field, link or block that it belongs to. */
interface Owned {
  readonly owner: string;
  readonly picture: DraftPicture;
}

type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ownerOf = (path: readonly string[]): string => path.slice(0, isListed(path[0]) ? 2 : 1).join('.');

function uploadOf({ slot, generation }: Tree): DraftPicture | null {
  const isUpload = typeof slot === 'string' && isPictureSlot(slot) && typeof generation === 'string';
  return isUpload ? { slot, generation } : null;
}

function uploadsIn(value: unknown, owner: string): readonly Owned[] {
  if (!isTree(value)) return [];
  const picture = uploadOf(value);
  return picture ? [{ owner, picture }] : Object.values(value).flatMap((inner) => uploadsIn(inner, owner));
}

/** An overwritten upload becomes the one that replaced it; where another link has the slot now, no picture. */
function current(value: unknown, owner: string, fresh: readonly Owned[]): unknown {
  if (!isTree(value)) return value;
  const its = uploadOf(value);
  const over = fresh.find(
    ({ picture }) => its?.slot === picture.slot && its.generation !== picture.generation,
  );
  if (over) return over.owner === owner ? { ...value, ...over.picture } : null;
  if (its) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, current(inner, owner, fresh)]));
}

/**
 * The earlier steps after these changes, which may name new uploads. An upload overwrites the bytes that were in its slot, so no earlier step may bring
 * those back.
 */
function withoutOverwritten<S extends { readonly changes: readonly Change[] }>(
  steps: readonly S[],
  changes: readonly Change[],
): readonly S[] {
  const fresh = changes.flatMap(({ path, after }) => uploadsIn(after, ownerOf(path)));
  if (fresh.length === 0) return steps;
  return steps.flatMap((step) => {
    const left = step.changes
      .map((change) => ({
        ...change,
        before: current(change.before, ownerOf(change.path), fresh),
        after: current(change.after, ownerOf(change.path), fresh),
      }))
      .filter(({ before, after }) => !dequal(before, after));
    return left.length > 0 ? [{ ...step, changes: left }] : [];
  });
}

/** A field before and after an edit; `undefined` = it does not exist. */
interface FieldChange {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** Edits that are undone together. */
interface Step {
  readonly changes: readonly FieldChange[];
  /** Typing: more of it in the same fields, without a pause, belongs to this step. Null = the step is complete. */
  readonly typedAt: number | null;
}

/** The edits of this tab that can be undone and redone, oldest first. It is forgotten when the tab closes. */
export interface DraftHistory {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

export const noHistory: DraftHistory = { done: [], undone: [] };

/** A pause in typing that begins a new step, in milliseconds. */
export const pauseMillis = 1500;
const mostSteps = 200;

const isWithin = (draft: Draft, path: readonly string[]): boolean => {
  const value = valueAt(draft, path);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
};

/** The path itself, or the shortest one above it that does not exist yet: writing a field creates what is around it. */
function writtenPath(draft: Draft, path: readonly string[]): readonly string[] {
  const missing = path.findIndex((_, at) => at > 0 && !isWithin(draft, path.slice(0, at)));
  return missing === -1 ? path : path.slice(0, missing);
}

function changesOf(draft: Draft, edits: readonly DraftEdit[]): readonly FieldChange[] {
  const after = withEdits(draft, edits);
  const paths = new Map(
    mergedEdits(edits).map(({ path }) => {
      const written = writtenPath(draft, path);
      return [written.join('.'), written] as const;
    }),
  );
  return [...paths.values()]
    .map((path) => ({ path, before: valueAt(draft, path), after: valueAt(after, path) }))
    .filter((change) => !dequal(change.before, change.after));
}

/** One typed step after another, without a pause, in the same fields, which nobody else has changed between them. */
function goesOn(
  last: Step | undefined,
  changes: readonly FieldChange[],
  typedAt: number | null,
): last is Step {
  if (typedAt === null || last?.typedAt == null || typedAt - last.typedAt > pauseMillis) return false;
  return (
    last.changes.length === changes.length &&
    last.changes.every(
      ({ path, after }, at) => dequal(path, changes[at]?.path) && dequal(after, changes[at]?.before),
    )
  );
}

/** The history after edits of this draft. `typedAt`: when they were typed; null = they were made in one step. */
export function withRecorded(
  history: DraftHistory,
  draft: Draft,
  edits: readonly DraftEdit[],
  typedAt: number | null,
): DraftHistory {
  const changes = changesOf(draft, edits);
  if (changes.length === 0) return history;
  const last = history.done.at(-1);
  if (!goesOn(last, changes, typedAt)) {
    // The new step too: an upload may replace one that was in its slot.
    const steps = withoutOverwritten([...history.done, { changes, typedAt }], changes);
    return { done: steps.slice(-mostSteps), undone: [] };
  }
  const joined = last.changes
    .map((change, at) => ({ ...change, after: changes[at]?.after }))
    .filter(({ before, after }) => !dequal(before, after));
  // Typing that ended where it began is no step.
  const step = joined.length > 0 ? [{ changes: joined, typedAt }] : [];
  return { done: [...history.done.slice(0, -1), ...step], undone: [] };
}

/** The edits to make, and the history once they are made. */
interface Undoing {
  readonly history: DraftHistory;
  readonly edits: readonly DraftEdit[];
  /** Fields that stay, because another tab or device has changed them since. */
  readonly kept: readonly FieldChange[];
}

const reversed = ({ path, before, after }: FieldChange): FieldChange => ({
  path,
  before: after,
  after: before,
});

/** Without what is empty: a stored link comes back with null for each field that was not written. */
const filled = (value: unknown): unknown =>
  isTree(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([key, inner]) => (inner == null ? [] : [[key, filled(inner)]])),
      )
    : (value ?? null);

/** No value and null are the same: the field is empty. A field of a link that another tab removed cannot be written. */
function isUnchanged(draft: Draft, { path, after }: FieldChange): boolean {
  const [first, id = '', ...rest] = path;
  const isStray = first === 'links' && rest.length > 0 && !Object.hasOwn(draft.links, id);
  return !isStray && dequal(filled(valueAt(draft, path)), filled(after));
}

/** Takes the changes back in the reverse order. */
function takenBack(draft: Draft, changes: readonly FieldChange[]) {
  const [taken, kept]: [FieldChange[], FieldChange[]] = [[], []];
  for (const change of changes.toReversed()) (isUnchanged(draft, change) ? taken : kept).push(change);
  const edits = taken.map(({ path, before }) =>
    before === undefined ? removeField(path) : setField(path, before),
  );
  return { taken, kept, edits };
}

/** Null = nothing to undo. A field that another tab has changed since is left, and forgotten. */
export function undo({ done, undone }: DraftHistory, draft: Draft): Undoing | null {
  const step = done.at(-1);
  if (step === undefined) return null;
  const { taken, kept, edits } = takenBack(draft, step.changes);
  const again = taken.length > 0 ? [{ changes: taken.map(reversed), typedAt: null }] : [];
  // Typing after an undo is a step of its own.
  const before = done.slice(0, -1).map((each) => ({ ...each, typedAt: null }));
  return { history: { done: before, undone: [...undone, ...again] }, edits, kept };
}

/** Null = nothing to redo. */
export function redo({ done, undone }: DraftHistory, draft: Draft): Undoing | null {
  const swapped = undo({ done: undone, undone: done }, draft);
  if (swapped === null) return null;
  return { ...swapped, history: { done: swapped.history.undone, undone: swapped.history.done } };
}

interface Undone {
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
