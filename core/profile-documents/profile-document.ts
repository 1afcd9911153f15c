import * as v from 'valibot';
import { ok } from '../base/result';
import { standingSchema } from '../moderation/report-document';
import { restrictionOf, rightsIn, type Standing } from '../moderation/standing';
import { publicPayments, type PublicPayments } from '../payments/payments-state';
import {
  arrangement,
  defaultLook,
  defaultTipSettings,
  earlierArrangement,
  emptyDraft,
  fonts,
  layouts,
  cardLook,
  themes,
  isUnusedOffer,
  tipSettings,
  type Draft,
  type Look,
  type TipSettings,
} from '../profile/draft';
import { defaultPageLook, isDefaultLook, storedPageLook } from '../looks/page-look';
import { storedBlocks } from '../blocks/block';
import { linkSign, publishedLink, type DraftLink } from '../links/link';
import { linkSlots, pageSlots, pictureSlots } from '../pictures/picture-slots';
import {
  tipPause,
  goalStart,
  pictureTypes,
  type StoredPicture,
  type StoredProfile,
} from '../profile/profile';
import {
  decodeStored,
  encodeStored,
  documentType,
  isData,
  storedTime,
  type DocumentOf,
  type DocumentType,
  type StoredData,
} from '../documents/documents';
import { paymentsDocument } from '../money-documents/stripe-account-document';

/**
 * Settings of monthly tips and of the fan's own currency are stored only once they are used. So a release or an open dashboard from before them can
 * read, and publish, the documents of every owner who never used them.
 */
function storedTipSettings({
  monthly,
  fanCurrency,
  hideAmounts,
  currency,
  ...settings
}: TipSettings): StoredData {
  return {
    ...settings,
    ...(isUnusedOffer(monthly) ? {} : { monthly }),
    ...(fanCurrency ? { fanCurrency } : {}),
    ...(hideAmounts ? { hideAmounts } : {}),
    ...(currency === null ? {} : { currency }),
  };
}

/**
 * A published profile has `fanCurrency` beside `tips`. Earlier releases refuse a setting in `tips` that they do not know, and with it the profile, but
 * ignore other fields of a profile. So they read it after a rollback.
 */
const storedChoice = v.fallback(v.optional(v.boolean(), false), false);
/** The same for `currency`. */
const storedAmountsCurrency = v.fallback(tipSettings.pipe[0].entries.currency, null);

/** The settings as fields of a published profile. */
const publishedTipSettings = (settings: TipSettings): StoredData => ({
  tips: storedTipSettings({ ...settings, fanCurrency: false, hideAmounts: false, currency: null }),
  ...(settings.fanCurrency ? { fanCurrency: true } : {}),
  ...(settings.hideAmounts ? { hideAmounts: true } : {}),
  ...(settings.currency === null ? {} : { amountsCurrency: settings.currency }),
});

const bytes = {
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  type: v.picklist(pictureTypes),
  generation: v.string(),
  size: v.optional(v.nullable(v.object({ width: v.number(), height: v.number() })), null),
};

/** A cached profile contains the profile in this shape too. */
const profileSchema = v.pipe(
  v.object({
    v: v.literal(1),
    uid: v.string(),
    handle: v.string(),
    aliases: v.array(v.string()),
    name: v.string(),
    bio: v.string(),
    picture: v.nullable(v.object({ ...bytes, slot: v.picklist(pictureSlots) })),
    links: v.record(v.string(), publishedLink),
    blocks: storedBlocks,
    linkPictures: v.optional(v.array(v.object({ ...bytes, slot: v.picklist(linkSlots) })), []),
    pagePictures: v.optional(v.array(v.object({ ...bytes, slot: v.picklist(pageSlots) })), []),
    verifiedUrls: v.array(v.string()),
    look: cardLook,
    pageLook: v.optional(storedPageLook, defaultPageLook),
    tips: tipSettings,
    fanCurrency: storedChoice,
    hideAmounts: storedChoice,
    amountsCurrency: storedAmountsCurrency,
    arrangement: v.optional(arrangement, earlierArrangement),
    // A profile that was published before goals had a start counts from the first tip.
    goalStart: v.optional(v.nullable(goalStart), null),
    allowedSites: v.array(v.string()),
    language: v.string(),
    revision: v.number(),
    firstPublishedAt: storedTime,
    publishedAt: storedTime,
    takenDownAt: v.optional(v.nullable(storedTime), null),
    tipPause: v.optional(v.nullable(v.object({ ...tipPause.entries, endsAt: storedTime })), null),
    domain: v.optional(v.nullable(v.string()), null),
  }),
  v.transform(({ fanCurrency, hideAmounts, amountsCurrency, tips, look, pageLook: page, ...profile }) => ({
    ...profile,
    look: { ...look, page },
    tips: { ...tips, fanCurrency, hideAmounts, currency: amountsCurrency },
  })),
);

