import type { Draft } from '../../core/profile/draft';
import type { StoredProfile } from '../../core/profile/stored-profile';
import { usePictureUrls } from './use-picture-urls';

/** The URL of the draft's picture; null = none. */
export function useDraftPicture({ picture }: Draft, live: StoredProfile | null): string | null {
  const urlOf = usePictureUrls(picture ? [picture] : [], live);
  return picture && urlOf(picture);
}
