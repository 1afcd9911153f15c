import * as v from 'valibot';
import { fault } from '../base/field-faults';
import { parseWith, type Result } from '../base/result';
import { cleanText, isDocumentId } from '../text/text';
import { readUrl } from '../text/safe-url';
import { intervals } from '../amounts/amount-limits';
import { currencyCodes } from '../money/money';
import { defaultPageLook, lookUploads, pageLook } from '../looks/page-look';
import { blockPictures, draftBlock, pageFault, shownTwice, type Blocks } from '../blocks/block';
import { draftLink, maxLinks, type DraftLink } from '../links/link';
import { maxLinkPictures, pictureSlots, uploadedTo, type DraftPicture } from '../pictures/picture-slots';

/** Where the tip button stands. `auto`: before the links on the public page, after them in a card on another site. `sticky`: always in the window. */
export const tipButtonPlaces = ['auto', 'top', 'bottom', 'sticky'] as const;

/** The most supporters that a page or a card shows. */
export const maxShownSupporters = 50;

const supporters = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxShownSupporters));

/**
 * What the public page and a card show besides the profile, and where. A goal or a wall is shown only if `tips` has one. An attribute of the tag wins
 * over the fields of the card.
 */
export const arrangement = v.strictObject({
  tipButton: v.picklist(tipButtonPlaces),
  pageGoal: v.boolean(),
  /** How many supporters; 0 = none. */
  pageWall: supporters,
  cardGoal: v.boolean(),
  cardWall: supporters,
});
type Arrangement = v.InferOutput<typeof arrangement>;

/** For profiles and drafts that have none yet, so that cards that were pasted before stay as they are. */
export const earlierArrangement: Arrangement = {
  tipButton: 'auto',
  pageGoal: true,
  pageWall: 6,
  cardGoal: false,
  cardWall: 0,
};

/** For new owners, who have no card on any page yet. */
export const newArrangement: Arrangement = { ...earlierArrangement, tipButton: 'top' };

/** Names that look official or shadow a path. */
const reserved = new Set(
  `
  about account admin administrator api app assets auth badge billing blog busker buskers contact
  dashboard demo dev docs embed events example faq favicon healthz help home img index info legal
  link links login logout mail me moderator new null oembed official pay payment payments press
  pricing privacy profile profiles readyz receipt robots root sandbox security settings signin signup
  sitemap staff static status stripe support system team terms test tip tips undefined user users
  wall webhook www
  `
    .trim()
    .split(/\s+/),
);

const pattern = /^[a-z0-9_]{3,30}$/;

/** NFKC and lower case, without a leading `@`: full-width letters and capitals name the same profile. */
export function normaliseHandle(typed: string): string {
  return typed.normalize('NFKC').trim().replace(/^@/, '').toLowerCase();
}

/** A handle that may be looked up. Reserved names are allowed here: no profile has one. */
export const lookupHandle = v.pipe(
  v.string(fault('handle-missing')),
  v.transform(normaliseHandle),
  v.regex(pattern, fault('handle-shape')),
  v.check(isDocumentId, fault('handle-reserved')),
);

/** A handle that may be claimed. */
export const claimableHandle = v.pipe(
  lookupHandle,
  v.check((handle) => !reserved.has(handle), fault('handle-reserved')),
);

export const isHandle = (value: string): boolean => pattern.test(value) && isDocumentId(value);
export const maxAliases = 5;

export const layouts = ['card', 'links', 'button', 'floating'] as const;
export const themes = ['auto', 'light', 'dark', 'match'] as const;
/** System fonts only, so that no other origin is requested. */
export const fonts = ['system', 'serif', 'mono', 'rounded'] as const;

/** A six-digit hex colour. */
export const accentPattern = /^#[0-9a-f]{6}$/i;

/** The look of the card. The page has its `theme` and `accent` too. `radius` in CSS pixels. */
export const cardLook = v.strictObject({
  layout: v.picklist(layouts),
  theme: v.picklist(themes),
  accent: v.pipe(v.string(), v.regex(accentPattern, fault('colour-shape'))),
  radius: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(32)),
  font: v.picklist(fonts),
});
export type CardLook = v.InferOutput<typeof cardLook>;

/** Drafts of earlier releases have no `page`. */
export const look = v.strictObject({
  ...cardLook.entries,
  page: v.optional(pageLook, defaultPageLook),
});
export type Look = v.InferOutput<typeof look>;

