import * as v from 'valibot';
import { dayAfter, momentsIn } from '../locale/zoned-day';
import type { DraftPicture } from '../pictures/picture-slots';
import { isWeekday, tipParts, type Blocks, type DateRow, type DraftBlock } from './block';

const picture = v.strictObject({
  /** On HOST. */
  src: v.pipe(v.string(), v.regex(/^\/img\/[0-9a-f]{64}$/)),
  /** In pixels; null = not known. */
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
});
export type BlockPicture = v.InferOutput<typeof picture>;

const every = {
  id: v.string(),
  /** The title over the block; '' = none. */
  label: v.string(),
  /** The id of the shown link before which the block stands; null = after the last one. */
  before: v.nullable(v.string()),
};
const text = v.string();
const dateRow = v.strictObject({ day: text, time: text, ends: text, title: text, place: text, url: text });

/** A block as visitors see it. Addresses are checked again where they are shown. */
export const publicBlock = v.variant('kind', [
  v.strictObject({ kind: v.literal('text'), ...every, text }),
  v.strictObject({ kind: v.literal('picture'), ...every, picture, alt: text }),
  v.strictObject({ kind: v.literal('dates'), ...every, zone: text, rows: v.array(dateRow) }),
  v.strictObject({ kind: v.literal('media'), ...every, url: text, picture: v.nullable(picture) }),
  v.strictObject({ kind: v.literal('contact'), ...every, email: text, phone: text, place: text }),
  v.strictObject({
    kind: v.literal('giving'),
    ...every,
    rows: v.array(v.strictObject({ place: text, label: text })),
  }),
  v.strictObject({
    kind: v.literal('icons'),
    ...every,
    rows: v.array(v.strictObject({ url: text, label: text })),
  }),
  v.strictObject({ kind: v.literal('tips'), ...every, show: v.picklist(tipParts) }),
]);
export type PublicBlock = v.InferOutput<typeof publicBlock>;
export type PublicBlockOf<K extends PublicBlock['kind']> = Extract<PublicBlock, { readonly kind: K }>;

/** When rows are past: each at its end, or else with its day, in the block's time zone. A weekly one never is. */
function overIn(zone: string): (row: DateRow) => number {
  const momentOf = momentsIn(zone);
  return ({ day, time, ends }) => {
    if (isWeekday(day)) return Infinity;
    // A night that ends after midnight.
    return ends > time ? momentOf(day, ends) : momentOf(dayAfter(day), ends || '00:00');
  };
}

/** Weekly rows as the owner has them, then the others by time. */
const byTime = (rows: readonly DateRow[]): readonly DateRow[] => {
  const key = ({ day, time }: DateRow) => (isWeekday(day) ? '' : `${day} ${time}`);
  return rows.toSorted((one, other) => Number(key(one) > key(other)) - Number(key(one) < key(other)));
};

const isShown = ({ on, from, until }: DraftBlock, now: number): boolean =>
  on && (from ?? 0) <= now && now < (until ?? Infinity);

/** A shown link: where it stands among the blocks. */
type Placed = readonly [id: string, link: { readonly order: number }];

const isAfter = ([id, { order }]: Placed, [other, { order: before }]: Placed): boolean =>
  order > before || (order === before && id > other);

interface Around {
  /** In their order. */
  readonly links: readonly Placed[];
  /** The published picture of an upload; null = it has none. */
  readonly pictureOf: (upload: DraftPicture) => BlockPicture | null;
  readonly now: number;
}

/** The blocks that are on, due and not over, in their order. Dates that are past are left out, and pictures that are not there. */
export function publicBlocks(blocks: Blocks, { links, pictureOf, now }: Around): readonly PublicBlock[] {
  return Object.entries(blocks)
    .filter(([, block]) => isShown(block, now))
    .toSorted((one, other) => Number(isAfter(one, other)) - Number(isAfter(other, one)))
    .flatMap(([id, block]): readonly PublicBlock[] => {
      const before = links.find((link) => isAfter(link, [id, block]))?.[0] ?? null;
      const { order: _, on: _on, from: _from, until: _until, ...shown } = block;
      if (shown.kind === 'picture') {
        const found = shown.picture && pictureOf(shown.picture);
        return found ? [{ id, before, ...shown, picture: found }] : [];
      }
      if (shown.kind === 'media')
        return [{ id, before, ...shown, picture: shown.picture && pictureOf(shown.picture) }];
      if (shown.kind !== 'dates') return [{ id, before, ...shown }];
      const overAt = overIn(shown.zone);
      const rows = byTime(shown.rows.filter((row) => overAt(row) > now));
      return rows.length === 0 ? [] : [{ id, before, ...shown, rows: [...rows] }];
    });
}

/** The times at which what `publicBlocks` shows changes. */
export const blockTimes = (blocks: Blocks): readonly (number | null | undefined)[] =>
  Object.values(blocks)
    .filter(({ on }) => on)
    .flatMap((block) => [
      block.from,
      block.until,
      ...(block.kind === 'dates' ? block.rows.map(overIn(block.zone)) : []),
    ]);