const storedProfile = { kind: 'profile', version: 1, schema: profileSchema };

export const picturesOf = ({
  picture,
  linkPictures,
  pagePictures,
}: StoredProfile): readonly StoredPicture[] => [
  ...(picture === null ? [] : [picture]),
  ...linkPictures,
  ...pagePictures,
];

/** Stored as a field of its own, so that a query can find every profile that shows a picture. */
export const pictureHashesField = 'pictureHashes';

export const profileDocument: DocumentType<StoredProfile> = {
  decode: (stored) => decodeStored(storedProfile, stored),
  encode: ({ blocks, ...profile }) => ({
    ...encodeStored(storedProfile, profile),
    ...writtenBlocks(blocks),
    ...publishedLook(profile.look),
    ...publishedTipSettings(profile.tips),
    [pictureHashesField]: [...new Set(picturesOf({ ...profile, blocks }).map(({ sha256 }) => sha256))],
  }),
};

/** Absent while there are none, as in documents of earlier releases. */
const writtenBlocks = (blocks: Draft['blocks']): StoredData =>
  Object.keys(blocks).length === 0 ? {} : { blocks };

/** Beside `look`, because earlier releases refuse a field in `look` that they do not know. Absent while the page has no look of its own. */
const publishedLook = ({ page, ...card }: Look): StoredData => ({
  look: card,
  ...(isDefaultLook(page) ? {} : { pageLook: page }),
});

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
  page: v.optional(storedPageLook, defaultPageLook),
});

const draftLook = ({ page, ...card }: Look): StoredData => (isDefaultLook(page) ? card : { ...card, page });

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
  hideAmounts: v.fallback(given.hideAmounts, usual.hideAmounts),
  goal: v.fallback(v.nullable(v.object({ label: v.string(), amount: v.number() })), usual.goal),
  monthly: v.fallback(given.monthly, usual.monthly),
  currency: v.fallback(given.currency, null),
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

const storedDraft = {
  kind: 'draft',
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
    blocks: storedBlocks,
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
 * `drafts/{uid}`, which may be half typed or lack fields that a newer release added. Every unusable field reads as its default, so that the
 * editor always opens. parsePublishableDraft decides what may be published. A whole draft is written only the first time and after discarding changes;
 * edits write single fields.
 */
export const draftDocument: DocumentType<Draft> = {
  decode: (stored) => decodeStored(storedDraft, isData(stored) ? { ...missing, ...stored } : stored),
  encode: ({ blocks, ...draft }) => ({
    ...encodeStored(storedDraft, draft),
    ...writtenBlocks(blocks),
    look: draftLook(draft.look),
    tips: storedTipSettings(draft.tips),
  }),
};

const missing: StoredData = Object.fromEntries(Object.keys(emptyDraft).map((key) => [key, undefined]));

function readableLinks(stored: Readonly<Record<string, unknown>>): Draft['links'] {
  const read = Object.entries(stored).flatMap(([id, link]): readonly (readonly [string, DraftLink])[] => {
    const parsed = v.safeParse(storedLink, { ...emptyLink, ...(isData(link) ? link : {}) });
    return isData(link) && parsed.success ? [[id, parsed.output]] : [];
  });
  return Object.fromEntries(read);
}

const emptyLink: StoredData = { url: '', label: '', order: 0, on: true };

/**
 * `handles/{handle}`: who first published under this name. Once the profile was shown under the name, no other uid can get it; until then it is free
 * again when its owner gives it up. `live`: it leads to its owner's profile, as handle or alias. `retired`: it leads nowhere (the account was deleted
 * or renamed too often), but stays taken.
 */
export interface HandleClaim {
  readonly v: 1;
  readonly handle: string;
  readonly uid: string;
  readonly state: 'live' | 'retired';
  readonly claimedAt: number;
  /** When the profile was first shown under this name; null = never. */
  readonly usedAt: number | null;
}

const storedClaim = documentType({
  kind: 'handle-claim',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    handle: v.string(),
    uid: v.string(),
    state: v.picklist(['live', 'retired']),
    claimedAt: storedTime,
    usedAt: v.optional(v.nullable(storedTime)),
  }),
});

