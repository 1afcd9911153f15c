import type { DraftLink } from '../../core/profile/link';
import { inOrder } from '../../core/profile/public-view';
import type { DraftEdit } from '../data/backend';
import { setField } from './draft-edit';

type Links = Readonly<Record<string, DraftLink>>;

/** Below this distance, halving would soon run out of numbers, so the list is renumbered. */
const tooClose = 1e-6;

export const lastOrder = (links: Links): number =>
  Object.values(links).reduce((most, link) => Math.max(most, link.order), 0);

/**
 * The edits that move a link to a position (from 0). Usually one edit: a number between the two neighbours, so that moves in two tabs
 * merge. Empty when the link is there already.
 */
export function moveLink(links: Links, id: string, to: number): readonly DraftEdit[] {
  const sorted = inOrder(links);
  const from = sorted.findIndex(([other]) => other === id);
  const place = Math.max(0, Math.min(sorted.length - 1, to));
  if (from < 0 || from === place) return [];
  const rest = sorted.filter(([other]) => other !== id);
  const before = rest[place - 1]?.[1].order;
  const after = rest[place]?.[1].order;
  if (before === undefined) return [setField(['links', id, 'order'], (after ?? 1) - 1)];
  if (after === undefined) return [setField(['links', id, 'order'], before + 1)];
  if (after - before > tooClose) return [setField(['links', id, 'order'], (before + after) / 2)];
  const ids = rest.map(([other]) => other);
  ids.splice(place, 0, id);
  return ids.map((other, at) => setField(['links', other, 'order'], at + 1));
}
