import { copiedFrom, type CopiedFields } from './copied-fields';
import type { Draft } from './draft';
import type { GoalStart } from './goal-start';
import type { DraftLink } from './link';
import type { DraftPicture } from './picture-slots';

/** The picture types that may be served, detected from the bytes. Never SVG: it can contain scripts. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;

/** In pixels of the picture. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A published picture. Its bytes are stored under their hash; the draft's slot and generation identify the upload. */
export interface StoredPicture extends DraftPicture {
  /** SHA-256 of the bytes, 64 hex digits. */
  readonly sha256: string;
  readonly type: (typeof pictureTypes)[number];
  /** Null when the bytes do not contain a size, and for pictures published by earlier releases. */
  readonly size: PictureSize | null;
}

/**
 * `profiles/{uid}`: what an owner published. Only POST /v1/me/publish writes it and only that owner reads it; the public reads `toPublicProfile` of
 * it. It keeps the draft's own shapes, with links that are off or not due, so that both can be compared.
 */
export interface StoredProfile extends CopiedFields {
  readonly v: 1;
  readonly uid: string;
  readonly handle: string;
  /** Earlier handles, newest first, at most `maxAliases`: pasted tags may contain them. */
  readonly aliases: readonly string[];
  readonly picture: StoredPicture | null;
  readonly links: Readonly<Record<string, DraftLink>>;
  readonly linkPictures: readonly StoredPicture[];
  /** Addresses that Busker has seen linking back to this profile. */
  readonly verifiedUrls: readonly string[];
  /** Null until a goal is shown for the first time. */
  readonly goalStart: GoalStart | null;
  /** The revision of the published draft. */
  readonly revision: number;
  readonly firstPublishedAt: number;
  readonly publishedAt: number;
  /** When the owner took the page down; null = it is public. Publishing sets it to null. The handles stay the owner's. */
  readonly takenDownAt: number | null;
}

/** The published profile as a draft: to compare with the owner's draft, and to restore it when changes are discarded. */
export function draftOf(profile: StoredProfile): Draft {
  const { v: version, revision, handle, links } = profile;
  const picture = profile.picture && { slot: profile.picture.slot, generation: profile.picture.generation };
  return {
    v: version,
    revision,
    handle,
    picture,
    links,
    ...copiedFrom(profile),
    updatedAt: profile.publishedAt,
  };
}
