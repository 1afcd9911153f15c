import * as v from 'valibot';

/** The upload slot of the owner's own picture. */
export const pictureSlots = ['picture-a', 'picture-b'] as const;

/** The upload slots of the page's own pictures: two of each kind, so that the published one stays until the next publish. */
export const pageSlots = ['cover-a', 'cover-b', 'ground-a', 'ground-b'] as const;

/** How many links may have a picture of their own. */
export const maxLinkPictures = 20;

/** The upload slots of links' pictures. There are a few more than pictures, so that one can be replaced while all others are in use. */
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

export type PictureSlot = (typeof pictureSlots | typeof pageSlots | typeof linkSlots)[number];

const slots: readonly string[] = [...pictureSlots, ...pageSlots, ...linkSlots];
export const isPictureSlot = (name: string): name is PictureSlot => slots.includes(name);

/** In bytes. A link's picture is shown at icon size. */
export const maxPictureBytes = 5 * 1024 * 1024;
export const maxLinkPictureBytes = 256 * 1024;

export const maxBytesOf = (slot: PictureSlot): number =>
  slot.startsWith('link-') ? maxLinkPictureBytes : maxPictureBytes;

/** An upload that a draft refers to: the slot, and the generation of its bytes. */
// An alias, not an interface: the store takes plain records only.
export type DraftPicture = { readonly slot: PictureSlot; readonly generation: string };

export const uploadedTo = <S extends readonly [string, ...string[]]>(slots: S) =>
  v.strictObject({ slot: v.picklist(slots), generation: v.pipe(v.string(), v.maxLength(40)) });

export const sameUpload = (one: DraftPicture | null, other: DraftPicture | null): boolean =>
  one?.slot === other?.slot && one?.generation === other?.generation;
