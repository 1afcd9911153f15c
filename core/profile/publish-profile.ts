import type { Draft } from './draft';
import { goalStartAfter } from './goal-start';
import { maxAliases } from './handle';
import type { StoredPicture, StoredProfile } from './stored-profile';
import type { Totals } from '../money/totals';

/** What publishing knows besides the draft. */
export interface Publishing {
  readonly uid: string;
  /** What is live so far; null at the first time. */
  readonly previous: StoredProfile | null;
  /** The draft's picture after its bytes were checked and copied. */
  readonly picture: StoredPicture | null;
  /** And those of its links. */
  readonly linkPictures: readonly StoredPicture[];
  /** What the owner's tips came to before: a new goal begins with nothing. Missing = no tips yet. */
  readonly totals?: Totals;
  /** The handle so far, when nobody was ever shown the profile under it: it becomes no alias. */
  readonly unused?: string | null;
  readonly now: number;
}

/**
 * The profile that a publishable draft becomes. A renamed handle stays as an alias; an alias taken back leaves the list. A link that
 * was verified stays so while its address is among the links.
 */
export function publishedProfile(
  draft: Draft,
  { uid, previous, picture, linkPictures, totals = {}, unused = null, now }: Publishing,
): StoredProfile {
  const urls = new Set(Object.values(draft.links).map((link) => link.url));
  return {
    v: 1,
    uid,
    handle: draft.handle,
    aliases: aliasesAfter(previous, draft.handle).filter((alias) => alias !== unused),
    name: draft.name,
    bio: draft.bio,
    picture,
    links: draft.links,
    linkPictures,
    verifiedUrls: (previous?.verifiedUrls ?? []).filter((url) => urls.has(url)),
    look: draft.look,
    tips: draft.tips,
    goalStart: goalStartAfter(previous?.goalStart ?? null, draft.tips.goal, totals),
    allowedSites: draft.allowedSites,
    language: draft.language,
    revision: draft.revision,
    firstPublishedAt: previous?.firstPublishedAt ?? now,
    publishedAt: now,
  };
}

function aliasesAfter(previous: StoredProfile | null, handle: string): readonly string[] {
  if (previous === null) return [];
  const earlier = [previous.handle, ...previous.aliases].filter((known) => known !== handle);
  return [...new Set(earlier)].slice(0, maxAliases);
}