export const defaultCardLook: CardLook = {
  layout: 'card',
  theme: 'auto',
  accent: '#0b6e4f',
  radius: 16,
  font: 'system',
};

export const defaultLook: Look = { ...defaultCardLook, page: defaultPageLook };

const amounts = v.nullable(
  v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1))), v.minLength(1), v.maxLength(6)),
);

/**
 * Whether fans can give every month or year. `presets` in minor units for one period; null = made from the currency's usual ones. Profiles and drafts
 * of earlier releases lack it.
 */
const monthlyOffer = v.strictObject({
  on: v.boolean(),
  intervals: v.pipe(
    v.array(v.picklist(intervals)),
    v.minLength(1),
    v.check((chosen) => new Set(chosen).size === chosen.length),
  ),
  presets: v.strictObject({ month: amounts, year: amounts }),
});
export type MonthlyOffer = v.InferOutput<typeof monthlyOffer>;

const noMonthlyOffer: MonthlyOffer = {
  on: false,
  intervals: ['month'],
  presets: { month: null, year: null },
};

/** Whether an owner has left everything as it is at the start. */
export const isUnusedOffer = ({ on, intervals: chosen, presets: { month, year } }: MonthlyOffer): boolean =>
  !on && chosen.length === 1 && chosen[0] === 'month' && month === null && year === null;

export const maxNameLength = 50;
export const maxBioLength = 300;
export const maxThanksLength = 300;
export const maxGoalLabelLength = 60;

export const maxBlockWords = 100;
export const maxBlockWordLength = 40;
const blockWord = cleanText(maxBlockWordLength, { empty: fault('word-missing') });

const tipSettingsFields = v.strictObject({
  on: v.boolean(),
  presets: v.nullable(
    v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1))), v.minLength(1), v.maxLength(6)),
  ),
  min: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  max: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99_999_999))),
  coverCosts: v.boolean(),
  fanCurrency: v.optional(v.boolean(), false),
  thanks: cleanText(maxThanksLength, { lines: true }),
  undo: v.boolean(),
  /** The owner's blocked words: a fan's text that contains one is held for review. Never public. */
  blockWords: v.optional(
    v.pipe(v.array(blockWord), v.maxLength(maxBlockWords, fault('too-many-words', maxBlockWords))),
    [],
  ),
  showWall: v.boolean(),
  /** The wall shows no amounts. */
  hideAmounts: v.optional(v.boolean(), false),
  goal: v.nullable(
    v.strictObject({
      label: cleanText(maxGoalLabelLength, { empty: fault('goal-missing') }),
      amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
    }),
  ),
  monthly: v.optional(monthlyOffer, noMonthlyOffer),
  /** In which currency the amounts and the goal were chosen. Null = not known: profiles of earlier releases, and drafts until the owner is asked. */
  currency: v.optional(v.nullable(v.picklist(currencyCodes)), null),
});

/**
 * The owner's tip settings. Amounts in minor units of the account's currency; null = the currency's default. `coverCosts`: whether fans may add the
 * fee on top. `fanCurrency`: whether Stripe's own page may show a fan's own currency, where Stripe adds 2 to 4 % that the fan pays. `undo`: whether fans may undo a tip within ten minutes.
 */
export const tipSettings = v.pipe(
  tipSettingsFields,
  v.forward(
    v.partialCheck(
      [['min'], ['max']],
      ({ min, max }) => min === null || max === null || min <= max,
      fault('max-below-min'),
    ),
    ['max'],
  ),
);
export type TipSettings = v.InferOutput<typeof tipSettings>;

export const defaultTipSettings: TipSettings = {
  on: true,
  presets: null,
  min: null,
  max: null,
  coverCosts: true,
  fanCurrency: false,
  thanks: '',
  undo: true,
  blockWords: [],
  showWall: false,
  hideAmounts: false,
  goal: null,
  monthly: noMonthlyOffer,
  currency: null,
};

/**
 * `drafts/{uid}`: the owner's working copy, written by the dashboard through the Firestore SDK, one field path at a time, so that the edits of two
 * tabs merge. It may be incomplete at any time; `publishableDraft` says when it can go live. `revision` grows by one with every write, and by one
 * more for each link that the write adds (rules/firestore.rules). `allowedSites` are origins; empty = every site. `language` is a BCP 47 tag.
 */
