import { dequal } from 'dequal/lite';
import { useCallback, useEffect, useRef, useState } from 'react';
import { emptyDraft, type Draft } from '@busker/core/profile/draft';
import type { DraftEdit } from '../data/backend';
import { contains, pathKey, setField, valueAt, withEdits } from './draft-edit';
import { type UnsentEdits } from './unsent-keeper';

/** The value that this tab wrote last. `shown`: the store has confirmed it, so a different value now comes from another tab. */
interface OwnValue {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly shown: boolean;
}

/** By field path. */
type OwnValues = ReadonlyMap<string, OwnValue>;
export const nothingOwn: OwnValues = new Map();

/** A field in which another tab's value replaced this tab's. */
export interface LostField {
  readonly path: readonly string[];
  readonly mine: unknown;
  /** `undefined`: removed together with its link. */
  readonly theirs: unknown;
  /** Restores this tab's value. */
  readonly restore: DraftEdit;
  /** The label of the field's link; null = the field belongs to no link. */
  readonly link: string | null;
  /** This value was not sent when its page was left, and the field was changed elsewhere before the next load. */
  readonly late?: true;
}

/** No value and null are the same: the field is empty. */
const same = (a: unknown, b: unknown): boolean => dequal(a ?? null, b ?? null);

/** Links and the look are compared field by field, a picture as a whole. Link positions merge by design and are not compared. */
function leavesOf(path: readonly string[], value: unknown): readonly OwnValue[] {
  if (path.at(-1) === 'order') return [];
  const whole = typeof value !== 'object' || value === null || Array.isArray(value) || path[0] === 'picture';
  if (whole) return [{ path, value, shown: false }];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf([...path, key], inner));
}

/** The fields that this tab has written after these edits. A field that this tab removed is not reported as lost. */
export function withOwn(own: OwnValues, edits: readonly DraftEdit[]): OwnValues {
  const next = new Map(own);
  for (const edit of edits) {
    for (const [key, { path }] of own) if (contains(edit.path, path)) next.delete(key);
    if (edit.kind === 'remove') continue;
    for (const leaf of leavesOf(edit.path, edit.value)) next.set(leaf.path.join('.'), leaf);
  }
  return next;
}

const linkAt = (draft: Draft, path: readonly string[]) =>
  path[0] === 'links' && path[1] !== undefined ? draft.links[path[1]] : undefined;

/** The draft with all that this tab wrote into one link, also what the store has not shown yet. */
const withOwnOf = (draft: Draft, whole: readonly string[], own: OwnValues): Draft =>
  withEdits(
    draft,
    [...own.values()]
      .filter(({ path }) => contains(whole, path))
      .map(({ path, value }) => setField(path, value)),
  );

function lostField({ path, value }: OwnValue, own: OwnValues, before: Draft, now: Draft): LostField {
  const whole = path.slice(0, 2);
  const link = linkAt(before, path) && linkAt(withOwnOf(before, whole, own), path);
  if (link && !linkAt(now, path)) {
    return {
      path: whole,
      mine: link.label,
      theirs: undefined,
      restore: setField(whole, link),
      link: link.label,
    };
  }
  const label = linkAt(now, path)?.label ?? null;
  return { path, mine: value, theirs: valueAt(now, path), restore: setField(path, value), link: label };
}

/**
 * The fields that this tab lost between two views of the draft. Every write raises the revision: a lower revision means that a write of
 * this tab was refused, which is reported elsewhere.
 */
export function afterView(
  own: OwnValues,
  before: Draft | null,
  now: Draft,
): { readonly own: OwnValues; readonly lost: readonly LostField[] } {
  const next = new Map<string, OwnValue>();
  const lost = new Map<string, LostField>();
  for (const [key, entry] of own) {
    const holdsMine = same(valueAt(now, entry.path), entry.value);
    const taken = entry.shown && !holdsMine && before !== null && now.revision > before.revision;
    if (taken) {
      const field = lostField(entry, own, before, now);
      lost.set(pathKey(field.restore), field);
    }
    next.set(key, { ...entry, shown: holdsMine });
  }
  return { own: next, lost: [...lost.values()] };
}

/** The losses still to report, with the current values. A value that came back is no loss. */
export const stillLost = (lost: readonly LostField[], now: Draft): readonly LostField[] =>
  lost.flatMap((field) => {
    const theirs = valueAt(now, field.path);
    const back = field.restore.kind === 'set' && same(theirs, field.restore.value);
    if (back) return [];
    return same(theirs, field.theirs) ? [field] : [{ ...field, theirs }];
  });

export const withoutWritten = (
  lost: readonly LostField[],
  edits: readonly DraftEdit[],
): readonly LostField[] =>
  lost.filter(({ path }) => !edits.some((edit) => contains(edit.path, path) || contains(path, edit.path)));

type Links = Draft['links'];
const noLinks: Links = {};

/**
 * The links that this tab edits, as this tab saw them. A write into a removed link creates an empty link locally, until the store
 * refuses the write. This empty link does not count.
 */
