import { fault } from '../base/field-faults';
import { fail, ok, type Result } from '../base/result';
import type { DraftBlock } from '../blocks/block';
import { maxLabelLength, maxUrlLength } from '../links/link';
import { readableAddress } from '../links/readable-address';
import type { TypedLink } from '../links/typed-link';
import { findPlatform } from '../platforms/platform-catalogue';
import { cleanLine } from '../text/text';
import {
  isAddressLike,
  jsonRows,
  planOf,
  separatorOf,
  tableOf,
  tableRows,
  textRows,
  type ImportColumns,
  type ImportRow,
} from './listed';
import { bookmarkRows, outlineRows, pageRows } from './marked-up';
import { ownRows } from './own-file';

export type { ImportColumns } from './listed';

/** Of one file. A profile has room for fewer. */
export const maxImportLinks = 500;
export const maxImportBytes = 5_000_000;
const maxLines = 50_000;
/** Those that are read when most of them are no links. */
const maxRows = 2000;
/** A title comes whole, so that its owner shortens it; this only keeps a broken file out of the draft. */
const maxTitleLength = 1000;

export type ImportFault =
  'empty' | 'too-large' | 'too-many-lines' | 'archive' | 'binary' | 'broken-json' | 'no-links';

export interface ImportedLink {
  readonly at: number;
  readonly url: string;
  readonly label: string;
  readonly group: string | null;
  readonly on: boolean;
  readonly icon: string | null;
}

/** `at`: its place among the links, too. */
export interface ImportedBlock {
  readonly at: number;
  readonly block: DraftBlock;
}

/** A row that is no link. `why`: a fault code, or that no link stands under a heading, or that a picture is not in the file. */
export interface RefusedRow {
  readonly at: number;
  readonly name: string;
  readonly why: string;
}

export interface FoundLinks {
  readonly kind: 'links';
  /** What `at` counts. */
  readonly counts: 'lines' | 'entries';
  readonly links: readonly ImportedLink[];
  /** Of Busker's own files only. */
  readonly blocks?: readonly ImportedBlock[];
  readonly refused: readonly RefusedRow[];
  /** Links beyond the limit. */
  readonly leftOut: number;
  /** Further rows that are no links, which are not named one by one; null = none. */
  readonly unnamed: { readonly count: number; readonly first: number; readonly last: number } | null;
}

export type ImportRead =
  | FoundLinks
  /** A table whose columns only the owner knows. */
  | { readonly kind: 'ask-columns'; readonly names: readonly string[] };

export interface ImportOptions {
  /** The rule for addresses. */
  readonly read: (address: string) => TypedLink;
  /** The owner's answer to `ask-columns`. */
  readonly columns?: ImportColumns | undefined;
  /** The address of a fetched page. */
  readonly base?: string;
}

