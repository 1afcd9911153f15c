import * as v from 'valibot';
import { lookupHandle } from '../../core/profile/draft';
import type { ProfilesAnswer } from '../../core/api/owner-api';
import type { PublicProfile } from '../../core/profile/public-profile';
import { toPublicProfile } from '../../core/profile/public-view';
import { ok, type Result } from '../../core/base/result';
import type { Deps } from '../deps';
import type { Cacheable } from '../http/cacheable';
import { findProfile, type ShownProfile } from './find-profile';

/** How long shared caches may keep a profile, in seconds: the longest time until a publication is visible everywhere. */
const maxSharedAge = 30;

type ReadDeps = Pick<Deps, 'store' | 'recentCards' | 'clock' | 'config'>;

/** Shared caches forget a profile as early as if it had been read just now, and at its next change. */
function sharedAge(nextChange: number | null, readAt: number, now: number): number {
  const left = readAt + maxSharedAge * 1000 - now;
  return Math.max(0, Math.floor(Math.min(left, (nextChange ?? Infinity) - now) / 1000));
}

interface Seen {
  readonly profile: PublicProfile;
  /** In seconds. */
  readonly sharedAge: number;
}

/** The public profile now, and how long it may be cached. */
export function publicView(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  { profile, payments, readAt }: ShownProfile,
): Seen {
  const now = clock.now();
  const view = toPublicProfile(profile, payments, config.publicOrigin, now);
  return { profile: view.profile, sharedAge: sharedAge(view.nextChangeAt, readAt, now) };
}

async function see(deps: ReadDeps, handle: string): Promise<Result<Seen>> {
  const found = await findProfile(deps, handle);
  return found.ok ? ok(publicView(deps, found.value)) : found;
}

export async function readProfile(deps: ReadDeps, handle: string): Promise<Result<Cacheable<PublicProfile>>> {
  const seen = await see(deps, handle);
  return seen.ok ? ok({ body: seen.value.profile, sharedAge: seen.value.sharedAge }) : seen;
}

/**
 * Several profiles by handle, in sorted order. Unknown and impossible handles are listed as missing: one misspelt tag must not empty the other cards
 * of its page.
 */
export async function readProfiles(
  deps: ReadDeps,
  names: readonly string[],
): Promise<Cacheable<ProfilesAnswer<PublicProfile>>> {
  const read = names.map((name) => ({ name, handle: v.safeParse(lookupHandle, name) }));
  const wanted = [
    ...new Set(read.flatMap(({ handle }) => (handle.success ? [handle.output] : []))),
  ].toSorted();
  const bad = read.flatMap(({ name, handle }) => (handle.success ? [] : [name]));
  const all = await Promise.all(wanted.map(async (handle) => ({ handle, seen: await see(deps, handle) })));
  const profiles: Record<string, PublicProfile> = {};
  const missing: string[] = [];
  let age = maxSharedAge;
  for (const { handle, seen } of all) {
    if (!seen.ok) {
      missing.push(handle);
      continue;
    }
    profiles[handle] = seen.value.profile;
    age = Math.min(age, seen.value.sharedAge);
  }
  return { body: { profiles, missing: [...new Set([...missing, ...bad])].toSorted() }, sharedAge: age };
}
