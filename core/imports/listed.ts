import { fault } from '../base/field-faults';
import type { DraftBlock } from '../blocks/block';
import { iconName } from '../links/link';
import * as v from 'valibot';

/** What stands at one place of a file, before the rule for addresses has seen it. `at`: a line, or the number of an entry, from 1. */
export type ImportRow =
  | {
      readonly kind: 'link';
      readonly at: number;
      readonly address: string;
      readonly title: string | null;
      readonly group: string | null;
      readonly isOn: boolean;
      readonly icon: string | null;
    }
  /** The links after it that have no heading of their own are under it. */
  | { readonly kind: 'heading'; readonly at: number; readonly title: string }
  | { readonly kind: 'block'; readonly at: number; readonly block: DraftBlock }
  /** `fault`: a fault code, or that a picture is not in the file. */
  | { readonly kind: 'not-taken'; readonly at: number; readonly name: string; readonly fault: string };

export type Tree = Readonly<Record<string, unknown>>;

export const isTree = (given: unknown): given is Tree =>
  typeof given === 'object' && given !== null && !Array.isArray(given);
const isList = (given: unknown): given is readonly unknown[] => Array.isArray(given);

const firstText = (given: Tree, keys: readonly string[]): string | null => {
  for (const key of keys) {
    const text = given[key];
    if (typeof text === 'string' && text.trim() !== '') return text.trim();
  }
  return null;
};

/** The names that link pages, feed readers and browsers give the parts of a link in their files. */
const addressOf = (given: Tree) =>
  firstText(given, ['url', 'link', 'href', 'address', 'uri', 'external_url', 'website']);
const titleOf = (given: Tree) => firstText(given, ['label', 'title', 'name', 'text']);
const groupOf = (given: Tree) => firstText(given, ['group', 'heading', 'category', 'section', 'folder']);

/** Deeper than any export, and no danger for the stack. */
const maxDepth = 12;

interface FoundList {
  readonly key: string;
  readonly list: readonly unknown[];
}

const innerLists = (given: Tree): readonly (readonly unknown[])[] =>
  ['links', 'children', 'items'].map((key) => given[key]).filter(isList);

const hasLinks = (list: readonly unknown[], depth: number): boolean =>
  list.some(
    (each) =>
      isTree(each) &&
      (addressOf(each) !== null ||
        (depth < maxDepth && innerLists(each).some((inner) => hasLinks(inner, depth + 1)))),
  );

/** What belongs to a link or to its author, and is none. */
const beside = /^(authors?|attachments|images?|thumbnails?|icons?|hubs|tags)$/i;

function listsIn(given: unknown, key = '', depth = 0): readonly FoundList[] {
  if (depth > maxDepth || beside.test(key)) return [];
  if (isList(given) && hasLinks(given, depth)) return [{ key, list: given }];
  if (isList(given)) return given.flatMap((each) => listsIn(each, key, depth + 1));
  if (!isTree(given)) return [];
  return Object.entries(given).flatMap(([name, each]) => listsIn(each, name, depth + 1));
}

/** Entries by the place that the file gives them; a file that gives it to some alone is in order already. `rows`: what each entry has become. */
function inPlace<T>(list: readonly unknown[], rows: readonly T[]): readonly T[] {
  const places = list.map((each) => (isTree(each) ? (each['position'] ?? each['order']) : null));
  if (!places.every((place) => typeof place === 'number')) return rows;
  return rows
    .map((each, at) => [each, Number(places[at])] as const)
    .toSorted(([, a], [, b]) => a - b)
    .map(([each]) => each);
}

/**
 * Any list of objects with an address and mostly a title, wherever it is in the file: what one program calls `url` is `link` or `uri` in another's
 * export. Lists that are called links count before all others. `at` counts the entries.
 */
export function* jsonRows(json: unknown): Generator<ImportRow> {
  const lists = listsIn(json);
  const found = lists.length === 0 && isList(json) ? [{ key: 'links', list: json }] : lists;
  const named = found.filter(({ key }) => /links$/i.test(key));
  const count = { at: 0 };
  for (const { list } of named.length > 0 ? named : found) yield* entriesOf(list, null, count, 0);
}

function entriesOf(
  list: readonly unknown[],
  group: string | null,
  count: { at: number },
  depth: number,
): readonly ImportRow[] {
  // Counted in the order of the file, in which its owner looks for an entry.
  const rows = list.map((each): readonly ImportRow[] => {
    count.at += 1;
    const { at } = count;
    const given = typeof each === 'string' ? { url: each } : each;
    if (!isTree(given)) return [{ kind: 'not-taken', at, name: '', fault: fault('link-unreadable') }];
    const [address, title] = [addressOf(given), titleOf(given)];
    const inner = innerLists(given);
    if (address === null && inner.length > 0 && depth < maxDepth) {
      // Firefox marks the folders that every browser has.
      const name = 'root' in given ? null : title;
      return inner.flatMap((below) => entriesOf(below, name ?? group, count, depth + 1));
    }
    if (address === null)
      return [
        title === null
          ? { kind: 'not-taken', at, name: '', fault: fault('url-missing') }
          : { kind: 'heading', at, title },
      ];
    const icon = v.is(iconName, given['icon']) ? given['icon'] : null;
    const isOn = given['active'] !== false && given['on'] !== false && given['enabled'] !== false;
    return [{ kind: 'link', at, address, title, group: groupOf(given) ?? group, isOn, icon }];
  });
  return inPlace(list, rows).flat();
}

