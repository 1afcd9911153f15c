import { copiedFrom } from './copied-fields';
import type { Draft } from './draft';
import type { GoalStart } from './goal-start';
import { maxAliases } from './handle';
import type { StoredPicture, StoredProfile } from './stored-profile';
import { currencyCodes, type Currency } from '../money/currency-codes';
import { keptOf, type Totals } from '../money/totals';

/** The inputs of publishing besides the draft. */
export interface PublishInputs {
  readonly uid: string;
  /** The published profile; null at the first time. */
  readonly previous: StoredProfile | null;
  /** The draft's picture, after its bytes were checked and copied. */
  readonly picture: StoredPicture | null;
  /** The pictures of the draft's links, likewise. */
  readonly linkPictures: readonly StoredPicture[];
  /** The owner's totals so far: a new goal starts at zero. Missing = no tips yet. */
  readonly totals?: Totals;
  /** The current handle if the profile was never shown under it: then it does not become an alias. */
  readonly unused?: string | null;
  readonly now: number;
}

/**
 * The profile that a publishable draft becomes. A renamed handle stays as an alias; an alias that becomes the handle again leaves the list. A
 * verified link stays verified while its address is among the links.
 */
export function publishedProfile(
  draft: Draft,
  { uid, previous, picture, linkPictures, totals = {}, unused = null, now }: PublishInputs,
): StoredProfile {
  const urls = new Set(Object.values(draft.links).map((link) => link.url));
  return {
    v: 1,
    uid,
    handle: draft.handle,
    aliases: aliasesAfter(previous, draft.handle).filter((alias) => alias !== unused),
    ...copiedFrom(draft),
    picture,
    links: draft.links,
    linkPictures,
    verifiedUrls: (previous?.verifiedUrls ?? []).filter((url) => urls.has(url)),
    goalStart: goalStartAfter(previous?.goalStart ?? null, draft.tips.goal, totals),
    revision: draft.revision,
    firstPublishedAt: previous?.firstPublishedAt ?? now,
    publishedAt: now,
    takenDownAt: null,
  };
}

function aliasesAfter(previous: StoredProfile | null, handle: string): readonly string[] {
  if (previous === null) return [];
  const earlier = [previous.handle, ...previous.aliases].filter((known) => known !== handle);
  return [...new Set(earlier)].slice(0, maxAliases);
}

/** A goal with a new label is a new goal and starts at zero. With a new amount it stays the same goal. */
export function goalStartAfter(
  previous: GoalStart | null,
  goal: { readonly label: string } | null,
  sums: Totals,
): GoalStart | null {
  if (goal === null || previous?.label === goal.label) return previous;
  const kept: Partial<Record<Currency, number>> = {};
  for (const currency of currencyCodes) {
    const sum = sums[currency];
    if (sum !== undefined) kept[currency] = keptOf(sum);
  }
  return { label: goal.label, kept };
}
