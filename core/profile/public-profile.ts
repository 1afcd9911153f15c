import * as v from 'valibot';
import { maxShownSupporters, tipButtonPlaces, cardLook } from './draft';
import { publicBlock } from '../blocks/public-blocks';
import { cardColourNames, cardGround } from '../looks/look-style';
import { isDefaultLook, pageLook } from '../looks/page-look';
import { currencyCodes } from '../money/money';
import { intervals } from '../amounts/amount-limits';
import { dayField } from '../locale/zoned-day';
import { safeUrl, iconName } from '../links/link';
import { parseWith, type Result } from '../base/result';

const picturePath = v.pipe(v.string(), v.regex(/^\/img\/[0-9a-f]{64}$/));
const minorUnits = v.pipe(v.number(), v.integer(), v.minValue(0));
const bothModes = v.pipe(v.string(), v.regex(/^light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)$/));
const ground = v.strictObject(v.entriesFromList(cardColourNames, bothModes));

export const publicLink = v.strictObject({
  id: v.string(),
  label: v.string(),
  url: safeUrl,
  group: v.nullable(v.string()),
  verified: v.boolean(),
  /** The owner's choice in place of the platform's mark: the name of an icon's file, or a path on HOST. At most one of the two is set. */
  icon: v.optional(v.nullable(iconName), null),
  picture: v.optional(v.nullable(picturePath), null),
  /**
   * The platform's id in core/platforms/platform-catalogue.ts, null for any other site. With it no card needs the catalogue. Absent in profiles of
   * older servers and in hand-written files.
   */
  platform: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[a-z0-9]+$/)))),
});

/**
 * `GET /v1/profiles/{handle}`: everything that the card needs, and only public data. `picture` is a path on HOST (`/img/{sha256}`). `tips.state`:
 * `on` shows the tip button; `not-ready` = the owner has no active card payments; `off` = switched off. Amounts in minor units of `tips.currency`,
 * which is null unless the state is `on`.
 */
export const publicProfile = v.strictObject({
  v: v.literal(1),
  handle: v.string(),
  name: v.string(),
  bio: v.string(),
  picture: v.nullable(picturePath),
  links: v.array(publicLink),
  /** What stands between the links, in its order; absent = nothing. Cards get the texts only, since the rest is the public page's. */
  blocks: v.exactOptional(v.array(publicBlock)),
  /** `ground`: the card's own colours, each for light and dark mode, where the page has a look. The page and cards of earlier releases do not read it. */
  look: v.strictObject({ ...cardLook.entries, ground: v.exactOptional(ground) }),
  /** The look of the public page. Absent = the page without a look; the card does not read it. */
  pageLook: v.exactOptional(pageLook),
  /** The page's own pictures: above the name, and behind everything. The card does not read them. */
  cover: v.exactOptional(picturePath),
  backdrop: v.exactOptional(picturePath),
  language: v.string(),
  tips: v.strictObject({
    state: v.picklist(['on', 'off', 'not-ready']),
    currency: v.nullable(v.picklist(currencyCodes)),
    presets: v.array(minorUnits),
    min: minorUnits,
    max: minorUnits,
    /** Absent in profiles of older servers and in hand-written files, like `goal` and `wall`. */
    button: v.optional(v.picklist(tipButtonPlaces), 'auto'),
    /** Whether a card shows the goal, and how many supporters, where its tag does not say. */
    goal: v.optional(v.boolean(), false),
    wall: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxShownSupporters)), 0),
    /** The periods and amounts of monthly tips. Absent when fans can only give once. */
    monthly: v.exactOptional(
      v.strictObject({
        intervals: v.array(v.picklist(intervals)),
        presets: v.strictObject({ month: v.array(minorUnits), year: v.array(minorUnits) }),
      }),
    ),
    /**
     * The owner takes no tips until this day (`YYYY-MM-DD`) and may say why; the state is then `off`. Absent in any other case. Cards of earlier releases
     * do not read it and show no tip button.
     */
    pause: v.exactOptional(v.strictObject({ until: dayField('until'), note: v.string() })),
  }),
  /** The public page, `https://HOST/@ada`, or the owner's own domain. */
  url: v.string(),
  /** The page for sending a tip without JavaScript, `https://HOST/@ada/tip`. */
  tipUrl: v.string(),
  publishedAt: v.number(),
});
export type PublicLink = v.InferOutput<typeof publicLink>;
export type PublicProfile = v.InferOutput<typeof publicProfile>;

/** The profile for a card, without what only the public page reads. */
export function cardProfile({
  blocks,
  pageLook: page,
  cover: _cover,
  backdrop: _backdrop,
  ...profile
}: PublicProfile): PublicProfile {
  const texts = (blocks ?? []).filter(({ kind }) => kind === 'text');
  const { look } = profile;
  const ground = page && !isDefaultLook(page) ? cardGround(page, look.accent) : undefined;
  return {
    ...profile,
    ...(ground && { look: { ...look, ground } }),
    ...(texts.length > 0 && { blocks: texts }),
  };
}

export function parsePublicProfile(input: unknown): Result<PublicProfile> {
  return parseWith(publicProfile, input);
}
