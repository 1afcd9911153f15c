import type { ReadyLook } from './page-look';

const links = '.links a,busker-card::part(link)';
const tip = 'main .button,busker-card::part(tip-button)';
const both = `${links},${tip}`;
const gap = (space: string) => `.links{gap:${space}}busker-card{--busker-gap:${space}}`;

/**
 * What only one ready look has: the sizes of its words, its density, its borders. `both`: the links and the tip button, of the page and of its card. An
 * owner's own fill, shape and font come from custom properties, so that they hold in every look.
 */
export const looksOwnStyle: Readonly<Record<ReadyLook, string>> = {
  classic: '',
  paper: `
main{max-width:33rem}
.head{margin-bottom:2rem}
.head h1{font-size:2.5rem;font-weight:400;letter-spacing:-.02em}
.head img,.initial{width:112px;height:112px}
${links}{min-height:60px;font-size:1.125em;font-weight:400}
${gap('0px')}
${tip}{min-height:56px;font-weight:400;font-size:1.125em}
`,
  poster: `
main{max-width:36rem;container-type:inline-size}
.head{margin-bottom:1.5rem}
.head h1{font-size:clamp(2.75rem,16cqi,5.5rem);font-weight:900;line-height:.95;text-transform:uppercase;letter-spacing:-.01em}
.head img,.initial{width:144px;height:144px}
.head p{font-size:1.125em;font-weight:500}
.initial{background:var(--tip-bg);color:var(--tip-text)}
${both}{min-height:60px;border-width:3px;font-weight:800;text-transform:uppercase;letter-spacing:.02em}
${gap('6px')}
`,
  terminal: `
main{max-width:38rem}
.head{margin-bottom:1.5rem}
.head h1{font-size:1.25rem}
.head h1::after{content:"_"/""}
.head img,.initial{width:72px;height:72px}
${both}{min-height:44px;padding-block:7px;border-style:dashed;font-weight:400}
${links}{justify-content:flex-start}
${tip}{border-style:solid;font-weight:700}
${gap('6px')}
`,
  pebble: `
.panel{border:0;border-radius:2.25rem;padding:2rem 1.5rem}
.head h1{font-size:1.75rem;font-weight:700}
.head img,.initial{width:120px;height:120px}
${both}{min-height:60px;padding-inline:22px}
${gap('14px')}
`,
  block: `
main{max-width:31rem}
.panel{border:3px solid var(--text);border-radius:0;box-shadow:8px 8px 0 var(--text)}
.head h1{font-size:2.25rem;font-weight:800;line-height:1.05}
.head img,.initial{border:3px solid var(--text)}
${both}{min-height:56px;border:3px solid var(--text);box-shadow:4px 4px 0 var(--text);font-weight:700}
${gap('16px')}
`,
  dusk: `
.head{margin:1.5rem 0 2.25rem}
.head h1{font-size:2.25rem;font-weight:300;letter-spacing:.01em}
.head img,.initial{width:128px;height:128px}
${both}{min-height:58px;padding-inline:24px;font-weight:500}
${gap('16px')}
`,
  swiss: `
main{max-width:40rem;container-type:inline-size;border-top:10px solid var(--text);padding-top:1.5rem}
.head{margin-bottom:2rem}
.head h1{font-size:clamp(1.75rem,9cqi,3rem);font-weight:800;line-height:1;letter-spacing:-.035em}
.head .muted{font-weight:600}
${links}{min-height:46px;padding-block:8px;border-color:var(--text)}
${tip}{min-height:46px;font-weight:700}
${gap('0px')}
`,
  notebook: `
main{max-width:32rem;border-inline-start:2px solid var(--mark);padding-inline-start:1.25rem}
.head h1{font-size:2rem;font-weight:700}
.head img,.initial{width:116px;height:116px;border:5px solid var(--card);outline:1px solid var(--line);rotate:-3deg}
${both}{border-width:2px;border-radius:calc(var(--corners)*6) 12px calc(var(--corners)*7) 10px/12px calc(var(--corners)*7) 10px calc(var(--corners)*6)}
${gap('14px')}
`,
  neon: `
.head{margin-bottom:1.75rem}
.head h1{font-size:2.25rem;font-weight:700;text-transform:uppercase;letter-spacing:.12em;text-shadow:0 0 18px color-mix(in srgb,var(--mark) 45%,transparent)}
.head img,.initial{width:120px;height:120px;box-shadow:0 0 0 3px var(--bg),0 0 0 5px var(--mark),0 0 28px var(--mark)}
${both}{min-height:54px;border-width:2px}
${links}{box-shadow:0 0 14px color-mix(in srgb,var(--mark) 40%,transparent)}
${tip}{box-shadow:0 0 22px color-mix(in srgb,var(--mark) 60%,transparent)}
${gap('16px')}
`,
  gallery: `
main{max-width:24rem;padding-block:2.5rem}
.head{margin-bottom:3rem}
.head h1{font-size:2.5rem;font-weight:400;line-height:1.1}
.head img,.initial{width:176px;height:176px}
${both}{justify-content:center;min-height:52px;font-size:.8125em;font-weight:500;letter-spacing:.14em;text-align:center;text-transform:uppercase}
.links a>img,.links a>svg:not(.verified),busker-card::part(link-icon){display:none}
${gap('18px')}
`,
  tiles: `
main{max-width:34rem}
${links}{min-height:64px}
busker-card:not(:has(.group)) .links,busker-card:not(:has(.group))::part(links){display:grid;grid-template-columns:1fr 1fr}
busker-card:not(:has(.group)) .links a,busker-card:not(:has(.group))::part(link){flex-direction:column;justify-content:center;height:100%;min-height:112px;text-align:center}
${tip}{min-height:60px}
`,
};
