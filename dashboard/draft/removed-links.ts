import { emptyDraft, type Draft } from '../../core/profile/draft';
import type { DraftEdit } from '../shared/backend';
import { setField, withEdits } from './draft-edit';
import type { LostField } from './lost-fields';

type Links = Draft['links'];
export const noLinks: Links = {};

/**
 * The links that this tab edits, as this tab saw them. Writing into a removed link makes an empty link locally until the store refuses
 * the write; that one does not count.
 */
export function withLinksOf(seen: Links, edits: readonly DraftEdit[], shown: Draft | null): Links {
  const touched = edits.flatMap(({ path: [field, id] }) => {
    const link = field === 'links' && id !== undefined ? shown?.links[id] : undefined;
    return id !== undefined && link && link.url !== '' && link.label !== '' ? [[id, link] as const] : [];
  });
  return touched.length === 0 ? seen : { ...seen, ...Object.fromEntries(touched) };
}

/** The losses to report for edits whose link another tab removed. A new position alone is no loss. */
export function removedLinks(edits: readonly DraftEdit[], seen: Links): readonly LostField[] {
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
