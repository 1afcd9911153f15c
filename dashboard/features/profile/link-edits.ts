import { useEffect, useMemo, useRef } from 'react';
import { useIntl } from 'react-intl';
import type { DraftBlock } from '@busker/core/blocks/block';
import type { DraftLink, LinkSign } from '@busker/core/links/link';
import type { Draft } from '@busker/core/profile/draft';
import { readableAddress } from '@busker/core/links/readable-address';
import { inOrder } from '@busker/core/profile/profile';
import type { DraftEdit } from '../../data/backend';
import { removeField, setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useUploads } from '../../uploads/uploads';
import { useText } from '../../messages/text';
import { useAnnounce } from '../../feedback/announcer';
import { useToast } from '../../feedback/toast';

/** Links and blocks stand in one list, in one order. No id is in both. */
export type PageEntry = DraftLink | DraftBlock;
type Entries = Readonly<Record<string, PageEntry>>;
type Page = Pick<Draft, 'links' | 'blocks'>;

export const entriesOf = ({ links, blocks }: Page): Entries => ({ ...links, ...blocks });
const pathOf = (id: string, { blocks }: Page): readonly string[] => [
  Object.hasOwn(blocks, id) ? 'blocks' : 'links',
  id,
];

/** How an entry is called in the list and in messages: by its own name, else by its kind, with a number where several blocks have neither. */
export function useEntryName(): (entry: PageEntry) => string {
  const text = useText();
  const { formatNumber } = useIntl();
  const blocks = inOrder(useDraft().draft.blocks).map(([, block]) => block);
  return (entry) => {
    const own = entry.label.trim();
    if (own !== '' || !('kind' in entry)) return own || readableAddress((entry as DraftLink).url);
    const kind = text(`blocks.kind.${entry.kind}`);
    const alike = blocks.filter((block) => block.kind === entry.kind && block.label.trim() === '');
    return alike.length < 2 ? kind : `${kind} ${formatNumber(alike.indexOf(entry) + 1)}`;
  };
}

/** Below this distance, halving would soon run out of numbers, so the list is renumbered. */
const tooClose = 1e-6;

export const lastOrder = (page: Page): number =>
  Object.values(entriesOf(page)).reduce((most, { order }) => Math.max(most, order), 0);

/**
 * The edits that move an entry to a position (from 0). Usually one edit: a number between the two neighbours, so that moves in two tabs
 * merge. Empty when it is there already.
 */
export function moveEntry(page: Page, id: string, to: number): readonly DraftEdit[] {
  const sorted = inOrder(entriesOf(page));
  const orderOf = (of: string, order: number) => setField([...pathOf(of, page), 'order'], order);
  const from = sorted.findIndex(([other]) => other === id);
  const place = Math.max(0, Math.min(sorted.length - 1, to));
  if (from < 0 || from === place) return [];
  const rest = sorted.filter(([other]) => other !== id);
  const before = rest[place - 1]?.[1].order;
  const after = rest[place]?.[1].order;
  if (before === undefined) return [orderOf(id, (after ?? 1) - 1)];
  if (after === undefined) return [orderOf(id, before + 1)];
  if (after - before > tooClose) return [orderOf(id, (before + after) / 2)];
  const ids = rest.map(([other]) => other);
  ids.splice(place, 0, id);
  return ids.map((other, at) => orderOf(other, at + 1));
}

/** The actions of the list. Stable while the list changes, so that a key press re-renders one row. */
export interface PageVerbs {
  show(id: string, on: boolean): void;
  label(id: string, label: string): void;
  url(id: string, url: string): void;
  /** Sets the address that the link redirects to; can be undone. */
  readdress(id: string, url: string): void;
  /** Empty = no heading. */
  group(id: string, group: string): void;
  /** Null = the mark of the platform. */
  sign(id: string, sign: LinkSign | null): void;
  /** A field of a block that only blocks have. `at once`: it is not typed. */
  block(id: string, field: string, value: unknown, atOnce?: 'at once'): void;
  /** Epoch milliseconds; null = no limit. */
  time(id: string, field: 'from' | 'until', at: number | null): void;
  remove(id: string): void;
  /** To a position from 0. Announces the new position unless `quiet` (a drag has announcements of its own). */
  move(id: string, to: number, quiet?: 'quiet'): void;
}

export function usePageVerbs(): PageVerbs {
  const text = useText();
  const nameOf = useEntryName();
  const announce = useAnnounce();
  const { notify } = useToast();
  const { draft, edit, type } = useDraft();
  const uploads = useUploads();
  const now = useRef({ draft, nameOf });
  useEffect(() => {
    now.current = { draft, nameOf };
  });

  return useMemo(() => {
    const entry = (id: string) => entriesOf(now.current.draft)[id];
    const path = (id: string, ...rest: readonly string[]) => [...pathOf(id, now.current.draft), ...rest];
    return {
      show: (id, on) => edit(setField(path(id, 'on'), on)),
      label: (id, label) => type(setField(path(id, 'label'), label)),
      url: (id, url) => type(setField(path(id, 'url'), url)),
      readdress(id, url) {
        const link = now.current.draft.links[id];
        if (!link) return;
        edit(setField(['links', id, 'url'], url));
        notify(text('links.readdressed', { label: link.label || url }), {
          label: text('links.undo'),
          // A link that was removed meanwhile would come back with its address alone.
          run: () => entry(id) && edit(setField(['links', id, 'url'], link.url)),
        });
      },
      group: (id, group) => type(setField(['links', id, 'group'], group === '' ? null : group)),
      sign: (id, sign) => edit(setField(['links', id, 'sign'], sign)),
      block: (id, field, value, atOnce) => (atOnce ? edit : type)(setField(['blocks', id, field], value)),
      time: (id, field, at) => type(setField(path(id, field), at)),
      remove(id) {
        const removed = entry(id);
        if (!removed) return;
        const where = path(id);
        uploads.drop(id);
        edit(removeField(where));
        notify(text('links.removed', { label: now.current.nameOf(removed) }), {
          label: text('links.undo'),
          run: () => edit(setField(where, removed)),
        });
      },
      move(id, to, quiet) {
        const edits = moveEntry(now.current.draft, id, to);
        const moved = entry(id);
        if (edits.length === 0 || !moved) return;
        edit(...edits);
        const count = Object.keys(entriesOf(now.current.draft)).length;
        const label = now.current.nameOf(moved);
        if (quiet !== 'quiet') announce(text('links.moved', { label, place: to + 1, count }));
      },
    };
  }, [edit, type, notify, text, announce, uploads]);
}
