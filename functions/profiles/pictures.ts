import type { DraftPicture } from '../../core/profile/picture-slots';
import type { pictureTypes, StoredPicture } from '../../core/profile/stored-profile';
import type { Result } from '../../core/base/result';

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
  /** The generation of this copy. */
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
