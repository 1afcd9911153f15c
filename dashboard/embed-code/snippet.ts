import { readUrl } from '@busker/core/text/safe-url';
import { formatMoney } from '@busker/core/money/money';
import { publicBlocks } from '@busker/core/blocks/public-blocks';
import { cardHeight, type CardParts } from '@busker/core/embed/card-height';
import { layouts } from '@busker/core/profile/draft';
import { isSafeUrl } from '@busker/core/links/link';
import { inOrder, isShown, pageAddress, type StoredProfile } from '@busker/core/profile/profile';
import { languageOf } from '@busker/core/locale/language-tags';
import { texts as wallTexts } from '@busker/core/messages/en.json?every-wall';
import type { CardPreviewProps } from '@busker/widget';
import type { PinnedScript } from '../data/backend';

type Goal = NonNullable<StoredProfile['tips']['goal']>;

interface ShownLink {
  readonly label?: string;
  readonly group?: string | null | undefined;
}

/**
 * Pixels, in a usual column of a wide screen and on a phone of 360 px with the usual margins of pages. In a wider column a text may take a line
 * less, which leaves room but moves nothing.
 */
interface ReservedHeight {
  readonly wide: number;
  readonly narrow: number;
}
const columns = { wide: 384, narrow: 328 } as const;

/**
 * The height that the snippet reserves for a card. `links`: the shown ones, in order. `goal`: shown below the links where the tag asks for
 * it; its height is reserved even while payments are not ready. What was reached and the currency are unknown here: it is written as if it were
 * reached, in dollars. The supporters' wall is left out, because its height changes with each tip.
 */
export function reservedHeight(
  { look, tips, language, ...profile }: StoredProfile,
  links: readonly ShownLink[],
  goal: Goal | null = null,
  texts: CardParts['texts'] = [],
): ReservedHeight {
  const parts = {
    ...profile,
    layout: look.layout,
    font: look.font,
    links: links.map(({ label = '', group }) => ({ label, group })),
    texts,
    tips: tips.on,
    goal: tips.on && goal ? { label: goal.label, sums: sumsOf(goal.amount, language) } : null,
  };
  return { wide: cardHeight(parts, columns.wide), narrow: cardHeight(parts, columns.narrow) };
}

function sumsOf(minorUnits: number, language: string): string {
  const sum = formatMoney({ minorUnits, currency: 'usd' }, language || 'en');
  return wallTexts[languageOf(language || 'en')].reached(sum, sum);
}

/** The same in CSS: one length, or where lines break on a phone, one that grows on narrow windows. '' where nothing is reserved. */
export const heightStyle = ({ wide, narrow }: ReservedHeight): string => {
  if (wide === 0) return '';
  const more = narrow - wide;
  return Math.abs(more) <= 4
    ? `${Math.max(wide, narrow)}px`
    : `calc(${wide}px + clamp(0px, (480px - 100vw) * 99, ${more}px))`;
};

type Attributes = NonNullable<CardPreviewProps['attributes']>;

/** The owner's choices for one tag; missing ones use the published look. */
export interface TagChoices {
  readonly layout: string;
  readonly theme: string;
  readonly accent: string;
  readonly locale: string;
  readonly amounts: string;
  readonly tips: boolean;
  readonly links: boolean;
  readonly hosted: boolean;
  readonly forText: string;
  readonly placement: string;
  readonly goal: boolean;
  /** How many supporters; 0 = none. */
  readonly wall: number;
  readonly waits: boolean;
  /** Address of a profile file that replaces the server; empty = none. */
  readonly src: string;
  /** Whether the tag contains the server's address, which the npm package needs. */
  readonly namesServer: boolean;
}

export const noChoices: TagChoices = {
  layout: '',
  theme: '',
  accent: '',
  locale: '',
  amounts: '',
  tips: true,
  links: true,
  hosted: false,
  forText: '',
  placement: '',
  goal: false,
  wall: 0,
  waits: false,
  src: '',
  namesServer: false,
};

/** A web address, absolute or relative to the page. */
export function isFileAddress(given: string): boolean {
  const base = 'https://site.example/';
  return /^https?:$/.test(readUrl(given, base)?.protocol ?? '');
}

