import { dequal } from 'dequal/lite';
import { cleanLines } from '../../core/base/text';
import { copiedFields } from '../../core/profile/stored-profile';
import { normaliseHandle, type Draft } from '../../core/profile/draft';
import type { DraftLink } from '../../core/profile/link';
import { inOrder } from '../../core/profile/public-view';

const plainFields = ['picture', ...copiedFields] as const;

/** One difference between the draft and the published profile. */
export type DraftChange =
  | { readonly kind: 'field'; readonly field: (typeof plainFields)[number] | 'handle' }
  | {
      readonly kind: 'link';
      readonly what: 'added' | 'removed' | 'edited' | 'shown' | 'hidden';
      readonly label: string;
    }
  | { readonly kind: 'order' };

type Links = Readonly<Record<string, DraftLink>>;

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

function linkChanges(draft: Links, live: Links): DraftChange[] {
  const changes: DraftChange[] = [];
  for (const [id, link] of inOrder(draft)) {
    const before = live[id];
    if (!before) changes.push({ kind: 'link', what: 'added', label: link.label });
    else if (!same(content(before), content(link)))
      changes.push({ kind: 'link', what: 'edited', label: link.label });
    else if (before.on !== link.on)
      changes.push({ kind: 'link', what: link.on ? 'shown' : 'hidden', label: link.label });
  }
  for (const [id, link] of inOrder(live)) {
    if (!draft[id]) changes.push({ kind: 'link', what: 'removed', label: link.label });
  }
  return changes;
}

function sequence(links: Links, among: Links): string {
  return inOrder(links)
    .map(([id]) => id)
    .filter((id) => Object.hasOwn(among, id))
    .join(' ');
}

/** Everything that publishing would change for visitors, in the order of the editor. */
export function draftChanges(draft: Draft, live: Draft): readonly DraftChange[] {
  const changes: DraftChange[] = [];
  if (normaliseHandle(draft.handle) !== live.handle) changes.push({ kind: 'field', field: 'handle' });
  for (const field of plainFields) {
    if (!same(draft[field], live[field])) changes.push({ kind: 'field', field });
  }
  changes.push(...linkChanges(draft.links, live.links));
  if (sequence(draft.links, live.links) !== sequence(live.links, draft.links))
    changes.push({ kind: 'order' });
  return changes;
}
