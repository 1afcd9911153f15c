import * as v from 'valibot';
import { fault } from '../../../core/base/field-faults';
import { maxLabelLength, type DraftLink } from '../../../core/profile/link';
import { readableAddress } from '../../../core/profile/readable-address';
import type { Look } from '../../../core/profile/draft';
import { parsePublicProfile } from '../../../core/profile/public-profile';
import { fail, ok, type Result } from '../../../core/base/result';
import { readLink } from './read-link';

export interface ProfileFile {
  readonly links: readonly Omit<DraftLink, 'order'>[];
  /** Those that are not imported, and why. */
  readonly refused: readonly RefusedLink[];
  readonly name: string | null;
  readonly bio: string | null;
  readonly look: Look | null;
}

/** A link of a file that is not imported. `fault`: a fault code. */
export interface RefusedLink {
  readonly name: string;
  readonly fault: string;
}

/**
 * Reads the public JSON of a profile, a plain list of links (`[{"url": …}]`), or the export of another link page: any list of objects with an address
 * and mostly a title. Links that cannot be published are named, the others are read. The result only goes into the draft.
 */
export function readProfileFile(content: string): Result<ProfileFile, 'unreadable'> {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    return fail('unreadable');
  }
  const profile = parsePublicProfile(json);
  if (profile.ok) {
    const { links, name, bio, look } = profile.value;
    return ok({ links: links.map(draftLinkOf), refused: [], name, bio, look });
  }
  const listed = listOf(json);
  if (listed === null) return fail('unreadable');
  const { links, refused } = readEntries(listed);
  return links.length + refused.length > 0
    ? ok({ links, refused, name: null, bio: null, look: null })
    : fail('unreadable');
}

/** The names that other link pages give a link's parts in their exports. */
const entry = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((given) => {
    const first = (...keys: readonly string[]) =>
      keys.map((key) => given[key]).find((each) => typeof each === 'string' && each.trim() !== '');
    const asText = (each: unknown) => (typeof each === 'string' ? each.trim() : null);
    return {
      address: asText(first('url', 'link', 'href', 'address')),
      title: asText(first('label', 'title', 'name', 'text')),
      group: asText(first('group')),
      isOn: given['active'] !== false && given['on'] !== false && given['enabled'] !== false,
    };
  }),
);

function listOf(json: unknown): readonly unknown[] | null {
  const listed: unknown = typeof json === 'object' && json !== null && 'links' in json ? json.links : json;
  const list = v.safeParse(v.array(v.unknown()), listed);
  return list.success ? list.output : null;
}

/** An entry without an address is a heading: the links after it are under it. */
function readEntries(listed: readonly unknown[]): Pick<ProfileFile, 'links' | 'refused'> {
  const links: Omit<DraftLink, 'order'>[] = [];
  const refused: RefusedLink[] = [];
  let heading: string | null = null;
  for (const [at, each] of listed.entries()) {
    const read = v.safeParse(entry, each);
    if (!read.success) {
      refused.push({ name: String(at + 1), fault: fault('link-unreadable') });
      continue;
    }
    const { address, title, group, isOn } = read.output;
    if (address === null) {
      if (title === null) refused.push({ name: String(at + 1), fault: fault('url-missing') });
      heading = title ?? heading;
      continue;
    }
    const typed = readLink(address);
    const name = title ?? address;
    if (typed.kind === 'refused') refused.push({ name, fault: typed.fault });
    else if (typed.kind === 'name') refused.push({ name, fault: fault('url-no-domain') });
    else {
      const url = typed.kind === 'url' ? typed.url : typed.mail;
      links.push({ ...draftLinkOf({ url, label: title ?? undefined, group: group ?? heading }), on: isOn });
    }
  }
  return { links, refused };
}

interface FileLink {
  readonly url: string;
  readonly label?: string | undefined;
  readonly group?: string | null | undefined;
  readonly icon?: string | null | undefined;
}

/** Texts come whole: what is too long has an error in the editor. Pictures are not imported: a profile can show only its owner's uploads. */
function draftLinkOf({ url, label, group, icon }: FileLink): Omit<DraftLink, 'order'> {
  return {
    url,
    label: label?.trim() || readableAddress(url).slice(0, maxLabelLength),
    on: true,
    group: group?.trim() || null,
    sign: icon ? { kind: 'icon', icon } : null,
  };
}
