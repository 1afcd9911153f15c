import { dequal } from 'dequal/lite';
import type { Draft } from '../../core/profile/draft';
import type { DraftEdit } from '../data/backend';
import { mergedEdits, removeField, setField, valueAt, withEdits } from './draft-edit';
import { withoutOverwritten } from './overwritten-uploads';

/** A field before and after an edit; `undefined` = it does not exist. */
export interface FieldChange {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** What is undone at once. */
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
export interface Undoing {
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

/** No value and null are the same: the field is empty. A field of a link that another tab removed cannot be written. */
function isUnchanged(draft: Draft, { path, after }: FieldChange): boolean {
  const [first, id = '', ...rest] = path;
  const isStray = first === 'links' && rest.length > 0 && !Object.hasOwn(draft.links, id);
  return !isStray && dequal(valueAt(draft, path) ?? null, after ?? null);
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
