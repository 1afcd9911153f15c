import { paths } from '@busker/core/documents/documents';
import { siteField } from '@busker/core/insights/insight-document';
import {
  isCurrent,
  makeCachedProfile,
  type HandleClaim,
  type CachedProfile,
  type CachedShown,
} from '@busker/core/profile-documents/profile-document';
import { restrictionOf, rightsIn, withoutLimited } from '@busker/core/moderation/standing';
import type { StoredProfile } from '@busker/core/profile/profile';
import type { Deps } from '../deps';
import { stored, type Increments, type Transaction, type Writes } from '../store/store';

/** Views, clicks by link and views by site. */
export interface Counted {
  readonly views: number;
  readonly clicks: ReadonlyMap<string, number>;
  readonly sites: ReadonlyMap<string, number>;
}

/** The counts of one handle on one day, from several batches. */
export interface HandleDay extends Counted {
  /** Its place in the order of a round. */
  readonly key: string;
  readonly handle: string;
  readonly day: string;
  /** The same by quarter of an hour. Rows of older releases have no time, and are only in the counts of the day. */
  readonly times: ReadonlyMap<string, Counted>;
}

type ProfileDeps = Pick<Deps, 'clock'>;

/** A profile as visitors see it, and whether it was ever shown under this handle. */
interface SeenCard {
  readonly handle: string;
  readonly isUsed: boolean;
  readonly profile: StoredProfile;
}

/** The increments of one document. */
interface Addition {
  readonly day: string;
  readonly by: Increments;
}

/** The roll-up is the only writer of these documents and adds to each a few times an hour, so one shard is enough. */
const shard = 0;

/** Adds to the days of the owners. Counts of unknown handles, of profiles that are not shown, and of links and blocks that the profile does not have are dropped. */
export async function addCounts(
  deps: ProfileDeps,
  tx: Transaction,
  sums: readonly HandleDay[],
): Promise<(writes: Writes) => void> {
  const cards = await shownCards(deps, tx, [...new Set(sums.map(({ handle }) => handle))]);
  const fresh = cards.filter(({ isUsed }) => !isUsed);
  const claims = await tx.readAll(fresh.map(({ handle }) => stored.handle(handle)));
  const profiles = new Map(cards.map(({ handle, profile }) => [handle, profile]));
  const additions = new Map<string, Addition>();
  for (const sum of sums) {
    const profile = profiles.get(sum.handle);
    const by = profile === undefined ? {} : countsOf(profile, sum);
    if (profile === undefined || Object.keys(by).length === 0) continue;
    // Two names of one profile add to the same day.
    const path = paths.insight(profile.uid, sum.day, shard);
    additions.set(path, { day: sum.day, by: together(additions.get(path)?.by ?? {}, by) });
  }
  return (writes) => {
    for (const [path, { day, by }] of additions) writes.add(path, fitting(by), { v: 1, day });
    // A page may show a copy of the profile and only send views. Then too the handle belongs to its owner for good.
    for (const claim of claims)
      if (claim?.usedAt === null)
        writes.write(stored.handle(claim.handle), { ...claim, usedAt: deps.clock.now() });
  };
}

/** Firestore changes at most 500 fields of a document in one commit. The counts of a day have at most 112. */
const maxTimedFields = 350;

/** The counts of quarters of an hour as far as they fit. The others are only in the counts of the day, and have no time of day. */
function fitting(by: Increments): Increments {
  const fields = Object.entries(by);
  const timed = fields.filter(([field]) => field.startsWith('times.')).slice(0, maxTimedFields);
  return Object.fromEntries([...fields.filter(([field]) => !field.startsWith('times.')), ...timed]);
}

function countsOf({ links, blocks }: StoredProfile, sum: HandleDay): Increments {
  const isKnown = (link: string) => Object.hasOwn(links, link) || Object.hasOwn(blocks, link);
  const times = [...sum.times].flatMap(([time, counted]) =>
    Object.entries(fieldsOf(counted, isKnown)).map(([field, count]): [string, number] => [
      `times.${time}.${field}`,
      count,
    ]),
  );
  return { ...fieldsOf(sum, isKnown), ...Object.fromEntries(times) };
}

function fieldsOf({ views, clicks, sites }: Counted, isKnown: (link: string) => boolean): Increments {
  const known = [...clicks].filter(([link]) => isKnown(link));
  return {
    ...(views > 0 ? { views } : {}),
    ...Object.fromEntries(known.map(([link, count]) => [`clicks.${link}`, count])),
    ...Object.fromEntries([...sites].map(([site, count]) => [siteField(site), count])),
  };
}

function together(a: Increments, b: Increments): Increments {
  const sum = { ...a };
  for (const [field, count] of Object.entries(b)) sum[field] = (sum[field] ?? 0) + count;
  return sum;
}

/** The profiles that visitors see under these handles: one read for each, and three more for a handle whose card is missing or too old. */
async function shownCards(
  { clock }: ProfileDeps,
  tx: Transaction,
  handles: readonly string[],
): Promise<readonly SeenCard[]> {
  const now = clock.now();
  const known = await storedCards(tx, handles, now);
  const missing = handles.filter((handle) => !known.has(handle));
  const cards = [...known.values(), ...(await freshCards(tx, missing, now))];
  return cards.flatMap((entry) => {
    const profile = entry.kind === 'shown' ? shownOn(entry, now) : null;
    return entry.kind !== 'shown' || profile === null
      ? []
      : [{ handle: entry.handle, isUsed: entry.isUsed, profile }];
  });
}

/** What visitors see of a card's profile now; null = nothing. */
function shownOn({ profile, standing }: CachedShown, now: number): StoredProfile | null {
  const restriction = restrictionOf(standing ?? undefined, now);
  return restriction !== null && !rightsIn(restriction).shown ? null : withoutLimited(profile, restriction);
}

async function storedCards(
  tx: Transaction,
  handles: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, CachedProfile>> {
  const found = await tx.readAll(handles.map(stored.card));
  const current = found.filter((entry): entry is CachedProfile => entry != null && isCurrent(entry, now));
  return new Map(current.map((entry) => [entry.handle, entry]));
}

/** The cards of these handles as they would be made now, in two requests. */
async function freshCards(
  tx: Transaction,
  handles: readonly string[],
  now: number,
): Promise<readonly CachedProfile[]> {
  if (handles.length === 0) return [];
  const found = await tx.readAll(handles.map(stored.handle));
  const claims = found.filter((claim): claim is HandleClaim => claim !== undefined);
  const [profiles, standings] = await Promise.all([
    tx.readAll(claims.map(({ uid }) => stored.profile(uid))),
    tx.readAll(claims.map(({ uid }) => stored.standing(uid))),
  ]);
  return claims.flatMap((claim, at) => {
    const sources = { claim, profile: profiles[at], payments: undefined, standing: standings[at] };
    return makeCachedProfile(sources, now) ?? [];
  });
}