export const handleClaimDocument: DocumentType<HandleClaim> = {
  ...storedClaim,
  decode(stored) {
    const decoded = storedClaim.decode(stored);
    if (!decoded.ok) return decoded;
    // Claims of earlier releases do not have this field. Their names may be in pasted tags, so they count as used.
    const { usedAt = decoded.value.claimedAt, ...claim } = decoded.value;
    return ok({ ...claim, usedAt });
  },
};

/** Whether `uid` may publish under a handle with this claim. Null = the name is free. */
export function mayClaim(claim: HandleClaim | null, uid: string): boolean {
  return claim === null || claim.uid === uid;
}

/**
 * How a link's page answered. `moved`: it redirects to another site. `gone`: the site says that the page does not exist. `unreachable`: no site under
 * that name, no answer, or a broken one. `unknown`: the site refuses requests from programs (many social networks do).
 */
export const linkStates = ['ok', 'moved', 'gone', 'unreachable', 'unknown'] as const;
export type LinkState = (typeof linkStates)[number];

export interface LinkHealth {
  /** The URL that was checked. The draft may have another one by now. */
  readonly url: string;
  readonly state: LinkState;
  /** The HTTP status of the answer; null = no answer. */
  readonly status: number | null;
  readonly movedTo: string | null;
  /** When this state began. */
  readonly since: number;
  readonly checkedAt: number;
  /** When the owner was notified that it is broken; absent = the owner was not notified. */
  readonly toldAt?: number;
}

/**
 * `linkHealth/{uid}`: the result of the latest check of each published web address, by link id. Functions write it, the owner reads it. It only
 * holds links that were checked. `nextCheckAt`: when the next check is due.
 */
export type LinksHealth = DocumentOf<typeof linksHealthDocument>;

export const linksHealthDocument = documentType({
  kind: 'links-health',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    uid: v.string(),
    links: v.record(
      v.string(),
      v.object({
        url: v.string(),
        state: v.picklist(linkStates),
        status: v.nullable(v.number()),
        movedTo: v.nullable(v.string()),
        since: storedTime,
        checkedAt: storedTime,
        toldAt: v.exactOptional(v.number()),
      }),
    ),
    checkedAt: v.nullable(storedTime),
    nextCheckAt: storedTime,
  }),
});

interface CachedBase {
  readonly v: 1;
  readonly handle: string;
  readonly uid: string;
  /** One of `cardSlices`, from the handle. Each day one slice is compared with its sources. */
  readonly slice: number;
  readonly madeAt: number;
}

/** Contains the whole profile: links that come and go, a pause and a restriction that end are worked out when it is read. */
export interface CachedShown extends CachedBase {
  readonly kind: 'shown';
  /** Whether the profile was ever shown under this handle. */
  readonly isUsed: boolean;
  readonly profile: StoredProfile;
  readonly payments: PublicPayments | null;
  readonly standing: Standing | null;
}

/** The host does not show the profile. The entry contains nothing of it. */
interface CachedWithheld extends CachedBase {
  readonly kind: 'withheld';
  readonly standing: Standing;
}

/**
 * `cards/{handle}`: everything that one view of a profile needs, so that a view reads one document. Every transaction that changes one of the sources
 * writes the entry too (functions/profile-cache). It can be made anew from the sources at any time, which are the truth. The profile's revision,
 * the date of the standing and `madeAt` say what it was made from.
 */
export type CachedProfile = CachedShown | CachedWithheld;

export interface CacheSources {
  readonly claim: HandleClaim | undefined;
  readonly profile: StoredProfile | undefined;
  readonly payments: PublicPayments | undefined;
  readonly standing: Standing | undefined;
}

export const cacheSlices = 100;

/** A handle is always in the same slice. */
export function sliceOf(handle: string): number {
  let sum = 0;
  for (const letter of handle) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % cacheSlices;
}

/** Whether a handle leads to this profile: the current one, or an earlier one that still redirects. None does while the owner has taken the page down. */
export const leadsTo = ({ handle, aliases, takenDownAt }: StoredProfile, wanted: string): boolean =>
  takenDownAt === null && (handle === wanted || aliases.includes(wanted));

