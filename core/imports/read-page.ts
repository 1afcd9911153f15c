import { ok, type Result } from '../base/result';
import { cleanLine, cleanLines } from '../text/text';
import { readUrl } from '../text/safe-url';
import { oneLine, tagsOf } from './marked-up';
import type { ImportRow } from './listed';
import {
  gather,
  maxImportLinks,
  readHtml,
  type FoundLinks,
  type ImportFault,
  type ImportOptions,
} from './read-import';

/** What a page says of the person whose page it is. Null = nothing. */
export interface PageAbout {
  readonly name: string | null;
  readonly bio: string | null;
  /** The address of a picture. */
  readonly picture: string | null;
}

export interface PageImport extends PageAbout {
  readonly read: Result<FoundLinks, ImportFault>;
  /** Asks for a password: what a visitor sees before they sign in. */
  readonly hasPassword: boolean;
}

/** In a draft a text may be four times as long as on the page (rules/firestore.rules), so that its owner can shorten it. */
const most = { name: 200, bio: 1200 } as const;

type Tree = Readonly<Record<string, unknown>>;
const isTree = (given: unknown): given is Tree =>
  typeof given === 'object' && given !== null && !Array.isArray(given);
const listed = (given: unknown): readonly unknown[] => (Array.isArray(given) ? given : [given]);
const textAt = (given: Tree, ...keys: readonly string[]): string | null => {
  const texts = keys.map((key) => given[key]);
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? null;
};

/** Deeper than the data of any page. */
const maxDepth = 10;

/** The first object of the page's data that is a person's page, by the names that Linktree and its likes give the parts. */
function accountIn(given: unknown, depth = 0): Tree | null {
  if (depth > maxDepth) return null;
  if (isTree(given) && textAt(given, 'pageTitle', 'profilePictureUrl', 'displayName') !== null) return given;
  const inner: readonly unknown[] = Array.isArray(given) ? given : isTree(given) ? Object.values(given) : [];
  for (const each of inner) {
    const found = accountIn(each, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** The objects of JSON-LD (w3.org/TR/json-ld11), also those that lie in a graph or are what a page is about. */
function entitiesIn(given: unknown, depth = 0): readonly Tree[] {
  if (depth > maxDepth) return [];
  return listed(given).flatMap((each) =>
    isTree(each)
      ? [
          each,
          ...['@graph', 'mainEntity', 'mainEntityOfPage'].flatMap((key) =>
            each[key] === undefined ? [] : entitiesIn(each[key], depth + 1),
          ),
        ]
      : [],
  );
}

/** Types of schema.org that have a page of links. */
const isSomebody = (entity: Tree): boolean =>
  listed(entity['@type']).some((type) =>
    /(^|[/:])(Person|\w*Organization|\w*Group|\w*Business|Brand)$/.test(String(type)),
  );

function pictureOf(image: unknown): string | null {
  const [first] = listed(image);
  return typeof first === 'string' ? first : isTree(first) ? textAt(first, 'url', 'contentUrl') : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

interface Seen {
  account: Tree | null;
  person: Tree | null;
  /** `og:title`, `description` and so on, each as it comes first. */
  readonly named: Map<string, string>;
  readonly me: string[];
  hasPassword: boolean;
}

function seenIn(html: string): Seen {
  const seen: Seen = { account: null, person: null, named: new Map(), me: [], hasPassword: false };
  const note = (name: string | undefined, text: string | null | undefined) => {
    const key = name?.trim().toLowerCase() ?? '';
    if (key !== '' && text?.trim() && !seen.named.has(key)) seen.named.set(key, text.trim());
  };
  for (const { name, isEnd, attributes, before, inside } of tagsOf(html)) {
    const rel = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (name === 'title' && isEnd) note('title', oneLine(before));
    if (name === 'meta')
      note(attributes.get('property') ?? attributes.get('name'), attributes.get('content'));
    if (name === 'link' && rel.includes('apple-touch-icon')) note('icon', attributes.get('href'));
    if (name === 'link' && rel.includes('me')) seen.me.push(attributes.get('href') ?? '');
    if (name === 'input' && attributes.get('type')?.toLowerCase() === 'password') seen.hasPassword = true;
    if (name !== 'script' || isEnd) continue;
    if (attributes.get('id') === '__NEXT_DATA__') seen.account ??= accountIn(parsed(inside));
    if (attributes.get('type')?.toLowerCase() === 'application/ld+json')
      seen.person ??= entitiesIn(parsed(inside)).find(isSomebody) ?? null;
  }
  return seen;
}

/** “Nina | Linktree” is a title; the name is the part before the site's. */
function withoutSite(title: string, site: string): string {
  const end = title.toLowerCase().lastIndexOf(site.toLowerCase());
  if (site === '' || end <= 0 || end + site.length !== title.length) return title;
  return title.slice(0, end).replace(/[\s|·•:–—-]{1,9}$/, '') || title;
}

function aboutOf({ account, person, named }: Seen, url: string): PageAbout {
  const own = account ?? {};
  const some = person ?? {};
  const title = named.get('og:title') ?? named.get('twitter:title') ?? named.get('title') ?? '';
  const site = named.get('og:site_name') ?? named.get('application-name') ?? '';
  const name =
    textAt(own, 'pageTitle', 'displayName', 'username') ?? textAt(some, 'name') ?? withoutSite(title, site);
  const bio =
    textAt(own, 'description', 'bio') ??
    textAt(some, 'description') ??
    named.get('og:description') ??
    named.get('description') ??
    '';
  const picture =
    textAt(own, 'profilePictureUrl', 'customAvatar', 'avatarUrl', 'avatar') ??
    pictureOf(some['image'] ?? some['logo']) ??
    named.get('og:image') ??
    named.get('twitter:image') ??
    named.get('icon') ??
    '';
  const address = picture !== '' && URL.canParse(picture, url) ? new URL(picture, url).href : '';
  return {
    name: cleanLine(name.slice(0, most.name)) || null,
    bio: cleanLines(bio.slice(0, most.bio)) || null,
    picture: address.length <= 2048 && /^https?:/.test(address) && readUrl(address) !== null ? address : null,
  };
}

/**
 * A page that was fetched from its address: who it is about, and its links. Those that it says are the same person's elsewhere (`rel="me"`,
 * microformats.org/wiki/rel-me; `sameAs` of JSON-LD) follow the links that a visitor sees. Nothing on the page is run.
 */
export function readFetchedPage(
  given: string,
  options: ImportOptions & { readonly base: string },
): PageImport {
  const html = given.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const seen = seenIn(html);
  const links = readHtml(html, options);
  const same = listed(seen.person?.['sameAs']).filter((each) => typeof each === 'string');
  return {
    ...aboutOf(seen, options.base),
    hasPassword: seen.hasPassword,
    read: withOthers(links, [...seen.me, ...same], options),
  };
}

/** More than anybody has accounts. */
const maxOthers = 50;

function withOthers(
  found: PageImport['read'],
  addresses: readonly string[],
  options: ImportOptions,
): PageImport['read'] {
  const more = gather(addresses.slice(0, maxOthers).map(linkTo), options);
  if (!more.ok) return found;
  if (!found.ok) return more;
  const links = [...found.value.links];
  for (const each of more.value.links)
    if (links.length < maxImportLinks && !links.some(({ url }) => url === each.url)) links.push(each);
  return ok({ ...found.value, links });
}

const linkTo = (address: string): ImportRow => ({
  kind: 'link',
  at: 1,
  address,
  title: null,
  group: null,
  isOn: true,
  icon: null,
});
