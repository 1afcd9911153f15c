import { contrastOf, luminanceOf, mixed, repaired } from '../web/readable-ink';
import {
  apart,
  lookColours,
  needed,
  poleOn,
  type DrawnGround,
  type LookColours,
  type Mode,
} from './look-colours';
import { looksOwnStyle } from './looks-own-style';
import { isDefaultLook, nameFonts, pageFonts, type PageLook, type Pattern } from './page-look';
import { readyLookData } from './ready-looks';

/**
 * What an owner's page is made of, without colours: the server's pages have it, and the small cards of the dashboard's picker. The links and the tip button
 * are those of the page before the card is there, measure for measure as the card's `links` layout (widget/styles/card.css), and the card gets the
 * page's colours.
 */
export const pageParts = `
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .25rem}
p{margin:.5rem 0;white-space:pre-line}
a{color:inherit}
[dir=auto]{text-align:-webkit-match-parent;text-align:match-parent}
.muted{color:var(--muted)}
.panel{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:1.25rem}
.head{text-align:center;margin-bottom:1.25rem}
.head h1{margin-top:.75rem}
.head img{width:96px;height:96px;border-radius:50%;object-fit:cover}
.initial{display:inline-grid;place-items:center;width:96px;height:96px;border-radius:50%;background:var(--accent);color:var(--on-accent);font-size:2.5rem;font-weight:600}
.button{display:block;text-align:center;text-decoration:none;padding:.75rem 1rem;min-height:3rem;border-radius:.75rem;border:1px solid var(--line);background:var(--card);color:inherit;font:inherit;width:100%}
.button{background:var(--accent);color:var(--on-accent);border-color:var(--accent);font-weight:600;cursor:pointer}
.links{list-style:none;margin:0;padding:0;display:flex;flex-direction:column;gap:10px}
.links a,busker-card .button{display:flex;align-items:center;gap:min(12px,6%);min-height:48px;padding:10px min(16px,6%);border:1px solid var(--line);border-radius:var(--corners);color:inherit;font-weight:600;line-height:1.3;text-decoration:none}
.links a:hover{border-color:var(--muted);background:color-mix(in srgb,var(--text) 4%,var(--card))}
.links svg{flex:none;width:20px;height:20px}
.links svg.verified{width:16px;height:16px;color:var(--muted)}
.links img{flex:none;width:28px;height:28px;margin:-4px;border-radius:7px;object-fit:cover}
.links span{min-width:0}
.links .group{margin:8px 0 4px;color:var(--muted);font-size:.85em;font-weight:600}
.line{fill:none;stroke:currentcolor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.area{fill:currentcolor;fill-rule:evenodd}
busker-card{display:block;--busker-font:var(--font);--busker-text:var(--text);--busker-muted:var(--muted);--busker-border:var(--line);--busker-background:var(--card);--busker-on-accent:var(--on-accent)}
busker-card p{margin:0;white-space:normal}
busker-card .links+p,busker-card p+.links{margin-top:20px}
busker-card .sticky{position:sticky;bottom:0}
busker-card .button{justify-content:center;border-color:color-mix(in srgb,var(--accent) 82%,var(--text));color:var(--on-accent);text-align:center}
.goal,.wall,.goal+busker-card{margin-top:20px}
.goal p,.wall p{margin:0}
.goal .row,.wall .row{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 12px}
.row>:first-child{flex:1 1 7em;min-width:0}
.row>.muted{white-space:nowrap}
.bar{display:block;width:100%;height:10px;margin-top:6px;border:1px solid var(--line);border-radius:5px;background:color-mix(in srgb,var(--text) 4%,var(--card))}
.bar rect{fill:var(--accent)}
.wall ul{display:grid;gap:10px;margin:8px 0 0;padding:0;list-style:none}
`.trim();

/** The pictures of an owner's page: the cover, and what is behind everything, under its veil. */
export const pagePictures = `
.cover{display:block;width:100%;height:auto;aspect-ratio:3;object-fit:cover;border-radius:min(var(--corners),28px);margin-bottom:1.25rem}
.ground{position:fixed;inset:0;z-index:-1}
.ground img{width:100%;height:100%;object-fit:cover}
.ground::after{content:"";position:absolute;inset:0;background:var(--veil)}
@media print,(forced-colors:active),(prefers-reduced-data:reduce){.ground{display:none}}
`.trim();