/** The entry of a handle, from documents that were read together; null = the handle leads nowhere. */
export function makeCachedProfile(sources: CacheSources, now: number): CachedProfile | null {
  const { claim, profile, payments, standing } = sources;
  if (claim === undefined) return null;
  const { handle, uid } = claim;
  const base = { v: 1, handle, uid, slice: sliceOf(handle), madeAt: now } as const;
  const restriction = restrictionOf(standing, now);
  // The handles of a closed profile are retired. They still lead to the page that says that the profile is closed.
  if (restriction?.state === 'closed') return { ...base, kind: 'withheld', standing: restriction };
  if (claim.state !== 'live' || profile === undefined || !leadsTo(profile, handle)) return null;
  if (restriction !== null && !rightsIn(restriction).shown)
    return { ...base, kind: 'withheld', standing: restriction };
  return {
    ...base,
    kind: 'shown',
    isUsed: claim.usedAt !== null,
    profile,
    payments: payments === undefined ? null : publicPayments(payments),
    standing: restriction,
  };
}

const base = {
  v: v.literal(1),
  handle: v.string(),
  uid: v.string(),
  slice: v.number(),
  madeAt: storedTime,
};

const { mode, accountId, livemode, currency, cardPayments, disconnectedAt, pausedUntil } =
  paymentsDocument.schema.entries;

const cached = {
  kind: 'card',
  version: 1,
  schema: v.variant('kind', [
    v.object({
      ...base,
      kind: v.literal('shown'),
      isUsed: v.boolean(),
      profile: profileSchema,
      payments: v.nullable(
        v.object({ mode, accountId, livemode, currency, cardPayments, disconnectedAt, pausedUntil }),
      ),
      standing: v.nullable(standingSchema),
    }),
    v.object({ ...base, kind: v.literal('withheld'), standing: standingSchema }),
  ]),
};

export const cardDocument: DocumentType<CachedProfile> = {
  decode: (stored) => decodeStored(cached, stored),
  encode: (entry) => ({
    ...encodeStored(cached, entry),
    ...(entry.kind === 'shown' && { profile: profileDocument.encode(entry.profile) }),
  }),
};

/** An entry counts for three days. An earlier release writes no entries, so visitors see its changes after three days at the latest. */
const countsFor = 3 * 24 * 60 * 60_000;

/** Whether a stored entry can be used at `now`. If not, it is made anew: it is too old, or the host shows the profile again since. */
export function isCurrent(entry: CachedProfile, now: number): boolean {
  if (now - entry.madeAt > countsFor) return false;
  return entry.kind === 'shown' || restrictionOf(entry.standing, now) !== null;
}

/** Whether two entries say the same at `now`, whenever they were made. */
export const sameEntry = (one: CachedProfile | null, other: CachedProfile | null, now: number): boolean =>
  changedParts(one, other, now).length === 0;

/** The fields in which two entries differ at `now`, sorted. */
export function changedParts(
  one: CachedProfile | null,
  other: CachedProfile | null,
  now: number,
): readonly string[] {
  const [before, after] = [contentOf(one, now), contentOf(other, now)];
  const text = (value: unknown) => JSON.stringify(ordered(value));
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((part) => text(before[part]) !== text(after[part]))
    .toSorted();
}

function contentOf(entry: CachedProfile | null, now: number): StoredData {
  if (entry === null) return {};
  if (entry.kind === 'withheld') return cardDocument.encode({ ...entry, madeAt: 0 });
  const standing = restrictionOf(entry.standing ?? undefined, now);
  return cardDocument.encode({ ...entry, standing, madeAt: 0 });
}

/** The store does not keep the order of fields. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, ordered(each)]));
}

/** How long the counts of a version stay, in milliseconds: long enough to compare a version with the one before. */
export const cardVersionLifetime = 30 * 24 * 60 * 60_000;

/** The `version` that counts every beacon of a version that was never published. Anybody can send one, so they share one document a day. */
export const otherVersions = 'other';

/**
 * `cardVersions/{day}-{version}`: how often cards of one published version were shown on one day, over all owners, and how often a script of theirs
 * threw. Changed only by increments. `day` is `YYYY-MM-DD` in UTC. It holds counts only, and Firestore deletes it at `expiresAt`.
 */
export type CardVersionDay = DocumentOf<typeof cardVersionDocument>;

const count = v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0);

export const cardVersionDocument = documentType({
  kind: 'card-version',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    day: v.pipe(v.string(), v.isoDate()),
    version: v.string(),
    loads: count,
    crashes: count,
    expiresAt: storedTime,
  }),
});
