import { readableInk } from '../../core/web/readable-ink';

const light = '--bg:#f6f5f2;--card:#fff;--text:#1c1b19;--muted:#5f5c56;--line:#dedad2;--danger:#b3261e';
const dark = '--bg:#141413;--card:#1e1d1b;--text:#f3f1ec;--muted:#aba69c;--line:#3a3833;--danger:#ffb4ab';

const usualAccent =
  ':root{--accent:#0b6e4f;--on-accent:#fff}@media(prefers-color-scheme:dark){:root{--accent:#5fc9a0;--on-accent:#08231a}}';

const ownAccent = (accent: string) => `:root{--accent:${accent};--on-accent:${readableInk(accent)}}`;

/**
 * The field for another amount is shown only while that choice is selected, so that nobody types an amount that does not count. A browser without
 * `:has()` always shows it.
 */
const otherAmount = '@supports selector(:has(a)){form:has([value=other]:not(:checked)) .other{display:none}}';

/** One style sheet for every page that the server renders. An owner's pages have it with their accent (`#rrggbb`). */
export const pageStyle = (accent: string | null): string =>
  `
:root{color-scheme:light dark;${light}}
@media(prefers-color-scheme:dark){:root{${dark}}}
:root[data-theme=light]{color-scheme:light;${light}}
:root[data-theme=dark]{color-scheme:dark;${dark}}
${accent === null ? usualAccent : ownAccent(accent)}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;min-height:100vh;display:flex;flex-direction:column;align-items:center;padding:2rem 1rem;overflow-wrap:anywhere}
main{width:100%;max-width:30rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .25rem}
h1.small{font-size:1.125rem;margin:0 0 .75rem}
h2{font-size:1.125rem;margin:2rem 0 .5rem}
p{margin:.5rem 0;white-space:pre-line}
a{color:inherit}
.muted{color:var(--muted)}
.panel{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:1.25rem}
.head{text-align:center;margin-bottom:1.25rem}
.head h1{margin-top:.75rem}
.head img{width:96px;height:96px;border-radius:50%;object-fit:cover}
.initial{display:inline-grid;place-items:center;width:96px;height:96px;border-radius:50%;background:var(--accent);color:var(--on-accent);font-size:2.5rem;font-weight:600}
.links{list-style:none;margin:0;padding:0;display:grid;gap:.625rem}
.links a,.button{display:block;text-align:center;text-decoration:none;padding:.75rem 1rem;min-height:3rem;border-radius:.75rem;border:1px solid var(--line);background:var(--card);color:inherit;font:inherit;width:100%}
.links a{position:relative}
.links img{position:absolute;inset-inline-start:.625rem;top:.625rem;border-radius:.4375rem;object-fit:cover}
.links a:hover{border-color:var(--accent)}
.links .group{margin:.5rem 0 0;color:var(--muted);font-size:.875rem}
.button{background:var(--accent);color:var(--on-accent);border-color:var(--accent);font-weight:600;cursor:pointer}
.button.quiet{background:none;color:inherit;border-color:var(--line);font-weight:400}
a:focus-visible,.button:focus-visible,input:focus-visible,textarea:focus-visible,summary:focus-visible{outline:3px solid var(--text);outline-offset:2px}
label{display:block;font-weight:600;margin:1rem 0 .25rem}
input[type=text],input[type=email],textarea{width:100%;font:inherit;padding:.625rem .75rem;border:1px solid var(--muted);border-radius:.625rem;background:var(--card);color:inherit}
input{accent-color:var(--accent)}
h1+.panel{margin-top:1rem}
${otherAmount}
fieldset{border:0;margin:1rem 0;padding:0}
fieldset:first-of-type{margin-top:0}
legend{font-weight:600;padding:0;margin-bottom:.5rem}
.choices{display:flex;flex-wrap:wrap;gap:.5rem}
.choices label{display:flex;align-items:center;gap:.5rem;font-weight:400;margin:0;padding:.625rem .875rem;border:1px solid var(--line);border-radius:.625rem;background:var(--card);min-height:2.75rem}
.check{display:flex;gap:.5rem;align-items:center;font-weight:400;min-height:2.75rem}
.error{border-inline-start:4px solid var(--danger);padding:.5rem .75rem;margin:1rem 0;background:var(--card)}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:1rem 0}
dt{color:var(--muted)}
dd{margin:0;text-align:end}
dd:last-child{font-size:.75rem;line-height:1.5rem}
footer{margin-top:2rem;color:var(--muted);font-size:.875rem;text-align:center;max-width:30rem}
summary{cursor:pointer;padding:.5rem}
.languages{display:flex;flex-wrap:wrap;justify-content:center;gap:0 1rem;margin:0;padding:0;list-style:none}
.languages a{display:inline-block;padding:.5rem 0}
busker-card{display:block}
body.framed{min-height:0;padding:0;background:none}
body.framed main{max-width:none}
@media(forced-colors:active){.initial{border:1px solid}}
@media print{footer,.button{display:none}}
[hidden]{display:none!important}
`.trim();
