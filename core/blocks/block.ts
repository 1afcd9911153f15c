import * as v from 'valibot';
import { fault } from '../base/field-faults';
import { givingEntry } from '../giving/giving-place';
import { maxLabelLength, publishableUrl } from '../links/link';
import { isDay, isTimeZone } from '../locale/zoned-day';
import { linkSlots, uploadedTo, type DraftPicture } from '../pictures/picture-slots';
import { readEmailAddress } from '../text/addresses';
import { cleanText } from '../text/text';
import { readMedia } from './media-address';

export { mediaNames, readMedia } from './media-address';

/** In the order in which an owner chooses from them. */
export const blockKinds = [
  'text',
  'picture',
  'dates',
  'media',
  'contact',
  'giving',
  'icons',
  'tips',
] as const;
export type BlockKind = (typeof blockKinds)[number];

export const maxBlocks = 50;
export const maxBlockText = 1000;
export const maxAltLength = 300;
export const maxDateRows = 50;
export const maxRows = 20;
export const maxPlaceLength = 200;
/** In one page: each coin has a QR code, which the server draws for every view. */
const maxGiving = 40;
/** In one page, as JSON: the store takes documents up to 1 MiB, with the links and all else in them. */
const maxBlocksLength = 150_000;
const maxRowTitle = 80;

/** A day of a row may be one of these: then it is every week, as an opening hour is. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];
export const isWeekday = (day: string): day is Weekday => weekdays.some((each) => each === day);

export const tipParts = ['button', 'goal', 'wall'] as const;

const moment = v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))));

/** What every block has: its place among blocks and links, when it is shown (as links), and the title over it; '' = none. */
const every = {
  order: v.pipe(v.number(), v.finite()),
  on: v.boolean(),
  from: moment,
  until: moment,
  label: cleanText(maxLabelLength),
};

const optional = <T extends v.GenericSchema<string, string>>(schema: T) => v.union([v.literal(''), schema]);
const orNothing = (isRight: (typed: string) => boolean, refusal: string) =>
  v.pipe(
    v.string(refusal),
    v.trim(),
    v.check((typed) => typed === '' || isRight(typed), refusal),
  );
const rowsOf = <T extends v.GenericSchema>(row: T, most: number) =>
  v.pipe(
    v.array(row),
    v.minLength(1, fault('entry-missing')),
    v.maxLength(most, fault('too-many-entries', most)),
  );

const time = orNothing((typed) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(typed), fault('time-shape'));
const place = cleanText(maxPlaceLength);

const dateRow = v.strictObject({
  day: v.pipe(
    v.string(fault('day-missing')),
    v.check((day) => isWeekday(day) || isDay(day), fault('day-missing')),
  ),
  /** `20:30`, or '' = the whole day. */
  time,
  ends: time,
  title: cleanText(maxRowTitle, { empty: fault('text-missing') }),
  place,
  url: optional(publishableUrl),
});
export type DateRow = v.InferOutput<typeof dateRow>;

const upload = v.nullable(uploadedTo(linkSlots));

/** A number that works from everywhere (E.164, with what people put between the digits). */
const isPhone = (typed: string) => /^\+[\d\s().-]{5,39}$/.test(typed) && /(?:\d\D*){6,15}$/.test(typed);

const fields = {
  text: { text: cleanText(maxBlockText, { empty: fault('text-missing'), lines: true }) },
  picture: {
    picture: v.pipe(
      upload,
      v.check((given) => given !== null, fault('picture-missing')),
    ),
    alt: cleanText(maxAltLength, { empty: fault('alt-missing') }),
  },
  dates: {
    zone: v.pipe(v.string(fault('zone-unknown')), v.check(isTimeZone, fault('zone-unknown'))),
    rows: rowsOf(dateRow, maxDateRows),
  },
  media: {
    url: v.pipe(
      publishableUrl,
      v.check((url) => readMedia(url) !== null, fault('media-unknown')),
    ),
    picture: upload,
  },
  contact: {
    email: orNothing((typed) => readEmailAddress(typed) !== null, fault('email-shape')),
    phone: orNothing(isPhone, fault('phone-country')),
    place,
  },
  giving: {
    rows: rowsOf(
      v.strictObject({
        place: givingEntry,
        label: cleanText(maxLabelLength),
      }),
      maxRows,
    ),
  },
  icons: {
    rows: rowsOf(
      v.strictObject({
        url: publishableUrl,
        label: cleanText(maxLabelLength, { empty: fault('label-missing') }),
      }),
      maxRows,
    ),
  },
  tips: { show: v.picklist(tipParts) },
} as const;

const anyBlock = v.variant('kind', [
  v.strictObject({ kind: v.literal('text'), ...every, ...fields.text }),
  v.strictObject({ kind: v.literal('picture'), ...every, ...fields.picture }),
  v.strictObject({ kind: v.literal('dates'), ...every, ...fields.dates }),
  v.strictObject({ kind: v.literal('media'), ...every, ...fields.media }),
  v.strictObject({ kind: v.literal('contact'), ...every, ...fields.contact }),
  v.strictObject({ kind: v.literal('giving'), ...every, ...fields.giving }),
  v.strictObject({ kind: v.literal('icons'), ...every, ...fields.icons }),
  v.strictObject({ kind: v.literal('tips'), ...every, ...fields.tips }),
]);

/** A block of the draft, as it may be published. `order` counts in one row with the links'. */
export type DraftBlock = v.InferOutput<typeof anyBlock>;
export type BlockOf<K extends BlockKind> = Extract<DraftBlock, { readonly kind: K }>;
export type Blocks = Readonly<Record<string, DraftBlock>>;

