import { createHash } from 'node:crypto';
import type { FaultCode } from '@busker/core/base/field-faults';
import { fail, ok, refusedField, type Result } from '@busker/core/base/result';
import { maxBytesOf, maxPictureBytes, type DraftPicture } from '@busker/core/pictures/picture-slots';
import type { PictureSize, StoredPicture, pictureTypes } from '@busker/core/profile/profile';

export type PictureType = (typeof pictureTypes)[number];

export interface PictureBytes {
  readonly bytes: Uint8Array;
  readonly type: PictureType;
}

/** An upload in an owner's slot. */
export interface OwnerUpload extends DraftPicture {
  readonly uid: string;
  /** Epoch milliseconds. */
  readonly uploadedAt: number;
}

/** One copy of a public picture. Each publication of the same bytes writes a new copy over the earlier one. */
export interface PublicPicture {
  readonly sha256: string;
  readonly generation: string;
  /** Epoch milliseconds: when this copy was written. */
  readonly writtenAt: number;
  /** Epoch milliseconds: when a sweep first found that no profile uses the picture. Null = it is used, or no sweep has checked it yet. */
  readonly unnamedSince: number | null;
  /** Epoch milliseconds of the time from which the host does not show the picture. Null = it is shown. */
  readonly withheldSince: number | null;
}

/** The port to picture storage: owners' uploads, and the public pictures under their hashes. */
export interface Pictures {
  /**
   * Checks the upload in an owner's slot and copies it to its public name, even when the same bytes are public already: a sweep that is about to
   * remove them then leaves the new copy alone. Fails with `invalid-fields` naming `picture` when the upload is missing, not the draft's, too large
   * or not a picture.
   */
  publish(uid: string, picture: DraftPicture): Promise<Result<StoredPicture>>;
  /** A published picture; undefined when none has this hash, or it is withheld. `any`: also a withheld one, for moderators. */
  read(sha256: string, which?: 'shown' | 'any'): Promise<PictureBytes | undefined>;
  /** Removes an owner's uploads. Published pictures stay under their hash as long as a profile uses them. */
  removeUploads(uid: string): Promise<void>;
  /** Every public picture, page by page. */
  publicPictures(): AsyncIterable<PublicPicture>;
  /** The current copy. */
  findPublic(sha256: string): Promise<PublicPicture | undefined>;
  /** Stores at this copy since when it is unused; null removes the note. A newer copy is not changed. */
  noteUnnamed(picture: PublicPicture, since: number | null): Promise<void>;
  /** Withholds this copy from visitors, or shows it again (null). A newer copy is not changed. */
  withhold(picture: PublicPicture, since: number | null): Promise<void>;
  /** Removes this copy. A newer copy is not changed; a missing one is not an error. */
  removePublic(picture: PublicPicture): Promise<void>;
  /** All uploads in owners' slots, page by page and owner by owner: those of the owners after this one, in the order of their uids. */
  uploads(after?: string | null): AsyncIterable<OwnerUpload>;
  /** Removes this upload, but not a newer one in the same slot. A missing one is not an error. */
  removeUpload(upload: OwnerUpload): Promise<void>;
}

/**
 * A picture's size in its own pixels, from its first bytes. Null where they are not certain: an AVIF (the size may be that of a tile), a photograph
 * with an EXIF rotation, bytes that end too early.
 */
export function pictureSizeOf(bytes: Uint8Array, type: PictureType): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = readers[type](view);
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // A read beyond the end of the bytes.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const readers: Readonly<Record<PictureType, (view: DataView) => PictureSize | null>> = {
  'image/png': (view) =>
    ascii(view, 12, 'IHDR') ? { width: view.getUint32(16), height: view.getUint32(20) } : null,
  'image/gif': (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  'image/webp': webpSize,
  'image/jpeg': jpegSize,
  'image/avif': () => null,
};

const ascii = (view: DataView, at: number, text: string): boolean =>
  Array.from(text).every((sign, index) => view.getUint8(at + index) === sign.charCodeAt(0));

const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;

/** One of three kinds, by the name of the first chunk: lossy, lossless, or extended. */
function webpSize(view: DataView): PictureSize | null {
  if (ascii(view, 12, 'VP8 '))
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (ascii(view, 12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  const hasExif = (view.getUint8(20) & 0x08) !== 0;
  if (!ascii(view, 12, 'VP8X') || hasExif) return null;
  return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
}

/** Skips segments until the first frame header. */
function jpegSize(view: DataView): PictureSize | null {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at += 1;
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff || marker === 0xda) return null;
    if (marker === 0xe1 && ascii(view, at + 4, 'Exif')) return null;
    // C4, C8 and CC are in the range of frame markers but are not frame headers.
    const beginsFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (beginsFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
}

const pictureBytesAscii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));

/** The type from the bytes, whatever the file was called. SVG is not among them: it can contain scripts. */
function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes[0] === 0x89 && pictureBytesAscii(bytes, 1, 8) === 'PNG\r\n\x1a\n') return 'image/png';
  if (/^GIF8[79]a/.test(pictureBytesAscii(bytes, 0, 6))) return 'image/gif';
  if (pictureBytesAscii(bytes, 0, 4) === 'RIFF' && pictureBytesAscii(bytes, 8, 12) === 'WEBP')
    return 'image/webp';
  if (pictureBytesAscii(bytes, 4, 8) === 'ftyp' && /avi[fs]/.test(pictureBytesAscii(bytes, 8, 32)))
    return 'image/avif';
  return undefined;
}

const refused = (why: FaultCode) => fail(refusedField('picture', why));

const tooLarge = (most: number): FaultCode =>
  most === maxPictureBytes ? 'picture-too-large' : 'link-picture-too-large';

/** The hash and type of a picture, or why it is not accepted. */
export function checkedPicture(bytes: Uint8Array, { slot, generation }: DraftPicture): Result<StoredPicture> {
  const most = maxBytesOf(slot);
  if (bytes.byteLength > most) return refused(tooLarge(most));
  const type = pictureTypeOf(bytes);
  if (type === undefined) return refused('picture-type');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return ok({ sha256, type, size: pictureSizeOf(bytes, type), slot, generation });
}

export const pictureMissing = () => refused('picture-missing');
