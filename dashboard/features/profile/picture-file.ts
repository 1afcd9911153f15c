import { maxPictureBytes } from '../../../core/profile/picture-slots';
import { pictureTypes } from '../../../core/profile/stored-profile';

export const acceptedPictures = pictureTypes.join(',');

export type PictureFault = 'too-large' | 'wrong-type';

/** Why a file cannot be used as a picture; null = it can. Publishing checks the bytes again. */
export function pictureFault(file: Blob): PictureFault | null {
  if (!(pictureTypes as readonly string[]).includes(file.type)) return 'wrong-type';
  return file.size > maxPictureBytes ? 'too-large' : null;
}
