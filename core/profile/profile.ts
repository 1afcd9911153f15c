import * as v from 'valibot';
import { fault } from '../base/field-faults';
import { fail, ok, parseWith, refusedFields, type Result } from '../base/result';
import { dayField, dayStart, daysIn, isTimeZone } from '../locale/zoned-day';
import { cleanText } from '../text/text';
import { intervalAmounts, intervals, tipAmounts, type Interval } from '../amounts/amount-limits';
import {
  blockTimes,
  publicBlock,
  publicBlocks,
  type BlockPicture,
  type PublicBlock,
} from '../blocks/public-blocks';
import { iconName, safeUrl, type DraftLink } from '../links/link';
import { cardColourNames, cardGround } from '../looks/look-style';
import { isDefaultLook, pageLook, withoutPictures, type PageLook } from '../looks/page-look';
import { cardCorners } from '../looks/ready-looks';
import { currencyCodes, keptOf, type Currency, type Totals } from '../money/money';
import { readyPayments, type PublicPayments } from '../payments/payments-state';
import { sameUpload, type DraftPicture } from '../pictures/picture-slots';
import { findPlatform } from '../platforms/platform-catalogue';
import { addressOn } from '../domains/own-domain';
import {
  cardLook,
  draftKeys,
  maxAliases,
  maxShownSupporters,
  tipButtonPlaces,
  type CardLook,
  type Draft,
  type Look,
  type TipSettings,
} from './draft';

const withOwnRules = ['v', 'revision', 'handle', 'picture', 'links', 'updatedAt'] as const;

type CopiedFields = Omit<Draft, (typeof withOwnRules)[number]>;

/** The fields that publishing copies unchanged and discarding changes restores: all that have no rules of their own. */
export const copiedFields = draftKeys.filter(
  (key): key is keyof CopiedFields => !withOwnRules.some((own) => own === key),
);

const copiedFrom = (from: CopiedFields): CopiedFields =>
  Object.fromEntries(copiedFields.map((field) => [field, from[field]])) as unknown as CopiedFields;

/** Minor units received so far, by currency. */
type Kept = Readonly<Partial<Record<Currency, number>>>;

/**
 * The start of an owner's goal: its label, and the amount received before it, which does not count. It stays when the goal is hidden, so that showing
 * the goal again continues with the same start.
 */
interface GoalStart {
  readonly label: string;
  readonly kept: Kept;
}

export const goalStart: v.GenericSchema<unknown, GoalStart> = v.object({
  label: v.string(),
  kept: v.record(v.picklist(currencyCodes), v.pipe(v.number(), v.safeInteger())),
});

/** The amount that counts for the goal, never below zero: tips from before the goal may be refunded later. */
export function reachedSince(start: GoalStart | null, currency: Currency, kept: number): number {
  return Math.max(0, kept - (start?.kept[currency] ?? 0));
}

/** The start of a goal after the amount of a test tip was removed from the totals. A goal that began before real tips starts at zero. */
export function goalStartWithout(start: GoalStart, currency: Currency, kept: number): GoalStart {
  const before = start.kept[currency];
  if (before === undefined) return start;
  return { ...start, kept: { ...start.kept, [currency]: Math.max(0, before - kept) } };
}

/** Characters of the owner's own sentence. */
export const maxPauseNote = 140;

/** Days from today. A longer pause is no pause: the owner switches "Accept tips" off. */
export const maxPauseDays = 366;

const note = cleanText(maxPauseNote);

/** Body of `PUT /v1/me/pause`: no tips until this day begins in this time zone. */
export const pauseRequest = v.strictObject({
  until: dayField('until'),
  zone: v.pipe(v.string(fault('zone-unknown')), v.check(isTimeZone, fault('zone-unknown'))),
  note,
});
export type PauseRequest = v.InferOutput<typeof pauseRequest>;

/**
 * No new tip can begin. It ends by itself: `endsAt` is the first moment of the day `until` in `zone`. Monthly tips that have begun go on, and the page,
 * the goal and the links stay. Not a part of the draft: it holds from the owner's press, whatever else waits to be published.
 */
export const tipPause = v.strictObject({
  until: v.string(),
  zone: v.string(),
  endsAt: v.number(),
  /** Empty = the owner says nothing. In the owner's language. */
  note: v.string(),
});
export type TipPause = v.InferOutput<typeof tipPause>;

/** The pause that an owner asks for at `now`, or the field that is refused. */
export function pauseOf({ until, zone, note: said }: PauseRequest, now: number): Result<TipPause> {
  const day = daysIn(zone);
  const last = day(now + maxPauseDays * 24 * 60 * 60_000);
  if (until <= day(now) || until > last) return fail(refusedFields({ until: fault('pause-day') }));
  return ok({ until, zone, endsAt: dayStart(until, zone), note: said });
}

