import { dequal } from 'dequal/lite';
import { cleanLines } from '@busker/core/text/text';
import { normaliseHandle, type Draft, type TipSettings } from '@busker/core/profile/draft';
import type { DraftBlock } from '@busker/core/blocks/block';
import type { DraftLink } from '@busker/core/links/link';
import { copiedFields, hasOwnAmounts, inOrder } from '@busker/core/profile/profile';
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

/** Links and blocks, each with its id. */
export type Listed = Pick<Draft, 'links' | 'blocks'>;
export const isListed = (field: string | undefined): field is keyof Listed =>
  field === 'links' || field === 'blocks';

/** A whole link or block. */
const isEntry = ({ path: [field, ...rest] }: DraftEdit): boolean => isListed(field) && rest.length === 1;
const isLink = ({ path }: DraftEdit): boolean => path[0] === 'links' && path.length === 2;

/**
 * The edit is for a field of a link or block that another tab removed. The store refuses such a write for a link; what it takes for a block has no kind,
 * and nobody reads it.
 */
const isStray = ({ path: [field, id, ...rest] }: DraftEdit, listed: Listed): boolean =>
  isListed(field) && id !== undefined && rest.length > 0 && !Object.hasOwn(listed[field], id);

export function withEdits(draft: Draft, edits: readonly DraftEdit[]): Draft {
  return edits.reduce<Draft>(
    (before, edit) =>
      isStray(edit, before) ? before : { ...before, ...withField({ ...before }, edit.path, edit) },
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
    // These edits removed the link or block themselves, so its fields need no edit.
    if (around.kind === 'remove' && isEntry(around)) return merged;
    const before = around.kind === 'set' && isTree(around.value) ? around.value : {};
    const value = withField(before, edit.path.slice(around.path.length), edit);
    return merged.map((other) => (other === around ? setField(around.path, value) : other));
  }, []);
}

/** By how much one write of these edits raises the revision. The rules use it to tell an added link from a removed one. */
export const revisionStep = (edits: readonly DraftEdit[]): number =>
  1 + edits.filter((edit) => edit.kind === 'set' && isLink(edit)).length;

/** The edits of links and blocks that neither exist nor are added by these edits. */
export const strayEdits = (edits: readonly DraftEdit[], listed: Listed): readonly DraftEdit[] =>
  edits.filter((edit) => {
    const added = edits.some(
      (other) => other.kind === 'set' && isEntry(other) && other.path[1] === edit.path[1],
    );
    return !added && isStray(edit, listed);
  });

const plainFields = ['picture', ...copiedFields] as const;
export const editedFields = ['handle', ...plainFields] as const;

type WhatChanged = 'added' | 'removed' | 'edited' | 'shown' | 'hidden';

/** One difference between the draft and the published profile. */
export type DraftChange =
  | { readonly kind: 'field'; readonly field: Exclude<(typeof editedFields)[number], 'tips' | 'blocks'> }
  | { readonly kind: 'tips'; readonly setting: keyof TipSettings }
  | { readonly kind: 'link'; readonly what: WhatChanged; readonly label: string }
  | { readonly kind: 'block'; readonly what: WhatChanged; readonly block: DraftBlock }
  | { readonly kind: 'order' };

type Entries<T> = Readonly<Record<string, T>>;

/** The value after the text cleaning that publishing does. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanLines(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleaned(inner)]));
}

const same = (a: unknown, b: unknown): boolean => dequal(cleaned(a), cleaned(b));

const content = ({ url, label, from, until, group, sign }: DraftLink) => [
  url,
  label,
  from ?? null,
  until ?? null,
  group ?? null,
  sign ?? null,
];

const blockContent = ({ order: _order, on: _on, from, until, ...shown }: DraftBlock) => [
  shown,
  from ?? null,
  until ?? null,
];

type Entry = DraftLink | DraftBlock;

/** What happened to links or blocks, each by itself. */
function entryChanges<T extends Entry>(
  draft: Entries<T>,
  live: Entries<T>,
  contentOf: (entry: T) => unknown,
  change: (what: WhatChanged, entry: T) => DraftChange,
): DraftChange[] {
  const changes: DraftChange[] = [];
  for (const [id, entry] of inOrder(draft)) {
    const before = live[id];
    if (!before) changes.push(change('added', entry));
    else if (!same(contentOf(before), contentOf(entry))) changes.push(change('edited', entry));
    else if (before.on !== entry.on) changes.push(change(entry.on ? 'shown' : 'hidden', entry));
  }
  const gone = inOrder(live).filter(([id]) => !draft[id]);
  return [...changes, ...gone.map(([, entry]) => change('removed', entry))];
}

/** One change a setting, because they stand on several screens. */
function tipChanges(draft: TipSettings, live: TipSettings): DraftChange[] {
  const names = Object.keys(draft) as (keyof TipSettings)[];
  return names
    .filter((setting) => !same(draft[setting], live[setting]))
    .map((setting) => ({ kind: 'tips', setting }));
}

function sequence(page: Entries<Entry>, among: Entries<Entry>): string {
  return inOrder(page)
    .map(([id]) => id)
    .filter((id) => Object.hasOwn(among, id))
    .join(' ');
}

/** Everything that publishing would change for visitors, in the order of the editor. */
export function draftChanges(draft: Draft, live: Draft): readonly DraftChange[] {
  const changes: DraftChange[] = [];
  // Only another currency of amounts changes anything. Drafts and profiles of earlier releases do not say which it is.
  const isKnown = hasOwnAmounts(draft.tips) && draft.tips.currency !== null && live.tips.currency !== null;
  const { currency } = isKnown ? draft.tips : live.tips;
  const settled: Draft = { ...draft, tips: { ...draft.tips, currency } };
  if (normaliseHandle(draft.handle) !== live.handle) changes.push({ kind: 'field', field: 'handle' });
  for (const field of plainFields) {
    if (field === 'blocks' || same(settled[field], live[field])) continue;
    if (field === 'tips') changes.push(...tipChanges(settled.tips, live.tips));
    else changes.push({ kind: 'field', field });
  }
  const ofLink = (what: WhatChanged, { label }: DraftLink) => ({ kind: 'link', what, label }) as const;
  const ofBlock = (what: WhatChanged, block: DraftBlock) => ({ kind: 'block', what, block }) as const;
  changes.push(...entryChanges(draft.links, live.links, content, ofLink));
  changes.push(...entryChanges(draft.blocks, live.blocks, blockContent, ofBlock));
  const page = { ...draft.links, ...draft.blocks };
  const livePage = { ...live.links, ...live.blocks };
  if (sequence(page, livePage) !== sequence(livePage, page)) changes.push({ kind: 'order' });
  return changes;
}

/** The edits that reset the draft to the published profile. Equal fields get no edit. */
export function discardEdits(draft: Draft, live: Draft): readonly DraftEdit[] {
  return [
    ...editedFields
      .filter((field) => !dequal(draft[field], live[field]))
      .map((field) => setField([field], live[field])),
    ...Object.entries(live.links)
      .filter(([id, link]) => !dequal(draft.links[id], link))
      .map(([id, link]) => setField(['links', id], link)),
    ...Object.keys(draft.links)
      .filter((id) => !Object.hasOwn(live.links, id))
      .map((id) => removeField(['links', id])),
  ];
}

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

/** Removes typed edits of links and blocks that the store no longer has, and returns them. */
export function withoutStray(
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
