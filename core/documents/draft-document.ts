import * as v from 'valibot';
import {
  arrangement,
  earlierArrangement,
  defaultTipSettings,
  emptyDraft,
  tipSettings,
  defaultLook,
  fonts,
  layouts,
  themes,
  type Draft,
} from '../profile/draft';
import { linkSign, type DraftLink } from '../profile/link';
import { pictureSlots } from '../profile/picture-slots';
import type { Result } from '../base/result';
import { decodeStored, isData, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';
import { storedTipSettings } from './stored-tip-settings';

const time = v.fallback(v.nullable(v.number()), null);
const text = v.fallback(v.string(), '');

const storedLink = v.object({
  url: text,
  label: text,
  order: v.fallback(v.pipe(v.number(), v.finite()), 0),
  on: v.fallback(v.boolean(), true),
  from: v.fallback(v.optional(time), null),
  until: v.fallback(v.optional(time), null),
  group: v.fallback(v.optional(v.nullable(v.string())), null),
  sign: v.fallback(v.optional(v.nullable(linkSign)), null),
});

const links = v.pipe(v.fallback(v.record(v.string(), v.unknown()), {}), v.transform(readableLinks));

const storedLook = v.object({
  layout: v.fallback(v.picklist(layouts), defaultLook.layout),
  theme: v.fallback(v.picklist(themes), defaultLook.theme),
  accent: v.fallback(v.string(), defaultLook.accent),
  radius: v.fallback(v.number(), defaultLook.radius),
  font: v.fallback(v.picklist(fonts), defaultLook.font),
});

const given = tipSettings.pipe[0].entries;
const usual = defaultTipSettings;
const storedTips = v.object({
  on: v.fallback(given.on, usual.on),
  presets: v.fallback(given.presets, usual.presets),
  min: v.fallback(given.min, usual.min),
  max: v.fallback(given.max, usual.max),
  coverCosts: v.fallback(given.coverCosts, usual.coverCosts),
  fanCurrency: v.fallback(given.fanCurrency, usual.fanCurrency),
  thanks: v.fallback(v.string(), usual.thanks),
  undo: v.fallback(given.undo, usual.undo),
  blockWords: v.fallback(given.blockWords, usual.blockWords),
  showWall: v.fallback(given.showWall, usual.showWall),
  goal: v.fallback(v.nullable(v.object({ label: v.string(), amount: v.number() })), usual.goal),
  monthly: v.fallback(given.monthly, usual.monthly),
});

const placed = arrangement.entries;
const earlier = earlierArrangement;
const storedArrangement = v.object({
  tipButton: v.fallback(placed.tipButton, earlier.tipButton),
  pageGoal: v.fallback(placed.pageGoal, earlier.pageGoal),
  pageWall: v.fallback(placed.pageWall, earlier.pageWall),
  cardGoal: v.fallback(placed.cardGoal, earlier.cardGoal),
  cardWall: v.fallback(placed.cardWall, earlier.cardWall),
});

const draftDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    revision: v.fallback(v.number(), 0),
    handle: text,
    name: text,
    bio: text,
    picture: v.fallback(
      v.nullable(v.object({ slot: v.picklist(pictureSlots), generation: v.string() })),
      null,
    ),
    links,
    look: v.fallback(storedLook, defaultLook),
    tips: v.fallback(storedTips, usual),
    arrangement: v.fallback(storedArrangement, earlier),
    allowedSites: v.fallback(v.array(v.string()), []),
    language: v.fallback(v.string(), emptyDraft.language),
    // Null in the local view of a tab until the server has set it.
    updatedAt: v.fallback(storedTime, 0),
  }),
};

/**
 * Reads `drafts/{uid}`, which may be half typed or lack fields that a newer release added. Every unusable field reads as its default, so that the
 * editor always opens. parsePublishableDraft decides what may be published.
 */
export function decodeDraft(stored: unknown): Result<Draft> {
  const data = isData(stored) ? { ...missing, ...stored } : stored;
  return decodeStored(draftDocument, data);
}

/** For writing a whole draft at once (the first one, or after discarding changes); edits write single fields. */
export function encodeDraft(draft: Draft): StoredData {
  return { ...draft, tips: storedTipSettings(draft.tips), updatedAt: dateOf(draft.updatedAt) };
}

const missing: StoredData = Object.fromEntries(Object.keys(emptyDraft).map((key) => [key, undefined]));

function readableLinks(stored: Readonly<Record<string, unknown>>): Draft['links'] {
  const read = Object.entries(stored).flatMap(([id, link]): readonly (readonly [string, DraftLink])[] => {
    const parsed = v.safeParse(storedLink, { ...emptyLink, ...(isData(link) ? link : {}) });
    return isData(link) && parsed.success ? [[id, parsed.output]] : [];
  });
  return Object.fromEntries(read);
}

const emptyLink: StoredData = { url: '', label: '', order: 0, on: true };
