import { sampleProfile } from '@busker/widget/testing/sample-profile';

/** What the page contains: no card, tags without a script, the product, the hand-written element, or the naive build. */
export type Target = 'blank' | 'tags' | 'busker' | 'floor' | 'naive';

export interface PageWish {
  readonly target: Target;
  readonly cards: number;
  /** A hint in the head that fetches the profile beside the script. */
  readonly preloaded: boolean;
}

const scripts = {
  blank: null,
  tags: null,
  busker: '/embed/v1.js',
  floor: '/floor.js',
  naive: '/naive.js',
} as const;
export const host = 'http://busker.localhost';

export const handleOf = (index: number): string => (index === 0 ? 'ada' : `ada${index}`);
export const profileOf = (handle: string) =>
  sampleProfile({ handle, name: `Ada ${handle.slice(3)} Lovelace` });

const text = `<p>${'A short text that somebody wrote about something else, as pages have it around a card. '.repeat(6)}</p>`;
const { links } = sampleProfile();
const lightLinks = links.map(({ label, url }) => `<a rel="me" href="${url}">${label}</a>`).join('\n');

/** A site's page with cards in the middle of a short text. It reserves the height of the product's card. */
export function hostPage({ target, cards, preloaded }: PageWish): string {
  const script = scripts[target];
  const profile = `${host}/v1/profiles/${handleOf(0)}`;
  const head = [
    script === null ? '' : `<script type="module" async src="${host}${script}"></script>`,
    preloaded ? `<link rel="preload" as="fetch" crossorigin href="${profile}">` : '',
  ].join('');
  const tags = Array.from(
    { length: target === 'blank' ? 0 : cards },
    (_, index) =>
      `<busker-card profile="${handleOf(index)}" style="display:block;min-height:601px">${lightLinks}</busker-card>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>A page</title><link rel="icon" href="data:,">${head}
<style>body{max-width:26rem;margin:0 auto;font:16px/1.5 system-ui,sans-serif}</style></head>
<body><h1>A page</h1>${text}${tags.join('\n')}${text}</body></html>`;
}
