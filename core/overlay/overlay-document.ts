import * as v from 'valibot';
import { shippedLanguages } from '../locale/language-tags';
import { currencyCodes } from '../money/money';
import {
  alertKinds,
  newOverlayLive,
  newOverlaySettings,
  overlayBelow,
  overlayLooks,
  overlayPlaces,
  overlayWords,
  type OverlayAlert,
  type OverlayPage,
  type OwnOverlay,
} from './overlay';
import { accentPattern } from '../profile/draft';
import { documentType, storedTime, type DocumentType } from '../documents/documents';

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A value of a newer release must not stop the page: it reads as the value of a new overlay. */
const { look, place, accent, language, minimum, below, words, ...numbers } = newOverlaySettings;
const settings = {
  look: v.fallback(v.picklist(overlayLooks), look),
  place: v.fallback(v.picklist(overlayPlaces), place),
  accent: v.fallback(v.pipe(v.string(), v.regex(accentPattern)), accent),
  language: v.fallback(v.picklist(shippedLanguages), language),
  minimum: v.fallback(v.record(v.picklist(currencyCodes), whole), minimum),
  below: v.fallback(v.picklist(overlayBelow), below),
  words: v.fallback(v.picklist(overlayWords), words),
  seconds: v.fallback(whole, numbers.seconds),
  delaySeconds: v.fallback(whole, numbers.delaySeconds),
  replayMinutes: v.fallback(whole, numbers.replayMinutes),
  volume: v.fallback(whole, numbers.volume),
  hideAmounts: v.fallback(v.boolean(), numbers.hideAmounts),
  offlineDot: v.fallback(v.boolean(), numbers.offlineDot),
};
const live = {
  paused: v.fallback(v.boolean(), newOverlayLive.paused),
  muted: v.fallback(v.boolean(), newOverlayLive.muted),
  skip: v.fallback(whole, newOverlayLive.skip),
};

export const ownOverlayDocument: DocumentType<OwnOverlay> = documentType({
  kind: 'own-overlay',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    key: v.string(),
    createdAt: storedTime,
    handle: v.string(),
    settings: v.object(settings),
    live: v.object(live),
  }),
});

export const overlayPageDocument: DocumentType<OverlayPage> = documentType({
  kind: 'overlay-page',
  version: 1,
  schema: v.object({ v: v.literal(1), handle: v.string(), ...settings, ...live }),
});

export const overlayAlertDocument: DocumentType<OverlayAlert> = documentType({
  kind: 'overlay-alert',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    id: v.string(),
    kind: v.picklist(alertKinds),
    amount: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    small: v.exactOptional(v.literal(true)),
    currency: v.picklist(currencyCodes),
    name: v.nullable(v.string()),
    message: v.nullable(v.string()),
    of: v.nullable(v.string()),
    livemode: v.boolean(),
    at: storedTime,
    approvedAt: v.nullable(storedTime),
    expiresAt: storedTime,
  }),
});
