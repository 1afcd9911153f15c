/** One start tag of a page: name in lower case, attributes with lower-case names and entities resolved. */
export interface HtmlTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Elements whose content is not markup. */
const rawText = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'template']);

/**
 * The start tags of somebody's page, in order, as far as a browser would take them for tags: not in comments, scripts or styles. Reads
 * forward only, so that no page can make it slow. We do not use htmlparser2 12.0: it nests elements, and 512 kB of `<p><div>` took it 11 seconds.
 */
export function tagsOf(html: string): readonly HtmlTag[] {
  const tags: HtmlTag[] = [];
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4);
      if (end < 0) return tags;
      at = end + 3;
      continue;
    }
    const name = matchAt(/[a-z][^\s/>]*/iy, html, at + 1)?.[0].toLowerCase();
    if (name === undefined) {
      at += 1;
      continue;
    }
    const read = attributesAt(html, at + 1 + name.length);
    tags.push({ name, attributes: read.attributes });
    at = read.end;
    if (!rawText.has(name)) continue;
    const end = endTagAt(html, name, at);
    if (end < 0) return tags;
    at = end + 1;
  }
  return tags;
}

/**
 * Where `</name` next stands, in whatever case. Not searched for in a lower-cased copy of the page: the optimising compiler moves the making
 * of the copy into the loop that asks for it, and makes one for each tag.
 */
function endTagAt(html: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}`, 'gi');
  return matchAt(pattern, html, from)?.index ?? -1;
}

function attributesAt(html: string, from: number) {
  const attributes = new Map<string, string>();
  let at = from;
  for (;;) {
    const found = matchAt(
      /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/y,
      html,
      at,
    );
    if (found === null) return { attributes, end: at };
    const [whole, name = '', double, single, bare] = found;
    const key = name.toLowerCase();
    // Of an attribute written twice the first counts.
    if (!attributes.has(key)) attributes.set(key, withoutEntities(double ?? single ?? bare ?? ''));
    at += whole.length;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The entities that addresses are written with; every other one stays as it is. */
function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return named[name.toLowerCase()] ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}
