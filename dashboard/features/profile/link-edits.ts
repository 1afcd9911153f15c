import { useEffect, useMemo, useRef } from 'react';
import type { DraftLink, LinkSign } from '@busker/core/links/link';
import { inOrder } from '@busker/core/profile/stored-profile';
import type { DraftEdit } from '../../data/backend';
import { removeField, setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useUploads } from '../../uploads/uploads';
import { useText } from '../../messages/text';
import { useAnnounce } from '../../feedback/announcer';
import { useToast } from '../../feedback/toast';

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

/** The actions of the link list. Stable while the list changes, so that a key press re-renders one row. */
export interface LinkVerbs {
  show(id: string, on: boolean): void;
  label(id: string, label: string): void;
  url(id: string, url: string): void;
  /** Sets the address that the link redirects to; can be undone. */
  readdress(id: string, url: string): void;
  /** Empty = no heading. */
  group(id: string, group: string): void;
  /** Null = the mark of the platform. */
  sign(id: string, sign: LinkSign | null): void;
  /** Epoch milliseconds; null = no limit. */
  time(id: string, field: 'from' | 'until', at: number | null): void;
  remove(id: string, link: DraftLink): void;
  /** To a position from 0. Announces the new position unless `quiet` (a drag has announcements of its own). */
  move(id: string, to: number, quiet?: 'quiet'): void;
}

export function useLinkVerbs(): LinkVerbs {
  const text = useText();
  const announce = useAnnounce();
  const { notify } = useToast();
  const { draft, edit, type } = useDraft();
  const uploads = useUploads();
  const links = useRef(draft.links);
  useEffect(() => {
    links.current = draft.links;
  });

  return useMemo(
    () => ({
      show: (id, on) => edit(setField(['links', id, 'on'], on)),
      label: (id, label) => type(setField(['links', id, 'label'], label)),
      url: (id, url) => type(setField(['links', id, 'url'], url)),
      readdress(id, url) {
        const link = links.current[id];
        if (!link) return;
        edit(setField(['links', id, 'url'], url));
        notify(text('links.readdressed', { label: link.label || url }), {
          label: text('links.undo'),
          // A link that was removed meanwhile would come back with its address alone.
          run: () => links.current[id] && edit(setField(['links', id, 'url'], link.url)),
        });
      },
      group: (id, group) => type(setField(['links', id, 'group'], group === '' ? null : group)),
      sign: (id, sign) => edit(setField(['links', id, 'sign'], sign)),
      time: (id, field, at) => type(setField(['links', id, field], at)),
      remove(id, link) {
        uploads.drop(id);
        edit(removeField(['links', id]));
        notify(text('links.removed', { label: link.label }), {
          label: text('links.undo'),
          run: () => edit(setField(['links', id], link)),
        });
      },
      move(id, to, quiet) {
        const edits = moveLink(links.current, id, to);
        if (edits.length === 0) return;
        edit(...edits);
        const count = Object.keys(links.current).length;
        const label = links.current[id]?.label ?? '';
        if (quiet !== 'quiet') announce(text('links.moved', { label, place: to + 1, count }));
      },
    }),
    [edit, type, notify, text, announce, uploads],
  );
}
