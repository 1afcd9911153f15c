import { createHash } from 'node:crypto';
import { lookStyle, pagePictures, pageParts } from '@busker/core/looks/look-style';
import { defaultPageLook, type PageLook, type ReadyLook } from '@busker/core/looks/page-look';
import { defaultLook, type CardLook } from '@busker/core/profile/draft';
import { fontFaces } from './page-fonts';
import { readableInk } from '@busker/core/web/readable-ink';

const light = '--bg:#f6f5f2;--card:#fff;--text:#1c1b19;--muted:#5f5c56;--line:#dedad2;--danger:#b3261e';
const dark = '--bg:#141413;--card:#1e1d1b;--text:#f3f1ec;--muted:#aba69c;--line:#3a3833;--danger:#ffb4ab';

/** As the card writes them (widget/card/card.tsx), which takes the page's here. */
const fonts: Readonly<Record<CardLook['font'], string>> = {
  system: 'system-ui,sans-serif',
  serif: 'ui-serif, Georgia, "Times New Roman", serif',
  mono: 'ui-monospace, Consolas, monospace',
  rounded: 'ui-rounded, "Arial Rounded MT Bold", system-ui',
};

const maxCorners = 14;

/** The card's buttons are rounded as the owner chose, and no more than this. */
export const cornersOf = (radius: number): number => Math.min(maxCorners, radius);

const ownLook = [
  ...Object.entries(fonts).map(([name, family]) => `:root[data-font=${name}]{--font:${family}}`),
  ...Array.from(
    { length: maxCorners },
    (_, radius) => `:root[data-corners="${radius}"]{--corners:${radius}px}`,
  ),
].join('');

const usualAccent =
  ':root{--accent:#0b6e4f;--on-accent:#fff}@media(prefers-color-scheme:dark){:root{--accent:#5fc9a0;--on-accent:#08231a}}';

const ownAccent = (accent: string) => `:root{--accent:${accent};--on-accent:${readableInk(accent)}}`;

/** What a ready look adds, with Busker's accent. */
export const readyStyle = (ready: ReadyLook): string =>
  lookStyle({ ...defaultPageLook, ready }, defaultLook.accent);

/** The blocks of an owner's page. Their sizes are known before a picture or a player is there, so that nothing moves. */
export const blockStyle = `
.block{margin:20px 0}
.block h2{margin:0 0 .5rem}
.block+.links,busker-card+.links{margin-top:20px}
.wide{display:block;width:100%;height:auto;border-radius:var(--corners)}
.rows{display:grid;gap:12px;margin:0;padding:0;list-style:none}
.rows b,.rows span{display:block}
.rows li>a{display:inline-block;padding:4px 0}
.rows code{display:block;overflow-wrap:anywhere}
.player>*{display:grid;grid-template-rows:minmax(0,1fr) auto;place-items:center;position:relative;width:100%;height:100%;padding:0;border:1px solid var(--line);border-radius:var(--corners);overflow:hidden;background:color-mix(in srgb,var(--text) 6%,var(--card));text-decoration:none}
.video{aspect-ratio:16/9}
.audio{height:170px}
.list{height:352px}
.post{height:420px}
.player img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover}
.player svg{position:relative;width:64px;height:64px;padding:12px;border-radius:50%;background:var(--accent);color:var(--on-accent)}
.says{position:relative;width:100%;padding:8px 12px;background:var(--card);color:var(--text);text-align:center;font-size:.875rem}
.icons{display:flex;flex-wrap:wrap;justify-content:center;gap:4px;margin:0;padding:0;list-style:none}
.icons a{display:grid;place-items:center;width:48px;height:48px;border-radius:var(--corners);text-decoration:none;font-weight:600}
.icons svg{width:24px;height:24px}
`.trim();

