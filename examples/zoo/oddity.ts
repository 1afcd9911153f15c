/** Why the card leads to the hosted page; the sheet says it (`whyElsewhere` of the card's texts). */

/** Why the card leads to the hosted page; the sheet says it (`whyElsewhere` of the card's texts). */
export type Reason =
  | 'blocked'
  | 'deformed'
  | 'covered'
  | 'removed'
  | 'foreign-shadow-root'
  | 'other-stripe-version'
  | 'no-address'
  | 'in-app';

/** What a fan must be able to do on a page: pay in it, pay on the hosted page and read why, or follow the plain links. */
export type Ending = 'in-page' | 'links' | { readonly hosted: Reason };

/** What is odd about the reader or their browser rather than about the page. */
export interface Reader {
  readonly userAgent?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colours?: 'dark' | 'forced';
  readonly reducedMotion?: true;
  readonly withoutScript?: true;
  /** Requests that a blocker ends. */
  readonly blocks?: 'embed' | 'profile' | 'payment-script';
  /** A blocker that answers with an empty file in place of the payment provider's script. */
  readonly emptiesPaymentScript?: true;
}

/** One odd thing about a page. Everything else on that page is usual, so two of them can be put together. */
export interface Oddity {
  readonly ends: Ending;
  /** Without scripts, or without the card's script, this page shows neither card nor links. The page causes that, not the card. */
  readonly needsScripts?: true;
  /** Why no test of this page can run in Firefox. */
  readonly notInFirefox?: string;
  /** Why no test of this page can run in WebKit. */
  readonly notInWebKit?: string;
  /** Where this page ends otherwise in WebKit, and why. */
  readonly inWebKit?: { readonly ends: Ending; readonly because: string };
  readonly doctype?: string;
  /** Attributes of these two elements. */
  readonly html?: string;
  readonly body?: string;
  /** Comes before the card's script. */
  readonly head?: string;
  /** What is around the card. */
  readonly around?: (card: string) => string;
  readonly before?: string;
  readonly after?: string;
  /** In place of the usual script tag. */
  readonly script?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of an outer page which shows the page with the card in a frame. */
  readonly frame?: (address: string) => string;
  readonly reader?: Reader;
}

/** `head` of a page with this style sheet. */
export const styles = (css: string): string => `<style>${css}</style>`;

/** `head` of a page that runs this before anything else. */
export const runs = (code: string): string => `<script>${code}</script>`;

/** A placeholder for the URL of the card's script; the example server replaces it. */
export const embed = 'http://localhost:4100/embed/v1.js';
export const busker = 'http://localhost:4100';
export const stripe = 'http://127.0.0.1:12111';

export interface ZooPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

const card = `<busker-card profile="ada" style="display: block; min-height: 577px">
<a rel="me" href="https://instagram.com/adalind.cello">Instagram</a>
<a href="${busker}/@ada">Tip Ada</a>
</busker-card>`;

const script = `<script type="module" async src="${embed}"></script>`;

function markup({
  doctype,
  html,
  body,
  head,
  inside,
}: Record<'doctype' | 'html' | 'body' | 'head' | 'inside', string>): string {
  return `${doctype}<html ${html} lang="en"><head><meta charset="utf-8"><title>An odd page</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">${head}</head><body ${body}>${inside}</body></html>`;
}

/** Several policies are joined as a proxy does it: with a comma, so all of them hold. */
function headersOf(odd: readonly Oddity[]): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const { headers = {} } of odd)
    for (const [name, value] of Object.entries(headers))
      joined[name] = name in joined ? `${joined[name]}, ${value}` : value;
  return joined;
}

/**
 * The page that has all of these oddities at once. Each one with a `frame` puts another page around it.
 * @param path where the page lies, for example `/zoo/quirks-mode/`
 * @param depth how many of the outer pages to skip: the page in the frame of the page at depth 0 has depth 1
 */
export function zooPage(odd: readonly Oddity[], path: string, depth = 0): ZooPage {
  const framing = odd.flatMap(({ frame }) => (frame ? [frame] : []))[depth];
  const all = (part: 'html' | 'body' | 'head' | 'before' | 'after') =>
    odd.map((oddity) => oddity[part] ?? '').join('\n');
  if (framing) {
    const inside = framing(`${path}inside-${depth + 1}/`);
    return {
      html: markup({ doctype: '<!doctype html>', html: '', body: '', head: '', inside }),
      headers: {},
    };
  }
  const doctype = odd.find((oddity) => oddity.doctype !== undefined)?.doctype ?? '<!doctype html>';
  const scripts = odd.find((oddity) => oddity.script !== undefined)?.script ?? script;
  const placed = odd.reduce((inner, { around }) => around?.(inner) ?? inner, card);
  const inside = `${all('before')}<main>${placed}</main>${all('after')}`;
  const html = markup({ doctype, html: all('html'), body: all('body'), head: all('head') + scripts, inside });
  return { html, headers: headersOf(odd) };
}

/** The oddities in the path of a page of the zoo, the depth of its frame, and where its outermost page lies; null for any other path. */
export function zooPath(
  path: string,
): { readonly names: readonly string[]; readonly depth: number; readonly base: string } | null {
  const [, base, names, depth] = /^(\/zoo\/([a-z+-]+)\/)(?:inside-(\d)\/)?$/.exec(path) ?? [];
  if (base === undefined || names === undefined) return null;
  return { names: names.split('+'), depth: Number(depth ?? 0), base };
}
