import type { Draft } from '../../core/profile/draft';
import type { DraftEdit } from '../data/backend';

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

const isLink = ({ path }: DraftEdit): boolean => path[0] === 'links' && path.length === 2;

/** The edit is for a field of a link that another tab removed. The store refuses such a write. */
const isStray = ({ path: [field, id, ...rest] }: DraftEdit, links: Draft['links']): boolean =>
  field === 'links' && id !== undefined && rest.length > 0 && !Object.hasOwn(links, id);

/** The draft after these edits. */
export function withEdits(draft: Draft, edits: readonly DraftEdit[]): Draft {
  return edits.reduce<Draft>(
    (before, edit) =>
      isStray(edit, before.links) ? before : { ...before, ...withField({ ...before }, edit.path, edit) },
    draft,
  );
}

/** The value at a path of a draft; undefined = none. */
export function valueAt(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (below, key) =>
      typeof below === 'object' && below !== null && Object.hasOwn(below, key)
        ? Reflect.get(below, key)
        : undefined,
    tree,
  );
}

export const pathKey = (edit: DraftEdit): string => edit.path.join('.');

/** Whether the field at `above` is the field at `below` or contains it. */
export const contains = (above: readonly string[], below: readonly string[]): boolean =>
  above.every((part, at) => below[at] === part);

/**
 * Firestore refuses an update with overlapping paths. A later edit replaces earlier ones of its field and of fields within it, and is
 * merged into an earlier edit of a field that contains it.
 */
export function mergedEdits(edits: readonly DraftEdit[]): readonly DraftEdit[] {
  return edits.reduce<readonly DraftEdit[]>((merged, edit) => {
    const around = merged.find(({ path }) => path.length < edit.path.length && contains(path, edit.path));
    if (!around) return [...merged.filter(({ path }) => !contains(edit.path, path)), edit];
    // These edits removed the link themselves, so its fields need no edit.
    if (around.kind === 'remove' && isLink(around)) return merged;
    const before = around.kind === 'set' && isTree(around.value) ? around.value : {};
    const value = withField(before, edit.path.slice(around.path.length), edit);
    return merged.map((other) => (other === around ? setField(around.path, value) : other));
  }, []);
}

/** By how much one write of these edits raises the revision. The rules use it to tell an added link from a removed one. */
export const revisionStep = (edits: readonly DraftEdit[]): number =>
  1 + edits.filter((edit) => edit.kind === 'set' && isLink(edit)).length;

/** The edits of links that neither exist nor are added by these edits. */
export const strayEdits = (edits: readonly DraftEdit[], links: Draft['links']): readonly DraftEdit[] =>
  edits.filter((edit) => {
    const added = edits.some(
      (other) => other.kind === 'set' && isLink(other) && other.path[1] === edit.path[1],
    );
    return !added && isStray(edit, links);
  });
