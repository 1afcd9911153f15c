import { busker, embed, type Oddity } from './oddity';

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