const isInTime = ({ from, until }: DraftBlock) => from == null || until == null || from < until;
const canBeReached = (block: DraftBlock) =>
  block.kind !== 'contact' || block.email !== '' || block.phone !== '';

export const draftBlock = v.pipe(
  anyBlock,
  v.rawCheck(({ dataset, addIssue }) => {
    const refuse = (key: 'until' | 'email', input: DraftBlock, message: string) =>
      addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: '' }] });
    if (dataset.typed) {
      const { value } = dataset;
      if (!isInTime(value)) refuse('until', value, fault('ends-before-start'));
      if (!canBeReached(value)) refuse('email', value, fault('contact-missing'));
    }
  }),
);

/** Whether one page can have these blocks together; else the fault. */
export function pageFault(
  blocks: readonly { readonly kind: BlockKind; readonly rows?: readonly unknown[] }[],
): string | null {
  if (blocks.length > maxBlocks) return fault('too-many-entries', maxBlocks);
  const giving = blocks.flatMap(({ kind, rows = [] }) => (kind === 'giving' ? rows : []));
  if (giving.length > maxGiving) return fault('too-many-entries', maxGiving);
  return JSON.stringify(blocks).length > maxBlocksLength ? fault('too-long', maxBlocksLength) : null;
}

/** The ids of blocks that would show a part of the tips a second time. */
export function shownTwice(blocks: Blocks): readonly string[] {
  const shown = Object.entries(blocks)
    .flatMap(([id, block]) => (block.kind === 'tips' && block.on ? [{ id, ...block }] : []))
    .toSorted((one, other) => one.order - other.order);
  const begins = ({ from }: DraftBlock, { until }: DraftBlock) => (from ?? 0) < (until ?? Infinity);
  const meets = (one: BlockOf<'tips'>, other: BlockOf<'tips'>) =>
    one.show === other.show && begins(one, other) && begins(other, one);
  return shown.filter((one, at) => shown.slice(0, at).some((other) => meets(one, other))).map(({ id }) => id);
}

/** The uploads that these blocks show. */
export const blockPictures = (blocks: Blocks): readonly DraftPicture[] =>
  Object.values(blocks).flatMap((block) =>
    (block.kind === 'picture' || block.kind === 'media') && block.picture !== null ? [block.picture] : [],
  );

const begun = { order: 0, on: true, from: null, until: null, label: '' };
const empty: { readonly [K in BlockKind]: BlockOf<K> } = {
  text: { kind: 'text', ...begun, text: '' },
  picture: { kind: 'picture', ...begun, picture: null, alt: '' },
  dates: { kind: 'dates', ...begun, zone: 'UTC', rows: [] },
  media: { kind: 'media', ...begun, url: '', picture: null },
  contact: { kind: 'contact', ...begun, email: '', phone: '', place: '' },
  giving: { kind: 'giving', ...begun, rows: [] },
  icons: { kind: 'icons', ...begun, rows: [] },
  tips: { kind: 'tips', ...begun, show: 'button' },
};

/** A block before anything is typed into it. */
export const emptyBlock = <K extends BlockKind>(kind: K): BlockOf<K> => empty[kind];

const text = v.optional(v.fallback(v.string(), ''), '');
const storedMoment = v.optional(v.fallback(v.nullable(v.number()), null), null);
const storedEvery = {
  order: v.optional(v.fallback(v.pipe(v.number(), v.finite()), 0), 0),
  on: v.optional(v.fallback(v.boolean(), true), true),
  from: storedMoment,
  until: storedMoment,
  label: text,
};
const storedUpload = v.optional(v.fallback(upload, null), null);
const storedRows = <T extends v.ObjectEntries>(row: T) => {
  const schema = v.object(row);
  return v.pipe(
    v.optional(v.fallback(v.array(v.unknown()), []), []),
    v.transform((rows) => rows.flatMap((each) => (v.is(schema, each) ? [v.parse(schema, each)] : []))),
  );
};

const storedBlock = v.variant('kind', [
  v.object({ kind: v.literal('text'), ...storedEvery, text }),
  v.object({ kind: v.literal('picture'), ...storedEvery, picture: storedUpload, alt: text }),
  v.object({
    kind: v.literal('dates'),
    ...storedEvery,
    zone: text,
    rows: storedRows({ day: text, time: text, ends: text, title: text, place: text, url: text }),
  }),
  v.object({ kind: v.literal('media'), ...storedEvery, url: text, picture: storedUpload }),
  v.object({ kind: v.literal('contact'), ...storedEvery, email: text, phone: text, place: text }),
  v.object({ kind: v.literal('giving'), ...storedEvery, rows: storedRows({ place: text, label: text }) }),
  v.object({ kind: v.literal('icons'), ...storedEvery, rows: storedRows({ url: text, label: text }) }),
  v.object({
    kind: v.literal('tips'),
    ...storedEvery,
    show: v.optional(v.fallback(v.picklist(tipParts), 'button'), 'button'),
  }),
]);

/** The blocks of a stored draft or profile. A field that cannot be used is empty, and a block of a kind that only later releases have is left out. */
export const storedBlocks = v.pipe(
  v.optional(v.fallback(v.record(v.string(), v.unknown()), {}), {}),
  v.transform((stored): Blocks =>
    Object.fromEntries(
      Object.entries(stored).flatMap(([id, block]) => {
        const read = v.safeParse(storedBlock, block);
        return read.success ? [[id, read.output] as const] : [];
      }),
    ),
  ),
);
