import type { Draft } from '../../core/draft';
import type { DraftEdit } from '../backend';

export const setField = (path: readonly string[], value: unknown): DraftEdit => ({
  kind: 'set',
  path,
  value,
});
export const removeField = (path: readonly string[]): DraftEdit => ({ kind: 'remove', path });

type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function withField(tree: Tree, path: readonly string[], edit: DraftEdit): Tree {
  const [key, ...rest] = path;
  if (key === undefined) return tree;
  if (rest.length > 0) {
    const below = tree[key];
    return { ...tree, [key]: withField(isTree(below) ? below : {}, rest, edit) };
  }
  if (edit.kind === 'set') return { ...tree, [key]: edit.value };
  return Object.fromEntries(Object.entries(tree).filter(([name]) => name !== key));
}

/** The draft as it will be once these edits have arrived. Edits are made by the screens' own typed verbs. */
export function withEdits(draft: Draft, edits: readonly DraftEdit[]): Draft {
  return edits.reduce<Draft>(
    (before, edit) => ({ ...before, ...withField({ ...before }, edit.path, edit) }),
    draft,
  );
}

export const pathKey = (edit: DraftEdit): string => edit.path.join('.');

/** Later edits of the same field, or of one that holds it, take the place of earlier ones. */
export function mergedEdits(edits: readonly DraftEdit[]): readonly DraftEdit[] {
  return edits.filter(
    (edit, at) => !edits.slice(at + 1).some((later) => later.path.every((part, i) => edit.path[i] === part)),
  );
}
