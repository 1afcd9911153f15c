import { createHash } from 'node:crypto';
import { maxBytesOf, maxPictureBytes, type DraftPicture } from '../../core/profile/picture-slots';
import type { StoredPicture } from '../../core/profile/stored-profile';
import type { FaultCode } from '../../core/base/field-faults';
import { refusedField } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import { pictureSizeOf } from './picture-size';
import type { PictureType } from './pictures';

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));

/** The type from the bytes, whatever the file was called. SVG is not among them: it can contain scripts. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes[0] === 0x89 && ascii(bytes, 1, 8) === 'PNG\r\n\x1a\n') return 'image/png';
  if (/^GIF8[79]a/.test(ascii(bytes, 0, 6))) return 'image/gif';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp';
  if (ascii(bytes, 4, 8) === 'ftyp' && /avi[fs]/.test(ascii(bytes, 8, 32))) return 'image/avif';
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
