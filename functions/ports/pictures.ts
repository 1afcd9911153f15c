import type { DraftPicture } from '../../core/picture-slots';
import type { pictureTypes, StoredPicture } from '../../core/profile-document';
import type { Result } from '../../core/result';

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

/** The port to picture storage: what owners uploaded, and what is public under its own hash. */
export interface Pictures {
  /**
   * Checks what lies in an owner's slot and copies it to its public name. Fails with `invalid-fields` naming `picture` when it is
   * missing, another upload than the draft says, too large or no picture at all.
   */
  publish(uid: string, picture: DraftPicture): Promise<Result<StoredPicture>>;
  /** A published picture, undefined when there is none of this hash. */
  read(sha256: string): Promise<PictureBytes | undefined>;
  /** Forgets an owner's uploads. What was published stays under its hash as long as a profile names it. */
  removeUploads(uid: string): Promise<void>;
  /** Everything that lies in owners' slots, page by page. */
  uploads(): AsyncIterable<Upload>;
  /** Forgets this upload, and not the one that may have taken its slot since. Nothing happens when it is gone. */
  removeUpload(upload: Upload): Promise<void>;
}