/** Words that stand over the columns of a table, in the languages of the dashboard and in those of exports. */
const columnNames = {
  address:
    /^(urls?|links?|href|uri|(web ?)?address|web(site|seite)?|site|adresse|dirección|enlace|lien|indirizzo|endereço|adres|アドレス|リンク|링크|주소|链接|网址|رابط|العنوان)$/i,
  title:
    /^(title|name|label|text|caption|titel|bezeichnung|beschriftung|título|nombre|titre|nom|titolo|nome|tytuł|nazwa|naam|タイトル|名前|제목|이름|标题|名称|العنوان الظاهر|الاسم)$/i,
  group: /^(group|heading|category|section|folder|gruppe|überschrift|kategorie|categoría|catégorie)$/i,
} as const;

export const isAddressHeading = (line: string): boolean => columnNames.address.test(line.trim());

interface TableRecord {
  readonly at: number;
  readonly cells: readonly string[];
  /** A quoted cell does not end where it should. */
  readonly isBroken: boolean;
}

/**
 * RFC 4180, with any separator; a quoted cell may have line breaks. One that does not end where a cell can end is read as it stands, to the end of its
 * line at most, so that it takes no other line along. The next mark ends the look for its end, so that no character is read often.
 */
export function tableOf(text: string, separator: string): readonly TableRecord[] {
  const records: TableRecord[] = [];
  const quoted = /[ ]*"([^"]*(?:""[^"]*)*)("?)[ ]*/y;
  const plain = new RegExp(`[^${separator}\\n]*`, 'y');
  let [at, line, from] = [0, 1, 1];
  let [cells, isBroken]: [string[], boolean] = [[], false];
  while (at <= text.length) {
    quoted.lastIndex = at;
    plain.lastIndex = at;
    const [whole = '', inside = '', end = ''] = quoted.exec(text) ?? [];
    const next = text[at + whole.length] ?? '\n';
    const isQuoted = end !== '' && (next === separator || next === '\n');
    const [written = ''] = isQuoted ? [whole] : (plain.exec(text) ?? []);
    cells.push((isQuoted ? inside.replaceAll('""', '"') : written.replace(/^[ ]*"|"$/g, '')).trim());
    isBroken ||= !isQuoted && whole !== '';
    line += written.split('\n').length - 1;
    at += written.length;
    const isNext = text[at] === separator;
    at += 1;
    if (isNext) continue;
    if (cells.some((each) => each !== '')) records.push({ at: from, cells, isBroken });
    line += 1;
    [cells, from, isBroken] = [[], line, false];
  }
  return records;
}

/** Which column has the address, and which the title (null = none). Counted from 0. */
export interface ImportColumns {
  readonly address: number;
  readonly title: number | null;
}

/** A separator that splits most lines into as many cells as the first one; null = the text is no table. */
export function separatorOf(text: string): string | null {
  const sample = text.slice(0, 20_000);
  for (const separator of ['\t', ';', ',']) {
    const records = tableOf(sample, separator)
      .filter(({ isBroken }) => !isBroken)
      .slice(0, 50);
    const width = records[0]?.cells.length ?? 0;
    const alike = records.filter(({ cells }) => cells.length === width).length;
    if (width > 1 && records.length > 1 && alike >= records.length * 0.8) return separator;
  }
  return null;
}

type TablePlan =
  | { readonly kind: 'columns'; readonly columns: ImportColumns; readonly hasHeading: boolean }
  /** Several columns have addresses, or none is called so: only the owner knows which. */
  | { readonly kind: 'ask'; readonly names: readonly string[] }
  | { readonly kind: 'no-table' };

const namesOf = (records: readonly TableRecord[]) => records.slice(0, 1).flatMap(({ cells }) => cells);

/** The columns of a table: by the words over them, or by what is in them. */
export function planOf(records: readonly TableRecord[], isAddress: (cell: string) => boolean): TablePlan {
  const names = namesOf(records);
  const column = (pattern: RegExp) => names.findIndex((name) => pattern.test(name));
  const hasHeading = !names.some(isAddress);
  const called = column(columnNames.address);
  const sample = (hasHeading ? records.slice(1) : records).slice(0, 50);
  const filled = names
    .map((_, at) => at)
    .filter((at) => sample.filter(({ cells }) => isAddress(cells[at] ?? '')).length * 2 > sample.length);
  const [only] = filled;
  const address = called >= 0 ? called : filled.length === 1 ? only : undefined;
  if (address !== undefined) {
    const titled = column(columnNames.title);
    const other = names.findIndex((_, at) => at !== address);
    return { kind: 'columns', columns: { address, title: titled >= 0 ? titled : other }, hasHeading };
  }
  return hasHeading && filled.length > 1 ? { kind: 'ask', names } : { kind: 'no-table' };
}

