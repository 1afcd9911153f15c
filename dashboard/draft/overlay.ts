import type { Draft } from '../../core/profile/draft';
import type { DraftEdit } from '../shared/backend';
import { mergedEdits, strayEdits, valueAt } from './draft-edit';

/** An edit that the store has not shown yet. `typed`: not sent. `sent`: sent. */
export interface OverlaidEdit {
  readonly edit: DraftEdit;
  readonly stage: 'typed' | 'sent';
}

/** Pending edits on top of the store's values, so that a field never jumps back to its previous value. */
export type Overlay = readonly OverlaidEdit[];

const holds = (above: DraftEdit, below: DraftEdit): boolean =>
  above.path.every((part, at) => below.path[at] === part);

export function withTyped(overlay: Overlay, edits: readonly DraftEdit[]): Overlay {
  const sent = overlay.filter(({ stage }) => stage === 'sent');
  const typed = mergedEdits([...typedEdits(overlay), ...edits]);
  const replaced = (old: DraftEdit) => typed.some((edit) => holds(edit, old));
  return [
    ...sent.filter(({ edit }) => !replaced(edit)),
    ...typed.map((edit): OverlaidEdit => ({ edit, stage: 'typed' })),
  ];
}

/** A refused write becomes typed text again, because the store now shows the old values. Later edits stay on top. */
export function asRefused(overlay: Overlay, edits: readonly DraftEdit[]): Overlay {
  const rest = without(overlay, edits);
  const sent = rest.filter(({ stage }) => stage === 'sent');
  const kept = edits.filter((edit) => !sent.some((later) => holds(later.edit, edit)));
  const within = sent.filter((later) => kept.some((edit) => holds(edit, later.edit))).map(({ edit }) => edit);
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

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Drops edits that the store now shows. */
export function withoutShown(overlay: Overlay, shown: Draft): Overlay {
  const left = overlay.filter(
    ({ edit, stage }) =>
      stage === 'typed' || !same(valueAt(shown, edit.path), edit.kind === 'set' ? edit.value : undefined),
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