/** Where the tag's profile comes from. Not part of `attributesOf`, because the card's appearance does not depend on it. */
function sourceOf({ src, namesServer }: TagChoices, host: string): Attributes {
  const address = src.trim();
  return {
    ...(address !== '' && isFileAddress(address) ? { src: address } : {}),
    ...(namesServer ? { host } : {}),
  };
}

/** The attributes that change the card, in the order of the docs, without defaults. */
export function attributesOf(choices: TagChoices): Attributes {
  const {
    layout,
    theme,
    accent,
    locale,
    amounts,
    tips,
    links,
    hosted,
    forText,
    placement,
    goal,
    wall,
    waits,
  } = choices;
  const written: readonly (readonly [string, string, boolean])[] = [
    ['layout', layout, layout !== ''],
    ['theme', theme, theme !== ''],
    ['accent', accent, accent !== ''],
    ['locale', locale, locale !== ''],
    ['amounts', amounts.trim(), amounts.trim() !== ''],
    ['tips', 'off', !tips],
    ['links', 'off', !links],
    ['pay', 'hosted', hosted],
    ['for', forText.trim(), forText.trim() !== ''],
    ['placement', placement.trim(), placement.trim() !== ''],
    ['goal', '', goal],
    ['wall', String(wall), wall > 0],
    ['consent', 'wait', waits],
  ];
  return Object.fromEntries(
    written.filter(([, , isWritten]) => isWritten).map(([name, value]) => [name, value]),
  );
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escapeHtml = (given: string): string =>
  given.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** Which release of the script a page gets: the current one, each new one early, or exactly one. */
export type ScriptChoice =
  | { readonly kind: 'current' }
  | { readonly kind: 'early' }
  | { readonly kind: 'pinned'; readonly script: PinnedScript };

export const currentScript: ScriptChoice = { kind: 'current' };

function scriptOf(choice: ScriptChoice, host: string): { address: string; integrity: string | null } {
  switch (choice.kind) {
    case 'current':
      return { address: `${host}/embed/v1.js`, integrity: null };
    case 'early':
      return { address: `${host}/embed/next.js`, integrity: null };
    case 'pinned':
      return choice.script;
  }
}

export interface SnippetOptions {
  /** Origin of the Busker server. */
  readonly host: string;
  readonly now: number;
  readonly choices?: TagChoices;
  readonly script?: ScriptChoice;
}

const isLayout = (given: string): given is StoredProfile['look']['layout'] =>
  (layouts as readonly string[]).includes(given);

/** Every form of the code uses the published profile, never the draft. */
function parts(
  profile: StoredProfile,
  { host, now, choices = noChoices, script = currentScript }: SnippetOptions,
) {
  const links = inOrder(profile.links).filter(([, link]) => isShown(link, now) && isSafeUrl(link.url));
  const blocks = publicBlocks(profile.blocks, { links: [], pictureOf: () => null, now });
  const layout = isLayout(choices.layout) ? choices.layout : profile.look.layout;
  const shown = {
    ...profile,
    look: { ...profile.look, layout },
    tips: { ...profile.tips, on: profile.tips.on && choices.tips },
  };
  return {
    links: links.map(([, link]) => link),
    attributes: Object.entries({ ...sourceOf(choices, host), ...attributesOf(choices) }),
    height: reservedHeight(
      shown,
      choices.links ? links.map(([, link]) => link) : [],
      // A profile file contains no goal.
      (choices.goal || profile.arrangement.cardGoal) && choices.src.trim() === '' ? shown.tips.goal : null,
      choices.links ? blocks.filter((block) => block.kind === 'text') : [],
    ),
    script: scriptOf(script, host),
    page: pageAddress(profile, host),
  };
}

/** The height that the code reserves on a wide screen, in pixels; 0 for the floating button. */
export const snippetHeight = (profile: StoredProfile, options: SnippetOptions): number =>
  parts(profile, options).height.wide;

/** The tag to paste. The links inside work without the script; the height keeps the page from jumping. */
export function htmlSnippet(profile: StoredProfile, options: SnippetOptions): string {
  const { handle, name } = profile;
  const { links, attributes, height, script, page } = parts(profile, options);
  const kept = heightStyle(height);
  const written = attributes.map(([key, value]) =>
    value === '' ? ` ${key}` : ` ${key}="${escapeHtml(value)}"`,
  );
  return [
    `<script type="module" async src="${script.address}"${script.integrity ? ` integrity="${script.integrity}"` : ''}></script>`,
    `<busker-card profile="${handle}"${written.join('')} style="display:block${kept && `;min-height:${kept}`}">`,
    ...links.map(({ url, label }) => `  <a rel="me" href="${escapeHtml(url)}">${escapeHtml(label)}</a>`),
    `  <a href="${page}">Tip ${escapeHtml(name)}</a>`,
    '</busker-card>',
  ].join('\n');
}

/** A value as a JSX attribute, safely quoted. */
const jsx = (value: string): string => `{${JSON.stringify(value)}}`;

/** For React 19, which handles scripts and custom elements itself. */
export function reactSnippet(profile: StoredProfile, options: SnippetOptions): string {
  const { handle, name } = profile;
  const { links, attributes, height, script, page } = parts(profile, options);
  const kept = heightStyle(height);
  const written = attributes.map(([key, value]) => ` ${key}=${value === '' ? '""' : jsx(value)}`);
  return [
    'export function TipCard() {',
    '  return (',
    '    <>',
    `      <script type="module" async src="${script.address}"${script.integrity ? ` integrity="${script.integrity}"` : ''} />`,
    `      <busker-card profile="${handle}"${written.join('')} style={{ display: 'block'${kept && `, minHeight: '${kept}'`} }}>`,
    ...links.map(({ url, label }) => `        <a rel="me" href=${jsx(url)}>${jsx(label)}</a>`),
    `        <a href="${page}">${jsx(`Tip ${name}`)}</a>`,
    '      </busker-card>',
    '    </>',
    '  );',
    '}',
  ].join('\n');
}

/** A frame, for sites that allow no scripts. The second line adjusts its height and is optional. */
export function frameSnippet(profile: StoredProfile, options: SnippetOptions): string {
  const { layout, theme, locale } = options.choices ?? noChoices;
  // A frame shows the links or the card, never a button alone, and no goal.
  const choices = {
    ...(options.choices ?? noChoices),
    layout: layout === 'links' ? layout : 'card',
    goal: false,
  };
  const framed = { ...profile, arrangement: { ...profile.arrangement, cardGoal: false } };
  const { height } = parts(framed, { ...options, choices });
  const query = new URLSearchParams();
  if (layout === 'links') query.set('layout', layout);
  if (theme === 'light' || theme === 'dark') query.set('theme', theme);
  if (locale !== '') query.set('lang', locale);
  const address = `${options.host}/@${profile.handle}/embed${query.size > 0 ? `?${query.toString()}` : ''}`;
  const name = escapeHtml(profile.name);
  return [
    `<iframe src="${escapeHtml(address)}" title="${name}" loading="lazy" style="width:100%;max-width:480px;height:${Math.max(height.wide, height.narrow)}px;border:0"></iframe>`,
    `<script async src="${options.host}/v1/frame.js"></script>`,
  ].join('\n');
}

/** A badge for a README that links to the public page. */
export function badgeSnippet(profile: StoredProfile, { host }: SnippetOptions): string {
  const label = `Tip ${profile.name}`.replace(/[[\]\\]/g, '\\$&');
  return `[![${label}](${host}/@${profile.handle}/badge.svg)](${pageAddress(profile, host)})`;
}

/** The shortcode of the WordPress plugin, which has the server in its settings. */
export function wordpressSnippet(profile: StoredProfile, options: SnippetOptions): string {
  const safe = (value: string) => value.replace(/["[\]<>]/g, '');
  const written = Object.entries(attributesOf(options.choices ?? noChoices)).map(
    ([key, value]) => ` ${key}="${safe(value || 'on')}"`,
  );
  return `[busker profile="${profile.handle}"${written.join('')}]`;
}