/** The pause at `now`; null = tips are not paused, or not any more. */
export const pauseAt = (pause: TipPause | null, now: number): TipPause | null =>
  pause !== null && now < pause.endsAt ? pause : null;

/** The day on which tips begin again, in the reader's language. */
export const pauseDay = (until: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(until));

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
  /** The pictures of the look. */
  readonly pagePictures: readonly StoredPicture[];
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
  /** Null = never paused, or the owner has ended the pause. It may be over. */
  readonly tipPause: TipPause | null;
  /** The owner's own domain while the page can be reached there, in ASCII; null = the page has the address of the installation. */
  readonly domain: string | null;
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

/** The inputs of publishing besides the draft. */
interface PublishInputs {
  readonly uid: string;
  /** The published profile; null at the first time. */
  readonly previous: StoredProfile | null;
  /** The draft's picture, after its bytes were checked and copied. */
  readonly picture: StoredPicture | null;
  /** The pictures of the draft's links, likewise. */
  readonly linkPictures: readonly StoredPicture[];
  /** The pictures of the look; missing = none. */
  readonly pagePictures?: readonly StoredPicture[];
  /** The account's currency, in which the owner chooses amounts; missing = no account yet. */
  readonly currency?: Currency | null;
  /** The owner's totals so far: a new goal starts at zero. Missing = no tips yet. */
  readonly totals?: Totals;
  /** The current handle if the profile was never shown under it: then it does not become an alias. */
  readonly unused?: string | null;
  readonly now: number;
}

/**
 * The profile that a publishable draft becomes. A renamed handle stays as an alias; an alias that becomes the handle again leaves the list. A
 * verified link stays verified while its address is among the links.
 */
export function publishedProfile(
  draft: Draft,
  {
    uid,
    previous,
    picture,
    linkPictures,
    pagePictures = [],
    currency = null,
    totals = {},
    unused = null,
    now,
  }: PublishInputs,
): StoredProfile {
  const tips = { ...draft.tips, currency: currencyOf(draft.tips, previous, currency) };
  // In another currency it is another goal.
  const before = previous?.tips.currency ?? tips.currency;
  const isSame = tips.currency === null || before === tips.currency;
  const urls = new Set(Object.values(draft.links).map((link) => link.url));
  return {
    v: 1,
    uid,
    handle: draft.handle,
    aliases: aliasesAfter(previous, draft.handle).filter((alias) => alias !== unused),
    ...copiedFrom(draft),
    tips,
    picture,
    links: draft.links,
    linkPictures,
    pagePictures,
    verifiedUrls: (previous?.verifiedUrls ?? []).filter((url) => urls.has(url)),
    goalStart: goalStartAfter((isSame && previous?.goalStart) || null, draft.tips.goal, totals),
    revision: draft.revision,
    firstPublishedAt: previous?.firstPublishedAt ?? now,
    publishedAt: now,
    takenDownAt: null,
    tipPause: pauseAt(previous?.tipPause ?? null, now),
    domain: previous?.domain ?? null,
  };
}

const withoutAmounts = ({ monthly, ...tips }: TipSettings): TipSettings => ({
  ...tips,
  presets: null,
  min: null,
  max: null,
  goal: null,
  monthly: { ...monthly, presets: { month: null, year: null } },
});

/** Whether the owner has chosen an amount or has a goal, which mean something in one currency only. */
export const hasOwnAmounts = ({ presets, min, max, goal, monthly }: TipSettings): boolean =>
  [presets, min, max, goal, monthly.presets.month, monthly.presets.year].some((given) => given !== null);

/**
 * The settings as they count in this currency. A hundred dollars never become a hundred euros: amounts of another currency give way to the usual ones,
 * and a goal ends with its currency, until the owner chooses anew.
 */
export const tipsIn = (tips: TipSettings, currency: Currency | null): TipSettings =>
  currency === null || tips.currency === null || tips.currency === currency ? tips : withoutAmounts(tips);

/** The settings of an owner who begins anew in another currency. */
export const tipsAnew = (tips: TipSettings, currency: Currency): TipSettings => ({
  ...withoutAmounts(tips),
  currency,
});

/** The currency of a draft's amounts, if it is published while the account has the currency `now`. What the owner has not chosen anew keeps the one before. */
export function currencyOf(
  tips: TipSettings,
  previous: Pick<StoredProfile, 'tips'> | null,
  now: Currency | null,
): Currency | null {
  if (!hasOwnAmounts(tips)) return tips.currency;
  const before = previous !== null && hasOwnAmounts(previous.tips) ? previous.tips.currency : null;
  return tips.currency ?? before ?? now;
}

