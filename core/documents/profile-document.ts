import * as v from 'valibot';
import { arrangement, earlierArrangement, tipSettings, look } from '../profile/draft';
import { goalStart, pictureTypes, type StoredPicture, type StoredProfile } from '../profile/stored-profile';
import { publishedLink } from '../profile/link';
import { linkSlots, pictureSlots } from '../profile/picture-slots';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';
import { publishedTipSettings, storedFanCurrency } from './stored-tip-settings';

const bytes = {
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  type: v.picklist(pictureTypes),
  generation: v.string(),
  size: v.optional(v.nullable(v.object({ width: v.number(), height: v.number() })), null),
};

/** A card contains the profile in this shape too. */
export const profileDocument = {
  version: 1,
  schema: v.pipe(
    v.object({
      v: v.literal(1),
      uid: v.string(),
      handle: v.string(),
      aliases: v.array(v.string()),
      name: v.string(),
      bio: v.string(),
      picture: v.nullable(v.object({ ...bytes, slot: v.picklist(pictureSlots) })),
      links: v.record(v.string(), publishedLink),
      linkPictures: v.optional(v.array(v.object({ ...bytes, slot: v.picklist(linkSlots) })), []),
      verifiedUrls: v.array(v.string()),
      look,
      tips: tipSettings,
      fanCurrency: storedFanCurrency,
      arrangement: v.optional(arrangement, earlierArrangement),
      // A profile that was published before goals had a start counts from the first tip.
      goalStart: v.optional(v.nullable(goalStart), null),
      allowedSites: v.array(v.string()),
      language: v.string(),
      revision: v.number(),
      firstPublishedAt: storedTime,
      publishedAt: storedTime,
      takenDownAt: v.optional(v.nullable(storedTime), null),
    }),
    v.transform(({ fanCurrency, tips, ...profile }) => ({
      ...profile,
      tips: { ...tips, fanCurrency },
    })),
  ),
};

export function decodeProfile(stored: unknown): Result<StoredProfile> {
  return decodeStored(profileDocument, stored);
}

/** Every published picture of a profile. */
export const picturesOf = ({ picture, linkPictures }: StoredProfile): readonly StoredPicture[] =>
  picture === null ? linkPictures : [picture, ...linkPictures];

/** Stored as a field of its own, so that a query can find every profile that shows a picture. */
export const pictureHashesField = 'pictureHashes';

export function encodeProfile(profile: StoredProfile): StoredData {
  return {
    ...profile,
    ...publishedTipSettings(profile.tips),
    [pictureHashesField]: [...new Set(picturesOf(profile).map(({ sha256 }) => sha256))],
    firstPublishedAt: dateOf(profile.firstPublishedAt),
    publishedAt: dateOf(profile.publishedAt),
    takenDownAt: dateOf(profile.takenDownAt),
  };
}
