import type { DraftPicture } from '../../core/profile/picture-slots';
import type { pictureTypes, StoredPicture } from '../../core/profile/stored-profile';
import type { Result } from '../../core/base/result';

export type PictureType = (typeof pictureTypes)[number];

export interface PictureBytes {
  readonly bytes: Uint8Array;
  readonly type: PictureType;
}

/** Bytes in an owner's slot. */
export interface Upload extends DraftPicture {
  readonly uid: string;
  /** Epoch milliseconds. */
  readonly uploadedAt: number;
}

/** One copy of a public picture. Each publication of the same bytes writes a new copy over the earlier one. */
export interface PublicPicture {
  readonly sha256: string;
  /** Of this copy. */
  readonly generation: string;
  /** Epoch milliseconds: when this copy was written. */
  readonly writtenAt: number;
  /** Epoch milliseconds: when it was first found that no profile names the picture. Null = somebody does, or nobody has looked yet. */
  readonly unnamedSince: number | null;
}

/** The port to picture storage: what owners uploaded, and what is public under its own hash. */
export interface Pictures {
  /**
   * Checks what lies in an owner's slot and copies it to its public name, also where the same bytes are public already: whoever is
   * about to remove them then leaves the new copy alone. Fails with `invalid-fields` naming `picture` when it is
   * missing, another upload than the draft says, too large or no picture at all.
   */
  publish(uid: string, picture: DraftPicture): Promise<Result<StoredPicture>>;
  /** A published picture, undefined when there is none of this hash. */
  read(sha256: string): Promise<PictureBytes | undefined>;
  /** Forgets an owner's uploads. What was published stays under its hash as long as a profile names it. */
  removeUploads(uid: string): Promise<void>;
  /** Every public picture, page by page. */
  publicPictures(): AsyncIterable<PublicPicture>;
  /** The copy that lies there now. */
  findPublic(sha256: string): Promise<PublicPicture | undefined>;
  /** Notes at this copy since when nobody names it; null takes the note away. Nothing happens to a newer copy. */
  noteUnnamed(picture: PublicPicture, since: number | null): Promise<void>;
  /** Removes this copy. Nothing happens to a newer one, nor when it is gone. */
  removePublic(picture: PublicPicture): Promise<void>;
  /** Everything that lies in owners' slots, page by page. */
  uploads(): AsyncIterable<Upload>;
  /** Forgets this upload, and not the one that may have taken its slot since. Nothing happens when it is gone. */
  removeUpload(upload: Upload): Promise<void>;
}