export interface Draft {
  readonly v: 1;
  readonly revision: number;
  readonly handle: string;
  readonly name: string;
  readonly bio: string;
  /** The upload is in one of `pictureSlots`. */
  readonly picture: DraftPicture | null;
  readonly links: Readonly<Record<string, DraftLink>>;
  /** What stands between the links. No id is also a link's. */
  readonly blocks: Blocks;
  readonly look: Look;
  readonly tips: TipSettings;
  readonly arrangement: Arrangement;
  readonly allowedSites: readonly string[];
  readonly language: string;
  readonly updatedAt: number;
}

export const emptyDraft: Draft = {
  v: 1,
  revision: 0,
  handle: '',
  name: '',
  bio: '',
  picture: null,
  links: {},
  blocks: {},
  look: defaultLook,
  tips: defaultTipSettings,
  arrangement: newArrangement,
  allowedSites: [],
  language: 'en',
  updatedAt: 0,
};

/** The keys that rules/firestore.rules allows in a draft (kept equal by a test). */
export const draftKeys = Object.keys(emptyDraft) as readonly (keyof Draft)[];

const linkId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,32}$/, fault('link-unreadable')));

const timedLink = v.pipe(
  draftLink,
  v.forward(
    v.partialCheck(
      [['from'], ['until']],
      ({ from, until }) => from == null || until == null || from < until,
      fault('ends-before-start'),
    ),
    ['until'],
  ),
);

const origin = v.pipe(
  v.string(),
  v.check((given) => readUrl(given)?.origin === given, fault('site-shape')),
);

/** The uploads of all links and blocks, without duplicates. */
export function linkPictures({
  links,
  blocks,
}: Readonly<Pick<Draft, 'links' | 'blocks'>>): readonly DraftPicture[] {
  const signs = Object.values(links).flatMap(({ sign }) => (sign?.kind === 'picture' ? [sign] : []));
  const uploads = [...signs, ...blockPictures(blocks)].map(
    ({ slot, generation }) => [`${slot} ${generation}`, { slot, generation }] as const,
  );
  return [...new Map(uploads).values()];
}

/** All uploads of a draft or a profile but the owner's own picture. */
export const otherUploads = (given: Pick<Draft, 'links' | 'blocks' | 'look'>): readonly DraftPicture[] => [
  ...linkPictures(given),
  ...lookUploads(given.look.page),
];

const draftFields = v.strictObject({
  v: v.literal(1),
  revision: v.pipe(v.number(), v.integer(), v.minValue(0)),
  handle: claimableHandle,
  name: cleanText(maxNameLength, { empty: fault('name-missing') }),
  bio: cleanText(maxBioLength, { lines: true }),
  picture: v.nullable(uploadedTo(pictureSlots)),
  links: v.pipe(
    v.record(linkId, timedLink),
    v.check((links) => Object.keys(links).length <= maxLinks, fault('too-many-links', maxLinks)),
  ),
  blocks: v.pipe(
    v.record(linkId, draftBlock),
    v.check(
      (blocks) => pageFault(Object.values(blocks)) === null,
      ({ input }) => String(pageFault(Object.values(input))),
    ),
  ),
  look,
  tips: tipSettings,
  arrangement,
  allowedSites: v.pipe(v.array(origin), v.maxLength(20, fault('too-many-sites', 20))),
  language: v.pipe(v.string(), v.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, fault('language-missing'))),
  updatedAt: v.number(),
});

const publishableDraft = v.pipe(
  draftFields,
  v.forward(
    v.partialCheck(
      [['links'], ['blocks']],
      (draft) => linkPictures(draft).length <= maxLinkPictures,
      fault('too-many-pictures', maxLinkPictures),
    ),
    ['links'],
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    const input = dataset.value as v.InferOutput<typeof draftFields>;
    const { links, blocks } = dataset.typed ? input : { links: {}, blocks: {} };
    const step = (key: string) => ({ type: 'object', origin: 'value', input, key, value: '' }) as const;
    const refuse = (message: string, ...keys: readonly string[]) =>
      addIssue({ message, path: [step('blocks'), ...keys.map(step)] });
    for (const id of shownTwice(blocks)) refuse(fault('shown-twice'), id, 'show');
    for (const id of Object.keys(blocks)) if (Object.hasOwn(links, id)) refuse(fault('link-unreadable'), id);
  }),
);

/** Accepts a draft for publishing, or names each field that prevents it. Texts come back cleaned (core/text/text.ts). */
export function parsePublishableDraft(input: unknown): Result<Draft> {
  return parseWith(publishableDraft, input);
}