function withLinksOf(seen: Links, edits: readonly DraftEdit[], shown: Draft | null): Links {
  const touched = edits.flatMap(({ path: [field, id] }) => {
    const link = field === 'links' && id !== undefined ? shown?.links[id] : undefined;
    return id !== undefined && link && link.url !== '' && link.label !== '' ? [[id, link] as const] : [];
  });
  return touched.length === 0 ? seen : { ...seen, ...Object.fromEntries(touched) };
}

/** The losses to report for edits whose link another tab removed. A new position alone is no loss. */
function removedLinks(edits: readonly DraftEdit[], seen: Links): readonly LostField[] {
  const ids = new Set(
    edits.flatMap(({ path: [, id, field] }) => (id !== undefined && field !== 'order' ? [id] : [])),
  );
  return [...ids].flatMap((id): readonly LostField[] => {
    const link = seen[id];
    if (!link) return [];
    const mine = withEdits(
      { ...emptyDraft, links: { [id]: link } },
      edits.filter(({ path }) => path[1] === id),
    );
    return [
      {
        path: ['links', id],
        mine: link.label,
        theirs: undefined,
        restore: setField(['links', id], mine.links[id]),
        link: link.label,
      },
    ];
  });
}

/** Compares each view of the draft with what this tab wrote. `shown`: the store's values, without typed edits. */
export function useLostFields(shown: Draft | null) {
  const own = useRef(nothingOwn);
  const before = useRef<Draft | null>(null);
  const [lost, setLost] = useState<readonly LostField[]>([]);

  const links = useRef(noLinks);

  const wrote = useCallback((edits: readonly DraftEdit[]) => {
    links.current = withLinksOf(links.current, edits, before.current);
    own.current = withOwn(own.current, edits);
    setLost((losses) => (losses.length === 0 ? losses : withoutWritten(losses, edits)));
  }, []);
  const strayed = useCallback((edits: readonly DraftEdit[]) => {
    const gone = removedLinks(edits, links.current);
    setLost((losses) => [
      ...withoutWritten(
        losses,
        gone.map(({ restore }) => restore),
      ),
      ...gone,
    ]);
  }, []);
  const cameLate = useCallback(
    (fields: readonly LostField[]) =>
      setLost((losses) => [
        ...withoutWritten(
          losses,
          fields.map(({ restore }) => restore),
        ),
        ...fields,
      ]),
    [],
  );
  const letGo = useCallback(
    (field: LostField) => setLost((losses) => losses.filter((other) => other !== field)),
    [],
  );
  useEffect(() => {
    if (!shown) return;
    const next = afterView(own.current, before.current, shown);
    own.current = next.own;
    before.current = shown;
    setLost((losses) =>
      losses.length + next.lost.length === 0 ? losses : stillLost([...losses, ...next.lost], shown),
    );
  }, [shown]);

  return { lost, wrote, strayed, cameLate, letGo };
}

/** No value and null are the same: the field is empty. */

const newValue = (edit: DraftEdit): unknown => (edit.kind === 'set' ? edit.value : undefined);

/** The link that holds an edited field, as it was before. */
function linkBefore({ base }: UnsentEdits, { path: [field, id, ...rest] }: DraftEdit) {
  return field === 'links' && id !== undefined && rest.length > 0 ? base.links[id] : undefined;
}

/**
 * What becomes of edits that come late. `send`: their fields are as they were before the edit. `refused`: somewhere else their field was changed or
 * their link was removed meanwhile, so the owner decides. A position in the list is always sent, as between two tabs.
 */
export function sortUnsent(
  unsent: UnsentEdits,
  now: Draft,
): { readonly send: readonly DraftEdit[]; readonly refused: readonly LostField[] } {
  const send: DraftEdit[] = [];
  const refused = new Map<string, LostField>();
  for (const edit of unsent.edits) {
    const [field, id = ''] = edit.path;
    const current = valueAt(now, edit.path);
    const mine = newValue(edit);
    const link = linkBefore(unsent, edit);
    const isGone = field === 'links' && edit.path.length > 2 && !Object.hasOwn(now.links, id);
    if (isGone) {
      const whole = ['links', id];
      if (!link || edit.path.at(-1) === 'order') continue;
      const within = unsent.edits.filter((other) => contains(whole, other.path));
      const restored = withEdits(unsent.base, within).links[id];
      refused.set(whole.join('.'), {
        path: whole,
        mine: restored?.label ?? link.label,
        theirs: undefined,
        restore: setField(whole, restored),
        link: link.label,
        late: true,
      });
    } else if (same(current, mine)) continue;
    else if (edit.path.at(-1) === 'order' || same(current, valueAt(unsent.base, edit.path))) send.push(edit);
    else {
      const label = field === 'links' ? (now.links[id]?.label ?? unsent.base.links[id]?.label ?? null) : null;
      refused.set(edit.path.join('.'), {
        path: edit.path,
        mine,
        theirs: current,
        restore: edit,
        link: label,
        late: true,
      });
    }
  }
  return { send, refused: [...refused.values()] };
}
