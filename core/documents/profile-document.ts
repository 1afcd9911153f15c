import * as v from 'valibot';
import { tipSettings, type Draft, type TipSettings } from '../profile/draft';
import { goalStart, type GoalStart } from '../profile/goal-start';
import { draftLink, type DraftLink } from '../profile/link';
import { look, type Look } from '../profile/look';
import { linkSlots, pictureSlots, type DraftPicture } from '../profile/picture-slots';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

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

const bytes = {
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  type: v.picklist(pictureTypes),
  generation: v.string(),
  size: v.optional(v.nullable(v.object({ width: v.number(), height: v.number() })), null),
};

const profileDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    uid: v.string(),
    handle: v.string(),
    aliases: v.array(v.string()),
    name: v.string(),
    bio: v.string(),
    picture: v.nullable(v.object({ ...bytes, slot: v.picklist(pictureSlots) })),
    links: v.record(v.string(), draftLink),
    linkPictures: v.optional(v.array(v.object({ ...bytes, slot: v.picklist(linkSlots) })), []),
    verifiedUrls: v.array(v.string()),
    look,
    tips: tipSettings,
    // A profile that was published before goals had a start counts from the first tip on.
    goalStart: v.optional(v.nullable(goalStart), null),
    allowedSites: v.array(v.string()),
    language: v.string(),
    revision: v.number(),
    firstPublishedAt: storedTime,
    publishedAt: storedTime,
  }),
};

export function decodeProfile(stored: unknown): Result<StoredProfile> {
  return decodeStored(profileDocument, stored);
}

/** Everything public that a profile shows. */
export const picturesOf = ({ picture, linkPictures }: StoredProfile): readonly StoredPicture[] =>
  picture === null ? linkPictures : [picture, ...linkPictures];

/** Stored beside the profile's own fields, so that a query finds every profile that shows a picture. */
export const pictureHashesField = 'pictureHashes';

export function encodeProfile(profile: StoredProfile): StoredData {
  return {
    ...profile,
    [pictureHashesField]: [...new Set(picturesOf(profile).map(({ sha256 }) => sha256))],
    firstPublishedAt: dateOf(profile.firstPublishedAt),
    publishedAt: dateOf(profile.publishedAt),
  };
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
