import { createHash } from 'node:crypto';
import type { Look } from '@busker/core/profile/draft';
import { readableInk } from '@busker/core/web/readable-ink';

const light = '--bg:#f6f5f2;--card:#fff;--text:#1c1b19;--muted:#5f5c56;--line:#dedad2;--danger:#b3261e';
const dark = '--bg:#141413;--card:#1e1d1b;--text:#f3f1ec;--muted:#aba69c;--line:#3a3833;--danger:#ffb4ab';

/** As the card writes them (widget/card/card.tsx), which takes the page's here. */
const fonts: Readonly<Record<Look['font'], string>> = {
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

/**
 * The public page's links and tip button before the card is there, measure for measure as its `links` layout (widget/styles/card.css), and the
 * page's colours for the card.
 */
const cardLook = `
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
.goal,.wall{margin-top:20px}
.goal p,.wall p{margin:0}
.goal .row,.wall .row{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 12px}
.row>:first-child{flex:1 1 7em;min-width:0}
.row>.muted{white-space:nowrap}
.bar{display:block;width:100%;height:10px;margin-top:6px;border:1px solid var(--line);border-radius:5px;background:color-mix(in srgb,var(--text) 4%,var(--card))}
.bar rect{fill:var(--accent)}
.wall ul{display:grid;gap:10px;margin:8px 0 0;padding:0;list-style:none}
`.trim();

const usualAccent =
  ':root{--accent:#0b6e4f;--on-accent:#fff}@media(prefers-color-scheme:dark){:root{--accent:#5fc9a0;--on-accent:#08231a}}';

const ownAccent = (accent: string) => `:root{--accent:${accent};--on-accent:${readableInk(accent)}}`;

/** One style sheet for every page that the server renders. An owner's pages have it with their accent (`#rrggbb`). */
export const pageStyle = (accent: string | null): string =>
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
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .25rem}
h1.small{font-size:1.125rem;margin:0 0 .75rem}
h2{font-size:1.125rem;margin:2rem 0 .5rem}
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
${cardLook}
.button.quiet{background:none;color:inherit;border-color:var(--line);font-weight:400}
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
summary{cursor:pointer;padding:.75rem 0;list-style:none}
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
blockquote{margin:1rem 0;border-inline-start:4px solid var(--accent);padding-inline-start:.75rem}
.facts dt{margin-top:.75rem}
.facts dd,.facts dd:last-child{font:inherit;text-align:start}
body.framed{min-height:0;padding:0;background:none}
body.framed main{max-width:none}
@media(forced-colors:active){.initial{border:1px solid}.pick :checked+span{border:4px solid}}
@media print{footer,.button{display:none}}
.challenge{width:100%;border:0;margin-top:1rem}
[hidden]{display:none!important}
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
