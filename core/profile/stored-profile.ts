import type { Draft, TipSettings } from './draft';
import type { GoalStart } from './goal-start';
import type { DraftLink } from './link';
import type { Look } from './look';
import type { DraftPicture } from './picture-slots';

/** What may be served as a picture, by what its bytes say. Never SVG: it can carry script. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;

/** In the picture's own pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A published picture: its bytes lie under their own hash, and the draft's slot and generation say which upload it was. */
export interface StoredPicture extends DraftPicture {
  /** SHA-256 of the bytes, 64 hex digits. */
  readonly sha256: string;
  readonly type: (typeof pictureTypes)[number];
  /** Null where its bytes do not say it, and for what was published before sizes were read. */
  readonly size: PictureSize | null;
}

/**
 * `profiles/{uid}`: what an owner published, written by POST /v1/me/publish alone, read by that owner alone; the public reads
 * `toPublicProfile` of it. Keeps the draft's own shapes, links that are off or not due included, so that the two can be compared.
 */
export interface StoredProfile {
  readonly v: 1;
  readonly uid: string;
  readonly handle: string;
  /** Earlier handles, newest first, at most `maxAliases`: pasted tags name them. */
  readonly aliases: readonly string[];
  readonly name: string;
  readonly bio: string;
  readonly picture: StoredPicture | null;
  readonly links: Readonly<Record<string, DraftLink>>;
  /** The pictures that links show. */
  readonly linkPictures: readonly StoredPicture[];
  /** Addresses of which Busker saw that they link back to this profile. */
  readonly verifiedUrls: readonly string[];
  readonly look: Look;
  readonly tips: TipSettings;
  /** Null while no goal was ever shown. */
  readonly goalStart: GoalStart | null;
  /** Origins that may take tips; empty = every site. */
  readonly allowedSites: readonly string[];
  readonly language: string;
  /** Of the draft that was published. */
  readonly revision: number;
  readonly firstPublishedAt: number;
  readonly publishedAt: number;
}

/** What is live, as a draft: to compare with the owner's draft, and to put it back when changes are discarded. */
export function draftOf(profile: StoredProfile): Draft {
  const {
    v: version,
    revision,
    handle,
    name,
    bio,
    links,
    look: worn,
    tips,
    allowedSites,
    language,
  } = profile;
  const picture = profile.picture && { slot: profile.picture.slot, generation: profile.picture.generation };
  const copied = { v: version, revision, handle, name, bio, picture, links, look: worn };
  return { ...copied, tips, allowedSites, language, updatedAt: profile.publishedAt };
}
