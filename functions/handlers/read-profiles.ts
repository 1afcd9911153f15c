import type { ProfilesAnswer } from '../../core/profile-api';
import type { PublicProfile } from '../../core/public-profile';
import { toPublicProfile } from '../../core/public-view';
import { ok, type Result } from '../../core/result';
import type { Deps } from '../deps';
import type { Cacheable } from '../http/cacheable';
import { findProfile } from './find-profile';

/** How long shared caches may keep a profile, in seconds: what an owner publishes is everywhere that soon. */
const maxSharedAge = 30;

type ReadDeps = Pick<Deps, 'store' | 'clock' | 'config'>;

function sharedAge(nextChange: number | null, now: number): number {
  if (nextChange === null) return maxSharedAge;
  return Math.max(0, Math.min(maxSharedAge, Math.floor((nextChange - now) / 1000)));
}

interface Seen {
  readonly profile: PublicProfile;
  readonly age: number;
}

async function see(deps: ReadDeps, handle: string): Promise<Result<Seen>> {
  const found = await findProfile(deps, handle);
  if (!found.ok) return found;
  const now = deps.clock.now();
  const { profile, payments } = found.value;
  const view = toPublicProfile(profile, payments, deps.config.publicOrigin, now);
  return ok({ profile: view.profile, age: sharedAge(view.nextChangeAt, now) });
}

export async function readProfile(deps: ReadDeps, handle: string): Promise<Result<Cacheable<PublicProfile>>> {
  const seen = await see(deps, handle);
  if (!seen.ok) return seen;
  const { profile, age } = seen.value;
  return ok({ body: profile, sharedAge: age });
}

/** Several profiles by the handles asked for, in their sorted order; those that lead nowhere are named. */
export async function readProfiles(
  deps: ReadDeps,
  handles: readonly string[],
): Promise<Cacheable<ProfilesAnswer<PublicProfile>>> {
  const wanted = [...new Set(handles)].toSorted();
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
    age = Math.min(age, seen.value.age);
  }
  return { body: { profiles, missing }, sharedAge: age };
}