/** The currency in which a draft's amounts were chosen, if the account has another one now; null = they count. */
export function earlierCurrency(
  tips: TipSettings,
  previous: Pick<StoredProfile, 'tips'> | null,
  now: Currency | null,
): Currency | null {
  const chosenIn = currencyOf(tips, previous, now);
  return hasOwnAmounts(tips) && chosenIn !== now ? chosenIn : null;
}

function aliasesAfter(previous: StoredProfile | null, handle: string): readonly string[] {
  if (previous === null) return [];
  const earlier = [previous.handle, ...previous.aliases].filter((known) => known !== handle);
  return [...new Set(earlier)].slice(0, maxAliases);
}

/** A goal with a new label is a new goal and starts at zero. With a new amount it stays the same goal. */
export function goalStartAfter(
  previous: GoalStart | null,
  goal: { readonly label: string } | null,
  sums: Totals,
): GoalStart | null {
  if (goal === null || previous?.label === goal.label) return previous;
  const kept: Partial<Record<Currency, number>> = {};
  for (const currency of currencyCodes) {
    const sum = sums[currency];
    if (sum !== undefined) kept[currency] = keptOf(sum);
  }
  return { label: goal.label, kept };
}

interface PublicView {
  readonly profile: PublicProfile;
  /** When the next link appears or disappears, or a pause ends (epoch milliseconds): caches must not keep the profile longer. Null = never. */
  readonly nextChangeAt: number | null;
}

/** The public part of a profile at `now`: without links that are off, not yet due or expired. `origin` is HOST's. */
export function toPublicProfile(
  stored: StoredProfile,
  payments: PublicPayments | null,
  origin: string,
  now: number,
): PublicView {
  const here = `${origin}/@${stored.handle}`;
  const verified = new Set(stored.verifiedUrls);
  const links = inOrder(stored.links).filter(([, link]) => isShown(link, now));
  const blocks = hasBlocks(stored) ? shownBlocks(stored, links, now) : [];
  const profile: PublicProfile = {
    v: 1,
    handle: stored.handle,
    name: stored.name,
    bio: stored.bio,
    picture: stored.picture && picturePath(stored.picture),
    links: links.map(([id, link]) => shownLink(id, link, verified, stored.linkPictures)),
    ...(blocks.length > 0 && { blocks: [...blocks] }),
    look: publicLook(stored.look),
    ...publicPage(stored),
    language: stored.language,
    tips: publicTips(stored, payments, now),
    url: pageAddress(stored, origin),
    tipUrl: `${here}/tip`,
    publishedAt: stored.publishedAt,
  };
  return { profile, nextChangeAt: nextChange(stored, payments, now) };
}

/** Most owners have none. */
const hasBlocks = ({ blocks }: StoredProfile): boolean => Object.keys(blocks).length > 0;

function shownBlocks(
  { blocks, linkPictures }: StoredProfile,
  links: readonly (readonly [string, DraftLink])[],
  now: number,
): readonly PublicBlock[] {
  const pictureOf = (upload: DraftPicture): BlockPicture | null => {
    const found = linkPictures.find((stored) => sameUpload(stored, upload));
    const { width = null, height = null } = found?.size ?? {};
    return found ? { src: picturePath(found), width, height } : null;
  };
  return publicBlocks(blocks, { links, pictureOf, now });
}

/** The address of the page, without a language: on the owner's own domain, if it is live there. */
export const pageAddress = (
  { domain, handle }: Pick<StoredProfile, 'domain' | 'handle'>,
  origin: string,
): string => (domain === null ? `${origin}/@${handle}` : addressOn(domain, origin));
/** The card's look, with the corners of the page's buttons. */
function publicLook({ page, ...card }: Look): CardLook {
  const radius = isDefaultLook(page) ? null : cardCorners(page);
  return radius === null ? card : { ...card, radius };
}

/** Links or blocks in display order: by `order`, then by id. */
export function inOrder<T extends { readonly order: number }>(
  links: Readonly<Record<string, T>>,
): readonly (readonly [string, T])[] {
  return Object.entries(links).toSorted(
    ([a, one], [b, other]) => one.order - other.order || Number(a > b) - Number(a < b),
  );
}

/** The link is on, due and not expired. It is hidden from `until` on. */
export function isShown(link: DraftLink, now: number): boolean {
  return link.on && (link.from ?? 0) <= now && now < (link.until ?? Infinity);
}