const line = 'var(--pattern)';

/** Backgrounds by pattern, as layers over the colour of the ground. */
const patternLayers: Readonly<Record<Pattern, string>> = {
  dots: `radial-gradient(${line} 2px,transparent 2.5px) 0 0/20px 20px`,
  grid: `linear-gradient(${line} 1px,transparent 1px) 0 0/28px 28px,linear-gradient(90deg,${line} 1px,transparent 1px) 0 0/28px 28px`,
  rules: `linear-gradient(transparent 29px,${line} 29px) 0 0/30px 30px`,
  stripes: `repeating-linear-gradient(45deg,${line} 0 10px,transparent 10px 24px)`,
  checks: `conic-gradient(${line} 25%,transparent 0 50%,${line} 0 75%,transparent 0) 0 0/36px 36px`,
  waves: `radial-gradient(circle at 50% 100%,transparent 11px,${line} 11px 13px,transparent 13px) 0 0/30px 15px`,
  rings: `radial-gradient(circle,transparent 8px,${line} 8px 10px,transparent 10px) 0 0/30px 30px`,
  triangles: `conic-gradient(from 135deg at 50% 0,${line} 90deg,transparent 0) 0 0/28px 28px`,
};

function background({ kind, from, to }: DrawnGround): string {
  if (kind === 'plain' || kind === 'picture') return from;
  return kind === 'gradient' ? `linear-gradient(165deg,${from},${to})` : `${patternLayers[kind]},${from}`;
}

/** The colours as custom properties. The first ones are those that the page has without a look, too. */
export function colourProperties(colours: LookColours): Readonly<Record<string, string>> {
  const { ground, surface, text, muted, line: rule, mark, foot, link, tip } = colours;
  return {
    bg: ground.from,
    card: surface ?? ground.from,
    text,
    muted,
    line: rule,
    ground: background(ground),
    pattern: ground.to,
    veil: ground.veil ?? 'none',
    foot,
    mark,
    'link-bg': link.background ?? 'none',
    'link-text': link.text,
    'link-edge': link.edge,
    'tip-bg': tip.background ?? 'none',
    'tip-text': tip.text,
    'tip-edge': tip.edge,
  };
}

const declared = (look: PageLook, accent: string, mode: Mode): string =>
  Object.entries(colourProperties(lookColours(look, accent, mode)))
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/** Where the style sheet is used: in the page, or in the small cards of the picker, which have one mode. */
export interface LookPlace {
  readonly root: string;
  readonly body: string;
  readonly mode: Mode | null;
}

const wholePage: LookPlace = { root: ':root', body: 'body', mode: null };

function modes(look: PageLook, accent: string, { root, mode }: LookPlace): string {
  if (mode !== null) return `${root}{color-scheme:${mode};${declared(look, accent, mode)}}`;
  const [light, dark] = [declared(look, accent, 'light'), declared(look, accent, 'dark')];
  return [
    `${root}{${light}}`,
    `@media(prefers-color-scheme:dark){${root}{${dark}}}`,
    `${root}[data-theme=light]{${light}}`,
    `${root}[data-theme=dark]{${dark}}`,
  ].join('\n');
}

/** The page's links before the card is there, and the card's. */
const links = '.links a,busker-card::part(link)';
const tip = 'main .button,busker-card::part(tip-button)';

/** In every look, also where its own links have a frame. */
const underlined = `${links}{border-width:0 0 1px;border-radius:0;box-shadow:none;padding-inline:0}`;

const corners = { square: '0', round: '14px', pill: '999px' } as const;
const sizes = { small: 0.9, normal: 1, large: 1.15 } as const;
const avatarCorners = { round: '50%', soft: '22%', square: '0' } as const;

const places = {
  above: '',
  start:
    '.head{text-align:start}.head p{text-align:-webkit-match-parent;text-align:match-parent}.head img,.initial{display:grid;margin:0}.links a,busker-card::part(link){justify-content:flex-start}',
  beside:
    '.head{display:grid;grid-template-columns:auto 1fr;column-gap:1.25rem;text-align:start}.head p{text-align:-webkit-match-parent;text-align:match-parent}.head>:not(:first-child){grid-column:2}.head p{margin:0}' +
    '.head img,.initial{grid-row:1/span 3;width:84px;height:84px}.head h1{margin-top:0}',
} as const;

