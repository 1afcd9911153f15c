import { fault } from '../base/field-faults';
import { maxUrlLength } from '../links/link';
import { readUrl } from '../text/safe-url';
import type { ImportRow } from './listed';

interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  /** `<outline … />` */
  readonly isEmpty: boolean;
  /** Names are in lower case. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** The text since the tag before. */
  readonly before: string;
  /** What stands in a script, as it is written there. */
  readonly inside: string;
  /** The file ends inside the tag. */
  readonly isCut: boolean;
}

/** The signs 160 to 255, as pages of all ages write them (html.spec.whatwg.org/#named-character-references). */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

const entities: ReadonlyMap<string, string> = new Map([
  ...latin.split(' ').map((name, at) => [name, String.fromCharCode(160 + at)] as const),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…', mdash: '—' }),
  ...Object.entries({ ndash: '–', bull: '•', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bdquo: '„' }),
  ...Object.entries({ euro: '€', trade: '™', larr: '←', rarr: '→', hearts: '♥' }),
]);

const decoded = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,7}));/gi,
    (whole, decimal, hex, name: string) => {
      // Old pages write AMP, too; the case of a letter is the letter's.
      if (name !== undefined) return entities.get(name) ?? entities.get(name.toLowerCase()) ?? whole;
      const code = decimal === undefined ? parseInt(String(hex), 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );

/** What stands inside these is no text of the page. */
const unread = /^(script|style|template|noscript)$/;

/**
 * The tags of HTML, of XML and of what calls itself so, each with the text before it. It only looks for names, attributes and text, and reads each
 * character a fixed number of times: nothing is put into a page, and no input makes it slow.
 */
export function* tagsOf(source: string): Generator<Tag> {
  let [from, line, counted] = [0, 1, 0];
  let before = '';
  for (;;) {
    const at = source.indexOf('<', from);
    if (at < 0) {
      // What follows the last tag, so that a link whose file was cut is still seen.
      const rest = decoded(before + source.slice(from));
      yield {
        name: '',
        isEnd: true,
        isEmpty: true,
        attributes: new Map(),
        line,
        before: rest,
        inside: '',
        isCut: false,
      };
      return;
    }
    before += source.slice(from, at);
    for (; counted < at; counted += 1) if (source.charCodeAt(counted) === 10) line += 1;
    if (source.startsWith('<!--', at)) {
      const end = source.indexOf('-->', at + 4);
      from = end < 0 ? source.length : end + 3;
      continue;
    }
    const begin = /<(\/?)([a-z][a-z0-9:-]*)/iy;
    begin.lastIndex = at;
    const [whole = '', slash, written = ''] = begin.exec(source) ?? [];
    if (written === '') {
      before += '<';
      from = at + 1;
      continue;
    }
    const name = written.toLowerCase();
    const { attributes, isEmpty, isCut, end } = attributesAt(source, at + whole.length);
    from = end;
    if (unread.test(name) && slash === '') {
      const closing = new RegExp(`</${name}`, 'gi');
      closing.lastIndex = end;
      from = closing.exec(source)?.index ?? source.length;
    }
    const inside = name === 'script' ? source.slice(end, from) : '';
    yield { name, isEnd: slash === '/', isEmpty, attributes, line, before: decoded(before), inside, isCut };
    before = '';
  }
}

function attributesAt(source: string, start: number) {
  const attributes = new Map<string, string>();
  const between = /[\s/]*/y;
  const attribute = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;
  let end = start;
  for (;;) {
    between.lastIndex = end;
    end += between.exec(source)?.[0].length ?? 0;
    if (end >= source.length || source[end] === '>') break;
    attribute.lastIndex = end;
    const [whole = '', name, double, single, bare] = attribute.exec(source) ?? [];
    if (name !== undefined) attributes.set(name.toLowerCase(), decoded(double ?? single ?? bare ?? ''));
    end += Math.max(1, whole.length);
  }
  return { attributes, isEmpty: source[end - 1] === '/', isCut: end >= source.length, end: end + 1 };
}

export const oneLine = (text: string): string | null => text.replace(/\s+/g, ' ').trim() || null;

/** A link that stands open: its text follows. */
interface OpenLink {
  readonly at: number;
  readonly address: string;
  readonly spoken: string | null;
  readonly group: string | null;
  /** The rest of its address is missing. */
  readonly isCut: boolean;
}

const linkOf = ({ at, address, spoken, group, isCut }: OpenLink, text: string): ImportRow =>
  isCut
    ? { kind: 'not-taken', at, name: address.replace(/^["']/, ''), fault: fault('link-unreadable') }
    : { kind: 'link', at, address, title: oneLine(text) ?? spoken, group, isOn: true, icon: null };

/** Folders that every browser has: nobody gave them their name. */
const isBrowsers = (attributes: Tag['attributes']): boolean =>
  attributes.has('personal_toolbar_folder') || attributes.has('unfiled_bookmarks_folder');

/**
 * The bookmarks of a browser (learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582): a link is under
 * the name of the folder that it lies in.
 */
export function* bookmarkRows(source: string): Generator<ImportRow> {
  const folders: (string | null)[] = [];
  let next: string | null = null;
  let isOwn = true;
  let open = null as OpenLink | null;
  for (const { name, isEnd, attributes, line, before, isCut } of tagsOf(source)) {
    if (name === 'h3' && !isEnd) isOwn = !isBrowsers(attributes);
    if (name === 'h3' && isEnd) next = isOwn ? oneLine(before) : null;
    if (name === 'dl' && isEnd) folders.pop();
    if (name === 'dl' && !isEnd) {
      folders.push(next ?? folders.at(-1) ?? null);
      next = null;
    }
    if (open !== null && (name === 'a' || name === '')) {
      yield linkOf(open, before);
      open = null;
    }
    const address = name === 'a' && !isEnd ? attributes.get('href') : undefined;
    if (address !== undefined)
      open = { at: line, address, spoken: null, group: folders.at(-1) ?? null, isCut };
  }
}

/** Words on both sides of these stand apart on the page. */
const apart = /^(br|div|p|li|ul|section|td|h[1-6])$/;

/** An address on a page that has an address itself; null = of this very page. What cannot be put together stays, and is refused by the rule for addresses. */
const absolute = (address: string, base: string | null): string | null => {
  const written = address.trim();
  const url = base === null || /^[a-z][a-z0-9+.-]*:/i.test(written) ? null : readUrl(written, base);
  if (url === null) return address;
  const isHere = url.href.replace(/#.*/, '') === base?.replace(/#.*/, '');
  return isHere ? null : url.href;
};

/** Null: longer than an address of ours may be. Each of thousands of links would be put together with it. */
const short = (base: string | null): string | null =>
  base === null || base.length > maxUrlLength ? null : base;

/**
 * The links of a page, such as one that LittleLink or Carrd has made; headings of the second level and below are headings. One that lies inside a link
 * is the link's title. `given`: the address of the page, if it has one.
 */
export function* pageRows(source: string, given: string | null = null): Generator<ImportRow> {
  let base = short(given);
  let open = null as OpenLink | null;
  let [text, titleOfOpen] = ['', ''];
  for (const { name, isEnd, attributes, line, before, isCut } of tagsOf(source)) {
    text += before;
    if (open !== null && (name === 'a' || name === '')) {
      yield linkOf(open, titleOfOpen || text);
      [open, titleOfOpen] = [null, ''];
    }
    const isHeading = /^h[2-6]$/.test(name);
    const title = isHeading && isEnd ? oneLine(text) : null;
    if (title !== null && open !== null) titleOfOpen ||= title;
    else if (title !== null) yield { kind: 'heading', at: line, title };
    if (isHeading || name === 'a') text = '';
    if (apart.test(name)) text += ' ';
    // A picture may be all that a link shows.
    if (open !== null && name === 'img')
      open = { ...open, spoken: open.spoken ?? attributes.get('alt') ?? null };
    if (name === 'base' && base !== null) base = short(absolute(attributes.get('href') ?? '', base)) ?? base;
    const written = name === 'a' && !isEnd ? attributes.get('href') : undefined;
    const address = written === undefined ? null : absolute(written, base);
    if (address === null) continue;
    const spoken = oneLine(attributes.get('aria-label') ?? attributes.get('title') ?? '');
    open = { at: line, address, spoken, group: null, isCut };
  }
}

/** Outlines of feeds and pages (opml.org/spec2.opml): an outline without an address is the heading of those in it. */
export function* outlineRows(source: string): Generator<ImportRow> {
  const folders: (string | null)[] = [];
  for (const { name, isEnd, isEmpty, attributes, line, isCut } of tagsOf(source)) {
    if (name !== 'outline') continue;
    if (isEnd) {
      folders.pop();
      continue;
    }
    const given = (...names: readonly string[]) =>
      names.map((each) => attributes.get(each)?.trim()).find((each) => each) ?? null;
    const title = given('text', 'title');
    const address = given('htmlurl', 'url', 'xmlurl');
    const group = folders.at(-1) ?? null;
    if (address !== null) yield linkOf({ at: line, address, spoken: title, group, isCut }, '');
    if (!isEmpty) folders.push(address === null ? title : group);
  }
}