/** The look of the page, and its pictures. A ground whose picture is not there is the ready look's. */
function publicPage({ look: { page }, pagePictures }: StoredProfile) {
  const { cover, ground } = page;
  const pathOf = (upload: DraftPicture | null) =>
    pagePictures.filter((each) => sameUpload(each, upload)).map(picturePath)[0];
  const above = pathOf(cover);
  const backdrop = ground?.kind === 'picture' ? pathOf(ground.upload) : undefined;
  const plain = withoutPictures(page);
  const pageLook: PageLook =
    backdrop === undefined ? plain : { ...plain, ground: { kind: 'picture', upload: null } };
  return {
    ...(isDefaultLook(pageLook) ? {} : { pageLook }),
    ...(above !== undefined && { cover: above }),
    ...(backdrop !== undefined && { backdrop }),
  };
}

const picturePath = ({ sha256 }: StoredPicture): string => `/img/${sha256}`;

function shownLink(
  id: string,
  link: DraftLink,
  verified: ReadonlySet<string>,
  pictures: readonly StoredPicture[],
): PublicLink {
  const { label, url, group, sign } = link;
  const picture = sign?.kind === 'picture' ? pictures.find((stored) => sameUpload(stored, sign)) : undefined;
  return {
    id,
    label,
    url,
    group: group || null,
    verified: verified.has(url),
    platform: findPlatform(url)?.id ?? null,
    icon: sign?.kind === 'icon' ? sign.icon : null,
    picture: picture ? picturePath(picture) : null,
  };
}

function publicTips(
  { tips: chosen, arrangement, tipPause }: StoredProfile,
  payments: PublicPayments | null,
  now: number,
): PublicProfile['tips'] {
  const ready = readyPayments(payments, now);
  const tips = tipsIn(chosen, ready?.currency ?? null);
  const shown = { button: arrangement.tipButton, goal: arrangement.cardGoal, wall: arrangement.cardWall };
  const pause = pauseAt(tipPause, now);
  if (tips.on && ready && pause !== null) {
    const { until, note } = pause;
    return { ...shown, state: 'off', currency: null, presets: [], min: 0, max: 0, pause: { until, note } };
  }
  if (!tips.on || !ready) {
    return { ...shown, state: tips.on ? 'not-ready' : 'off', currency: null, presets: [], min: 0, max: 0 };
  }
  const { limits, presets } = tipAmounts(ready.currency, tips);
  const { min, max } = limits;
  const offer = publicMonthly(tips, ready.currency);
  return { ...shown, state: 'on', currency: ready.currency, presets: [...presets], min, max, ...offer };
}

function publicMonthly(
  { monthly, min, max }: TipSettings,
  currency: Currency,
): Pick<PublicProfile['tips'], 'monthly'> {
  if (!monthly.on) return {};
  const presetsOf = (every: Interval) =>
    monthly.intervals.includes(every)
      ? [...intervalAmounts(currency, { min, max }, every, monthly.presets[every]).presets]
      : [];
  const presets = { month: presetsOf('month'), year: presetsOf('year') };
  return { monthly: { intervals: [...monthly.intervals], presets } };
}

function nextChange(stored: StoredProfile, payments: PublicPayments | null, now: number): number | null {
  const times = Object.values(stored.links)
    .filter((link) => link.on)
    .flatMap((link) => [link.from, link.until]);
  const ahead = [
    ...times,
    ...(hasBlocks(stored) ? blockTimes(stored.blocks) : []),
    payments?.pausedUntil,
    stored.tipPause?.endsAt,
  ].flatMap((time) => (time != null && time > now && time < Infinity ? [time] : []));
  return ahead.length > 0 ? Math.min(...ahead) : null;
}

const publicPicture = v.pipe(v.string(), v.regex(/^\/img\/[0-9a-f]{64}$/));
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
  picture: v.optional(v.nullable(publicPicture), null),
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
  picture: v.nullable(publicPicture),
  links: v.array(publicLink),
  /** What stands between the links, in its order; absent = nothing. Cards get the texts only, since the rest is the public page's. */
  blocks: v.exactOptional(v.array(publicBlock)),
  /** `ground`: the card's own colours, each for light and dark mode, where the page has a look. The page and cards of earlier releases do not read it. */
  look: v.strictObject({ ...cardLook.entries, ground: v.exactOptional(ground) }),
  /** The look of the public page. Absent = the page without a look; the card does not read it. */
  pageLook: v.exactOptional(pageLook),
  /** The page's own pictures: above the name, and behind everything. The card does not read them. */
  cover: v.exactOptional(publicPicture),
  backdrop: v.exactOptional(publicPicture),
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
