import type { Draft } from '../../core/profile/draft';
import type { LostField } from '../draft/lost-fields';
import type { PlainMessageId, Say } from '../messages/text';

type Field = Exclude<keyof Draft, 'v' | 'revision' | 'links' | 'updatedAt'>;

const fields: Readonly<Record<string, PlainMessageId>> = {
  handle: 'change.handle',
  name: 'change.name',
  bio: 'change.bio',
  picture: 'change.picture',
  look: 'change.look',
  tips: 'change.tips',
  arrangement: 'change.arrangement',
  allowedSites: 'change.allowedSites',
  language: 'change.language',
} satisfies Record<Field, PlainMessageId>;

/** The field's name, as in the list of unpublished changes. */
export function lostName({ path, link }: LostField, text: Say): string {
  const known = fields[path[0] ?? ''];
  return known ? text(known) : text('lost.link', { label: link ?? '' });
}

/** A value as text; null = it has none (a number, a list of amounts), and the field's name must do. */
export function lostValue(
  path: readonly string[],
  value: unknown,
  text: Say,
  date: (at: number) => string,
): string | null {
  const isTime = path[0] === 'links' && (path.at(-1) === 'from' || path.at(-1) === 'until');
  if (value === undefined) return text('lost.removed');
  if (isTime) return typeof value === 'number' ? date(value) : text('lost.empty');
  if (value === null || value === '') return text('lost.empty');
  if (path.at(-1) === 'on') return text(value === true ? 'lost.on' : 'lost.off');
  return typeof value === 'string' ? value : null;
}