/**
 * What a look adds to the page's style sheet (functions/pages/page-style.ts); nothing for a page that has none. The card draws its links and its tip
 * button like the page's own, by `::part()`, so that nothing moves or changes its colour when the card takes over.
 */
export function lookStyle(look: PageLook, accent: string, place: LookPlace = wholePage): string {
  if (isDefaultLook(look) && place.mode === null) return '';
  const data = readyLookData[look.ready];
  const { body } = place;
  const name = nameFonts.find((each) => each === look.font);
  const font = (name === undefined ? look.font : null) ?? data.font;
  const heading = name ?? (look.font === null ? data.heading : undefined);
  const shape = look.shape ?? data.shape;
  const scale = sizes[look.size];
  return [
    modes(look, accent, place),
    // Not at the root, where the font and the corners of the owner's card are.
    font === null ? '' : `${body}{--font:${pageFonts[font]}}`,
    shape === null ? '' : `${body}{--corners:${corners[shape]}}`,
    `${body}{background:var(--ground)}`,
    'footer{color:var(--foot)}',
    data.light.surface ? '' : '.panel{background:none;border:0;padding:0}',
    `${links}{border-color:var(--link-edge);border-radius:var(--corners);background:var(--link-bg);color:var(--link-text)}`,
    '.links a:hover,busker-card::part(link):hover{text-decoration:underline;background:var(--link-bg)}',
    `${tip}{border-radius:var(--corners);background:var(--tip-bg);color:var(--tip-text);border-color:var(--tip-edge)}`,
    heading ? `.head h1{font-family:${pageFonts[heading]}}` : '',
    places[look.avatarPlace ?? data.avatarPlace],
    looksOwnStyle[look.ready].trim(),
    (look.fill ?? data.fill) === 'underline' ? underlined : '',
    `.head img,.initial{border-radius:${avatarCorners[look.avatarShape ?? data.avatarShape]}}`,
    scale === 1
      ? ''
      : `${body}{font-size:${scale}rem}.head h1{zoom:${scale}}busker-card::part(card){font-size:${scale}em}`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** The card's own names of its colours (widget/styles/card.css, sheet.css). */
export const cardColourNames = ['background', 'text', 'muted', 'border', 'field', 'danger'] as const;
type CardGround = Record<(typeof cardColourNames)[number], string>;

function cardColours(look: PageLook, accent: string, mode: Mode): Readonly<CardGround> {
  const { ground, surface, text: wished } = lookColours(look, accent, mode);
  const below = surface ?? ground.from;
  // The card's button has the accent, also where that is the ground of the page. Away from the ink, or towards it where there is nothing lighter or darker.
  const ink = poleOn([below]);
  const ways = [ink === '#000000' ? '#ffffff' : '#000000', ink];
  const background =
    ways.map((to) => repaired(to, below, [accent], apart)).find((to) => contrastOf(to, accent) >= apart) ??
    below;
  const pole = poleOn([background]);
  const raised = (ink: string) => mixed(ink, background, 0.04);
  const text = repaired(pole, wished, [background, raised(pole)], needed.text);
  const under = [background, raised(text)];
  const danger = luminanceOf(background) < 0.18 ? '#ffb4ab' : '#b3261e';
  return {
    background,
    text,
    muted: repaired(text, mixed(text, background, 0.7), under, needed.text),
    border: mixed(text, background, 0.16),
    field: repaired(text, mixed(text, background, 0.5), under, needed.control),
    danger: repaired(text, danger, under, needed.text),
  };
}

/** What a card on other sites takes of the page's ground, of which it shows one colour: each for both modes, as CSS writes it. */
export function cardGround(look: PageLook, accent: string): CardGround {
  const [light, dark] = [cardColours(look, accent, 'light'), cardColours(look, accent, 'dark')];
  const both = (name: keyof CardGround) => `light-dark(${light[name]},${dark[name]})`;
  return {
    background: both('background'),
    text: both('text'),
    muted: both('muted'),
    border: both('border'),
    field: both('field'),
    danger: both('danger'),
  };
}