/** One style sheet for every page that the server renders. An owner's pages have it with their accent (`#rrggbb`) and look. */
export const pageStyle = (accent: string | null, look: PageLook = defaultPageLook): string =>
  `
:root{color-scheme:light dark;--font:${fonts.system};--corners:14px;${light}}
@media(prefers-color-scheme:dark){:root{${dark}}}
:root[data-theme=light]{color-scheme:light;${light}}
:root[data-theme=dark]{color-scheme:dark;${dark}}
${accent === null ? usualAccent : ownAccent(accent)}
${ownLook}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:1rem/1.5 var(--font);min-height:100vh;display:flex;flex-direction:column;align-items:center;padding:2rem 1rem;overflow-wrap:break-word}
main{width:100%;max-width:30rem}
${pageParts}
h1.small{font-size:1.125rem;margin:0 0 .75rem}
h2{font-size:1.125rem;margin:2rem 0 .5rem}
.button.quiet{background:none;color:inherit;border-color:var(--line);font-weight:400}
a{padding-block:2px}
a:focus-visible,.button:focus-visible,input:focus-visible,select:focus-visible,textarea:focus-visible,summary:focus-visible{outline:3px solid var(--text);outline-offset:2px}
label{display:block;font-weight:600;margin:1rem 0 .25rem}
input[type=text],input[type=email],input[type=url],input[type=number],select,textarea{width:100%;font:inherit;padding:.625rem .75rem;border:1px solid var(--muted);border-radius:.625rem;background:var(--card);color:inherit}
input{accent-color:var(--accent)}
h1+.panel{margin-top:1rem}
fieldset{border:0;margin:1rem 0;padding:0}
fieldset:first-of-type{margin-top:0}
legend{font-weight:600;padding:0;margin-bottom:.5rem}
.amounts{display:grid;grid-template-columns:1fr 1fr;gap:8px}
.pick{position:relative;display:grid;margin:0}
.pick:last-child:nth-child(odd){grid-column:1/-1}
.pick input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.pick span{display:grid;place-items:center;text-align:center;padding:.5rem;min-height:3rem;border:1px solid var(--muted);border-radius:.75rem}
.pick :checked+span{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.pick :focus-visible+span{outline:3px solid var(--text);outline-offset:2px}
@supports selector(:has(a)){fieldset:not(:has([value=other]:checked)) .other{display:none}}
.check{display:flex;gap:.5rem;align-items:center;font-weight:400;min-height:2.75rem;padding:.375rem 0}
.checks{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin-top:.5rem}
.checks .check{margin:0}
.error{border-inline-start:4px solid var(--danger);padding:.5rem .75rem;margin:1rem 0;background:var(--card)}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:1rem 0}
dt{color:var(--muted)}
dd{margin:0;text-align:end}
dd:last-child{font-size:.75rem;line-height:1.5rem}
footer{margin-top:2rem;color:var(--muted);font-size:.875rem;text-align:center;max-width:30rem}
summary{cursor:pointer;padding:.75rem 0;list-style:none;text-wrap:balance}
summary::-webkit-details-marker{display:none}
summary::after{content:"";display:inline-block;width:.5em;height:.5em;margin-inline-start:.75em;border:solid;border-width:0 2px 2px 0;rotate:45deg;translate:0 -.2em}
[open]>summary::after{rotate:225deg;translate:0 .1em}
.languages{display:flex;flex-wrap:wrap;justify-content:center;gap:0 1rem;margin:0;padding:0;list-style:none}
.languages a{display:inline-block;padding:.5rem 0}
dl.counts{grid-template-columns:1fr auto}
.counts dd:last-child,#monthly-rows dd{font:inherit}
#monthly .button{margin-top:.5rem}
.facts{grid-template-columns:1fr;gap:0}
.typed{white-space:pre-line;overflow-wrap:anywhere}
blockquote{margin:1rem 0;border:solid var(--accent);border-width:0 0 0 4px;padding-left:.75rem}
[dir=rtl] blockquote{border-width:0 4px 0 0;padding:0 .75rem 0 0}
[href="#wall"]{display:inline-block;padding:.5rem 0}
.facts dt{margin-top:.75rem}
.facts dd,.facts dd:last-child{font:inherit;text-align:start}
body.framed{min-height:0;padding:0;background:none}
body.framed main{max-width:none}
.foreign{position:fixed;inset:0;width:100%;height:100%;border:0}
@media(forced-colors:active){.initial{border:1px solid}.pick :checked+span{border:4px solid}}
@media print{footer,.button{display:none}}
.challenge{width:100%;border:0;margin-top:1rem}
[hidden]{display:none!important}
${accent === null ? '' : `${fontFaces(look)}${pagePictures}\n${blockStyle}\n${lookStyle(look, accent)}`}
`.trim();

/**
 * The same style sheet inside a page, for a page that is painted at once. Its hash is in the policy of that page, so it
 * is the same for every owner. A browser takes the owner's colours from attributes of the
 * root element, or, if it does not know `attr()` with a type (developer.mozilla.org/docs/Web/CSS/attr), from the linked sheet.
 */
export const styleInPage = `${pageStyle(null)}
@supports (color:attr(data-accent type(<color>))){:root[data-accent]{--accent:attr(data-accent type(<color>));--on-accent:attr(data-on-accent type(<color>))}}`;

/** How the policy of such a page names the style sheet (w3.org/TR/CSP3, hash sources). */
export const styleHash = `'sha256-${createHash('sha256').update(styleInPage).digest('base64')}'`;