/** The links of a file or of pasted text, whatever program wrote it: its content decides how it is read, never its name. */
export function readImport(given: string, options: ImportOptions): Result<ImportRead, ImportFault> {
  if (given.length > maxImportBytes) return fail('too-large');
  const text = given.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  if (text.trim() === '') return fail('empty');
  if (linesOf(text) > maxLines) return fail('too-many-lines');
  // A list in Markdown begins with a bracket, too.
  if (/^\s*(?:\{|\[\s*(?:[[{"\]\d-]|null|true|false))/.test(text)) return readJson(text, options, ownRows);
  const start = text.slice(0, 4000);
  if (/<!doctype netscape-bookmark/i.test(start) || /<dt>\s*<(a|h3)\b/i.test(start))
    return gather(bookmarkRows(text), options);
  if (/<opml\b/i.test(start)) return gather(outlineRows(text), options);
  if (/<(!doctype html|html|head|body|a\s[^>]*href|ul|div|nav|section|main)\b/i.test(start))
    return readHtml(text, options);
  return readPlain(text, options);
}

function linesOf(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function parsed(text: string): { readonly json: unknown } | null {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return null;
  }
}

function readJson(
  text: string,
  options: ImportOptions,
  own: typeof ownRows = () => null,
): Result<FoundLinks, ImportFault> {
  const read = parsed(text);
  return read === null
    ? fail('broken-json')
    : gather(own(read.json) ?? jsonRows(read.json), options, 'entries');
}

/** A page of Linktree and of others built with Next.js has its data as JSON, with more than its links show. */
export function readHtml(text: string, options: ImportOptions): Result<FoundLinks, ImportFault> {
  // By the first place of each sign: a pattern would look through the rest of the file again for each tag that does not end.
  const start = text.indexOf('<script id="__NEXT_DATA__"');
  const from = start < 0 ? 0 : text.indexOf('>', start) + 1;
  const fromData = from > 0 ? readJson(text.slice(from, text.indexOf('<', from)), options) : null;
  return fromData?.ok === true ? fromData : gather(pageRows(text, options.base), options);
}

function readPlain(text: string, options: ImportOptions): Result<ImportRead, ImportFault> {
  // Excel's own line that names the separator.
  const [, named] = /^sep=([,;\t])\n/i.exec(text) ?? [];
  const separator = named ?? separatorOf(text);
  if (separator !== null) {
    // The line of the separator becomes an empty record, so that later ones keep their numbers.
    const records = tableOf(text.replace(/^sep=[,;\t](?=\n)/i, ''), separator);
    const plan = planOf(records, isAddressLike);
    if (options.columns !== undefined) return gather(tableRows(records, options.columns, true), options);
    if (plan.kind === 'ask') return ok({ kind: 'ask-columns', names: plan.names });
    if (plan.kind === 'columns') return gather(tableRows(records, plan.columns, plan.hasHeading), options);
  }
  return gather(textRows(text), options);
}

export function gather(
  rows: Iterable<ImportRow>,
  { read }: ImportOptions,
  counts: 'lines' | 'entries' = 'lines',
): Result<FoundLinks, ImportFault> {
  const links: ImportedLink[] = [];
  const blocks: ImportedBlock[] = [];
  const refused: RefusedRow[] = [];
  let leftOut = 0;
  let unnamed = null as FoundLinks['unnamed'];
  let heading: { readonly at: number; readonly name: string; isUsed: boolean } | null = null;
  const endHeading = () => {
    if (heading?.isUsed === false) refused.push({ at: heading.at, name: heading.name, why: 'heading-empty' });
  };
  for (const row of rows) {
    if (links.length >= maxImportLinks || links.length + blocks.length + refused.length >= maxRows) {
      leftOut += row.kind === 'link' || row.kind === 'block' ? 1 : 0;
      if (row.kind === 'not-taken')
        unnamed = { count: (unnamed?.count ?? 0) + 1, first: unnamed?.first ?? row.at, last: row.at };
      continue;
    }
    if (row.kind === 'not-taken') refused.push({ at: row.at, name: shown(row.name), why: row.fault });
    if (row.kind === 'heading') {
      endHeading();
      heading = { at: row.at, name: titled(row.title), isUsed: false };
    }
    if (row.kind === 'block') blocks.push(row);
    if (row.kind !== 'link') continue;
    const taken = linkOf(row, heading?.name ?? null, read);
    if ('why' in taken) refused.push(taken);
    else links.push(taken);
    // Also by a link that is refused: the heading is not what is wrong.
    if (heading !== null) heading.isUsed = true;
  }
  endHeading();
  const isNothing = (why: string) => why === fault('url-missing') || why === fault('link-unreadable');
  if (links.length + blocks.length === 0 && refused.every(({ why }) => isNothing(why)))
    return fail('no-links');
  // That a heading is empty is known only at the next one.
  refused.sort((a, b) => a.at - b.at);
  return ok({
    kind: 'links',
    counts,
    links,
    ...(blocks.length > 0 && { blocks }),
    refused,
    leftOut,
    unnamed,
  });
}

const titled = (title: string): string => cleanLine(title.slice(0, maxTitleLength));
/** In a list of what is not taken a name needs not be whole. */
const shown = (name: string): string => cleanLine(name.slice(0, 120));

function linkOf(
  row: ImportRow & { readonly kind: 'link' },
  heading: string | null,
  read: (address: string) => TypedLink,
): ImportedLink | RefusedRow {
  const title = titled(row.title ?? '');
  const refuse = (why: string): RefusedRow => ({ at: row.at, name: shown(title || row.address), why });
  if (row.address.length > 2 * maxUrlLength) return refuse(fault('url-too-long', maxUrlLength));
  const typed = read(row.address);
  if (typed.kind === 'refused') return refuse(typed.fault);
  if (typed.kind === 'name') return refuse(fault('url-no-domain'));
  // In a list nothing is asked: what is written like an email address is one.
  const url = typed.kind === 'url' ? typed.url : typed.mail;
  const label =
    title || (findPlatform(url)?.label ?? cleanLine(readableAddress(url).slice(0, maxLabelLength)));
  const group = row.group === null ? heading : titled(row.group);
  return { at: row.at, url, label, group: group || null, on: row.isOn, icon: row.icon };
}