export function* tableRows(
  records: readonly TableRecord[],
  columns: ImportColumns,
  hasHeading: boolean,
): Generator<ImportRow> {
  const groups = hasHeading ? namesOf(records).findIndex((name) => columnNames.group.test(name)) : -1;
  for (const { at, cells, isBroken } of hasHeading ? records.slice(1) : records) {
    const address = cells[columns.address] ?? '';
    const title = (columns.title === null ? undefined : cells[columns.title]) || null;
    const isLost = isBroken && !isAddressLike(address);
    if (isLost) yield { kind: 'not-taken', at, name: cells.join(' '), fault: fault('quote-open') };
    else if (address === '') yield { kind: 'not-taken', at, name: title ?? '', fault: fault('url-missing') };
    else {
      const group = cells[groups] || null;
      yield { kind: 'link', at, address, title, group, isOn: true, icon: null };
    }
  }
}

/** A word that is meant as an address: with a scheme, a host name, an email address, or a name on a server. */
const addressLike =
  /^[<("'[]*(?:[a-z][a-z0-9+.-]*[:：][^\s\d]|@?[\w.+-]+@[\p{L}\p{N}-]+\.[\p{L}\p{N}.-]+|(?:[\p{L}\p{N}][\p{L}\p{N}-]*\.)+\p{L}{2,}(?:[:/?#]|[)>"'\].,;]*$)|tel:)/iu;

export const isAddressLike = (word: string): boolean => addressLike.test(word.slice(0, 4000));

/** Commas and semicolons belong to addresses, too; where they stand between two, the word as a whole is none. */
const wordsOf = (line: string): readonly string[] =>
  line.split(/\s+/).flatMap((word) => {
    const parts = word.split(/[,;](?=\S)/);
    return parts.length > 1 && parts.every(isAddressLike) ? parts : [word];
  });

/** No title is longer, and a pattern that looks for the end of a line takes long on a longer one. */
const maxHeadingLength = 300;

const titleIn = (text: string): string | null =>
  text
    .slice(0, maxHeadingLength)
    .replace(/\s+/g, ' ')
    .replace(/^[\s\-–—*•·>|:：=→]+|[\s\-–—|:：=→,;(<[]+$/g, '')
    .trim() || null;

const markdown = /\[([^[\]\n]{1,300})\]\(<?([^\s()[\]<>]{1,4000})>?(?:\s{1,9}"[^"]{0,300}")?\)/g;
/** A picture in Markdown, which may be what a link shows. */
const markdownPicture = /!\[([^[\]\n]{0,300})\]\([^\s()[\]<>]{1,4000}\)/g;

/**
 * Addresses in plain text. The words before the only address of a line are its title, or the line above if it has none of its own; `# Music` and
 * `Music:` are headings. Markdown's links too.
 */
export function* textRows(text: string): Generator<ImportRow> {
  let above: { readonly at: number; readonly words: string } | null = null;
  const missed = (): readonly ImportRow[] =>
    above === null
      ? []
      : [{ kind: 'not-taken', at: above.at, name: above.words, fault: fault('url-missing') }];
  for (const [index, whole] of text.split('\n').entries()) {
    const [at, line] = [index + 1, whole.trim()];
    if (line === '' || (at === 1 && isAddressHeading(line))) continue;
    const link = (address: string, title: string | null): ImportRow => {
      return { kind: 'link', at, address, title, group: null, isOn: true, icon: null };
    };
    const shown = line.replace(markdownPicture, '$1');
    const written = [...shown.matchAll(markdown)];
    const words = wordsOf(shown.replace(markdown, ' '));
    const addresses = words.filter(isAddressLike);
    if (written.length > 0) {
      yield* missed();
      above = null;
      for (const [, name = '', target = ''] of written) yield link(target, name);
      for (const address of addresses) yield link(address, null);
      continue;
    }
    if (addresses.length === 0) {
      yield* missed();
      const heading = /^#+\s|[:：]$/.test(line) ? titleIn(line.replace(/^#+\s+/, '')) : null;
      above = heading === null ? { at, words: line } : null;
      if (heading !== null) yield { kind: 'heading', at, title: heading };
      continue;
    }
    const own = titleIn(words.filter((word) => !isAddressLike(word)).join(' '));
    if (own !== null || addresses.length > 1) yield* missed();
    const title = own ?? above?.words ?? null;
    above = null;
    for (const address of addresses) yield link(address, addresses.length === 1 ? title : null);
  }
  yield* missed();
}
