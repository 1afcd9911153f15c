import type { HandleClaim } from '../../core/documents/handle-document';
import type { PaymentsState } from '../../core/money/payments-state';
import { problem } from '../../core/base/problem';
import type { StoredProfile } from '../../core/profile/stored-profile';
import { fail, ok, type Result } from '../../core/base/result';
import type { Deps } from '../deps';
import type { Condition, Stored } from '../store/store';
import { stored } from '../store/stored';

export interface FoundProfile {
  readonly profile: StoredProfile;
  readonly payments: PaymentsState | null;
}

type ProfileDeps = Pick<Deps, 'store' | 'config' | 'clock'>;

/** Whether a handle leads to this profile: the current one, or an earlier one that still redirects. */
const leadsTo = (profile: StoredProfile, handle: string) =>
  profile.handle === handle || profile.aliases.includes(handle);

/** The published profile of a handle, with its owner's payments state. */
export async function findProfile(deps: ProfileDeps, handle: string): Promise<Result<FoundProfile>> {
  const found = await findProfileAnd(deps, handle, () => []);
  return found.ok ? ok(found.value.found) : found;
}

/** The same, with documents whose paths depend on the profile's owner: they are read in the same request. */
export async function findProfileAnd<T>(
  deps: ProfileDeps,
  handle: string,
  besides: (uid: string) => readonly Stored<T>[],
): Promise<Result<{ readonly found: FoundProfile; readonly beside: readonly (T | undefined)[] }>> {
  const { store, config } = deps;
  const [claim] = await store.readVersioned([stored.handle(handle)]);
  if (claim.value?.state !== 'live') return fail(problem('profile-not-found'));
  const { uid } = claim.value;
  const [profile, payments, ...more] = await store.readVersioned([
    stored.profile(uid),
    stored.payments(uid),
    ...besides(uid),
  ]);
  const found = foundProfile(config, handle, profile.value, payments.value);
  if (!found.ok) return found;
  // If the owner has just given the handle up, it is free: then it leads nowhere, or to another owner.
  if (!(await markUsed(deps, claim, claim.value))) return findProfileAnd(deps, handle, besides);
  return ok({ found: found.value, beside: more.map(({ value }) => value) });
}

/** Once a profile was shown under a handle, the handle is its owner's for good: one write in its life. */
async function markUsed(
  { store, clock }: ProfileDeps,
  seen: Condition,
  claim: HandleClaim,
): Promise<boolean> {
  if (claim.usedAt !== null) return true;
  return store.commit([seen], (writes) =>
    writes.write(stored.handle(claim.handle), { ...claim, usedAt: clock.now() }),
  );
}

/**
 * The same from documents that were read already. A test account does not count on a live server, nor a live account on a test server: its owner has
 * to connect again.
 */
export function foundProfile(
  { livemode }: Pick<Deps['config'], 'livemode'>,
  handle: string,
  profile: StoredProfile | undefined,
  payments: PaymentsState | undefined,
): Result<FoundProfile> {
  if (profile === undefined || !leadsTo(profile, handle)) return fail(problem('profile-not-found'));
  return ok({ profile, payments: payments?.livemode === livemode ? payments : null });
}
