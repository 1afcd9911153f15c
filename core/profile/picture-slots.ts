import * as v from 'valibot';

/** Where the owner's own picture is uploaded to. */
export const pictureSlots = ['picture-a', 'picture-b'] as const;

/** As many links as may have a picture of their own. */
export const maxLinkPictures = 20;

/** Where links' pictures are uploaded to. A few more than there may be, so that one can be replaced while all others are in use. */
export const linkSlots = [
  'link-01',
  'link-02',
  'link-03',
  'link-04',
  'link-05',
  'link-06',
  'link-07',
  'link-08',
  'link-09',
  'link-10',
  'link-11',
  'link-12',
  'link-13',
  'link-14',
  'link-15',
  'link-16',
  'link-17',
  'link-18',
  'link-19',
  'link-20',
  'link-21',
  'link-22',
  'link-23',
  'link-24',
] as const;

export type PictureSlot = (typeof pictureSlots)[number] | (typeof linkSlots)[number];

const slots: readonly string[] = [...pictureSlots, ...linkSlots];
export const isPictureSlot = (name: string): name is PictureSlot => slots.includes(name);

/** Bytes. A link's picture is shown as large as an icon. */
export const maxPictureBytes = 5 * 1024 * 1024;
export const maxLinkPictureBytes = 256 * 1024;

export const maxBytesOf = (slot: PictureSlot): number =>
  slot.startsWith('link-') ? maxLinkPictureBytes : maxPictureBytes;

/** An upload that a draft names: the slot, and which bytes in it. */
// An alias, not an interface: it goes into the store, which takes plain records.
export type DraftPicture = { readonly slot: PictureSlot; readonly generation: string };

export const uploadedTo = <S extends readonly [string, ...string[]]>(slots: S) =>
  v.strictObject({ slot: v.picklist(slots), generation: v.pipe(v.string(), v.maxLength(40)) });

export const sameUpload = (one: DraftPicture | null, other: DraftPicture | null): boolean =>
  one?.slot === other?.slot && one?.generation === other?.generation;
