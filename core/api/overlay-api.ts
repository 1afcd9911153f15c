import * as v from 'valibot';
import { fault } from '../base/field-faults';
import { shippedLanguages } from '../base/languages';
import { accentPattern } from '../profile/look';
import { currencyCodes } from '../money/currency-codes';
import {
  overlayBelow,
  overlayLimits,
  overlayLooks,
  overlayPlaces,
  overlayWords,
} from '../outbox/overlay/overlay';

/** Bodies and answers of `/v1/me/overlay`. Amounts in minor units, times in epoch milliseconds. */

const within = ({ min, max }: { readonly min: number; readonly max: number }) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** Body of `PATCH /v1/me/overlay`. What is left out stays. */
export const changeOverlayBody = v.strictObject({
  look: v.optional(v.picklist(overlayLooks)),
  place: v.optional(v.picklist(overlayPlaces)),
  accent: v.optional(v.pipe(v.string(), v.regex(accentPattern, fault('colour-shape')))),
  language: v.optional(v.picklist(shippedLanguages)),
  minimum: v.optional(v.record(v.picklist(currencyCodes), within({ min: 0, max: 99_999_999 }))),
  below: v.optional(v.picklist(overlayBelow)),
  words: v.optional(v.picklist(overlayWords)),
  seconds: v.optional(within(overlayLimits.seconds)),
  delaySeconds: v.optional(within(overlayLimits.delaySeconds)),
  replayMinutes: v.optional(within(overlayLimits.replayMinutes)),
  volume: v.optional(within(overlayLimits.volume)),
  offlineDot: v.optional(v.boolean()),
});
export type ChangeOverlayBody = v.InferOutput<typeof changeOverlayBody>;

const tipId = v.pipe(
  v.string(),
  v.minLength(1, fault('text-missing')),
  v.maxLength(128, fault('too-long', 128)),
);

/**
 * Body of `POST /v1/me/overlay/live`. `skip` ends the alert that is shown. `again` shows the alert of a tip once more. `show` lets an alert go that waits
 * for the owner (`words: 'approved'`).
 */
export const overlayLiveBody = v.variant('act', [
  v.strictObject({ act: v.literal('pause') }),
  v.strictObject({ act: v.literal('resume') }),
  v.strictObject({ act: v.literal('mute') }),
  v.strictObject({ act: v.literal('unmute') }),
  v.strictObject({ act: v.literal('skip') }),
  v.strictObject({ act: v.literal('again'), tipId }),
  v.strictObject({ act: v.literal('show'), tipId }),
]);
export type OverlayLiveBody = v.InferOutput<typeof overlayLiveBody>;

export const overlayTests = ['small', 'medium', 'large', 'burst'] as const;
export type OverlayTest = (typeof overlayTests)[number];

/** Body of `POST /v1/me/overlay/test`: one alert of this size, or 20 at once. */
export const overlayTestBody = v.strictObject({ test: v.picklist(overlayTests) });

/** The overlay with its address, which is a secret: who has it can see the alerts. The alerts themselves are read where they are stored. */
export const shownOverlay = v.strictObject({
  url: v.string(),
  createdAt: v.number(),
  settings: v.strictObject({
    look: v.picklist(overlayLooks),
    place: v.picklist(overlayPlaces),
    accent: v.string(),
    language: v.picklist(shippedLanguages),
    minimum: v.record(v.picklist(currencyCodes), v.number()),
    below: v.picklist(overlayBelow),
    words: v.picklist(overlayWords),
    seconds: v.number(),
    delaySeconds: v.number(),
    replayMinutes: v.number(),
    volume: v.number(),
    offlineDot: v.boolean(),
  }),
  live: v.strictObject({ paused: v.boolean(), muted: v.boolean(), skip: v.number() }),
});
export type ShownOverlay = v.InferOutput<typeof shownOverlay>;

/** Answer of every call of `/v1/me/overlay`: null = the owner has none. */
export const overlayAnswer = v.strictObject({ overlay: v.nullable(shownOverlay) });
export type OverlayAnswer = v.InferOutput<typeof overlayAnswer>;
