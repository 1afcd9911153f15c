import * as v from 'valibot';
import { maxGroupLength, maxLabelLength, safeUrl, type DraftLink } from '../../../core/profile/link';
import { readableAddress } from '../../../core/profile/readable-address';
import type { Look } from '../../../core/profile/look';
import { parsePublicProfile } from '../../../core/profile/public-profile';
import { fail, ok, type Result } from '../../../core/base/result';

export interface ProfileFile {
  readonly links: readonly Omit<DraftLink, 'order'>[];
  readonly name: string | null;
  readonly bio: string | null;
  readonly look: Look | null;
}

/** A list of links from elsewhere: each needs at least an address. */
const looseLinks = v.array(
  v.object({ url: safeUrl, label: v.optional(v.string()), group: v.optional(v.nullable(v.string())) }),
);

/** Reads the public JSON of a profile, or a plain list of links (`[{"url": …}]`). The result only goes into the draft. */
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
    return ok({ links: links.map(draftLinkOf), name, bio, look });
  }
  const listed = v.safeParse(looseLinks, json);
  return listed.success
    ? ok({ links: listed.output.map(draftLinkOf), name: null, bio: null, look: null })
    : fail('unreadable');
}

interface FileLink {
  readonly url: string;
  readonly label?: string | undefined;
  readonly group?: string | null | undefined;
  readonly icon?: string | null | undefined;
}

/** Pictures are not imported: a profile can show only its owner's uploads. */
function draftLinkOf({ url, label, group, icon }: FileLink): Omit<DraftLink, 'order'> {
  const shown = label?.trim() || readableAddress(url);
  return {
    url,
    label: shown.slice(0, maxLabelLength),
    on: true,
    group: group?.trim().slice(0, maxGroupLength) || null,
    sign: icon ? { kind: 'icon', icon } : null,
  };
}
