import { maxPictureBytes } from '@busker/core/pictures/picture-slots';
import { pictureTypes, type StoredProfile } from '@busker/core/profile/profile';

export const acceptedPictures = pictureTypes.join(',');

export type PictureFault = 'too-large' | 'wrong-type' | 'heic';

/** A chosen file. `moves`: it has several frames, of which the crop keeps the first. */
export type ReadPicture =
  | { readonly kind: 'picture'; readonly moves: boolean }
  | { readonly kind: 'fault'; readonly why: PictureFault };

/** Pixels of the shorter side below which nothing can be seen, and below which a picture looks blurred on today's screens. */
export const smallestSide = 16;
export const sharpSide = 128;

/** Whether a file can be used as a picture. Publishing checks the bytes again. */
export async function readPicture(file: Blob): Promise<ReadPicture> {
  const fault = (why: PictureFault): ReadPicture => ({ kind: 'fault', why });
  if (file.size > maxPictureBytes) return fault((await isHeic(file)) ? 'heic' : 'too-large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const is = (at: number, text: string) => textAt(bytes, at, text.length) === text;
  if (await isHeic(file)) return fault('heic');
  const type = file.type === '' ? typeOf(is) : file.type;
  if (!(pictureTypes as readonly string[]).includes(type)) return fault('wrong-type');
  return { kind: 'picture', moves: hasFrames(bytes, is) };
}

/** The owner's own picture: its upload, and its side in pixels, four times as displayed. */
export const ownPicture = {
  purpose: 'own picture',
  side: 512,
  /** The published picture stays until the next publish. */
  freeSlot: (published: StoredProfile | null) =>
    published?.picture?.slot === 'picture-a' ? ('picture-b' as const) : ('picture-a' as const),
};

export interface CropArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The chosen part (null: the square in the middle) as a file of at most `most` pixels in width: a smaller one is not blown up. Of a moving picture it is the first frame, as
 * `createImageBitmap` has it (html.spec.whatwg.org, "the first frame of the animation"). Null when the browser cannot read the picture.
 */
export async function cropPicture(file: Blob, given: CropArea | null, most: number): Promise<Blob | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const area = given ?? middleOf(bitmap);
    const width = Math.max(1, Math.round(Math.min(most, area.width)));
    const height = Math.max(1, Math.round((width * area.height) / area.width));
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const pen = canvas.getContext('2d');
    if (!pen) return null;
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, width, height);
    bitmap.close();
    const written = (type: string) =>
      new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
    // A browser that cannot write WebP writes PNG instead. A large photograph would be larger than the limit as PNG.
    const blob = await written('image/webp');
    const isLarge = width * height > ownPicture.side ** 2;
    return blob?.type === 'image/png' && isLarge ? await written('image/jpeg') : blob;
  } catch {
    return null;
  }
}

function middleOf({ width, height }: ImageBitmap): CropArea {
  const side = Math.min(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side };
}

type Is = (at: number, text: string) => boolean;

/** The brands of ISO/IEC 23008-12 that browsers other than Safari cannot open. Systems often give such a file no type at all. */
async function isHeic(file: Blob): Promise<boolean> {
  if (/^image\/hei[cf]/.test(file.type)) return true;
  const start = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  return textAt(start, 4, 4) === 'ftyp' && /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(textAt(start, 8, 4));
}

/** The type by the first bytes, for systems that name none. */
function typeOf(is: Is): string {
  if (is(0, '\xff\xd8\xff')) return 'image/jpeg';
  if (is(0, '\x89PNG')) return 'image/png';
  if (is(0, 'GIF8')) return 'image/gif';
  if (is(0, 'RIFF') && is(8, 'WEBP')) return 'image/webp';
  return is(4, 'ftypavi') ? 'image/avif' : '';
}

/** Animated WebP, PNG and AVIF say so in a header; of a GIF the frames are found by their control blocks. */
function hasFrames(bytes: Uint8Array, is: Is): boolean {
  if (is(0, 'RIFF')) return is(12, 'VP8X') && ((bytes[20] ?? 0) & 2) !== 0;
  if (is(0, '\x89PNG')) return hasChunk(bytes, 'acTL');
  if (is(4, 'ftyp')) return is(8, 'avis');
  return is(0, 'GIF8') && framesOfGif(bytes) > 1;
}

/** An animated PNG has this chunk before its data. */
function hasChunk(bytes: Uint8Array, name: string): boolean {
  const view = new DataView(bytes.buffer);
  for (let at = 8; at + 8 <= bytes.length; at += view.getUint32(at) + 12) {
    const chunk = textAt(bytes, at + 4, 4);
    if (chunk === name) return true;
    if (chunk === 'IDAT') return false;
  }
  return false;
}

/** Counts up to two: extension blocks and tables are stepped over by their lengths (GIF89a, section 12 and the grammar in appendix B). */
function framesOfGif(bytes: Uint8Array): number {
  const tableSize = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const afterBlocks = (from: number) => {
    let at = from;
    while ((bytes[at] ?? 0) !== 0) at += (bytes[at] ?? 0) + 1;
    return at + 1;
  };
  let frames = 0;
  for (let at = 13 + tableSize(bytes[10] ?? 0); at < bytes.length && frames < 2;) {
    if (bytes[at] === 0x21) at = afterBlocks(at + 2);
    else if (bytes[at] === 0x2c) {
      frames += 1;
      at = afterBlocks(at + 11 + tableSize(bytes[at + 9] ?? 0));
    } else break;
  }
  return frames;
}

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));
