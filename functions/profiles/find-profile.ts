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

/** Whether a handle leads to this profile: its present one or one of the earlier ones that still count. */
const leadsTo = (profile: StoredProfile, handle: string) =>
  profile.handle === handle || profile.aliases.includes(handle);

/** The published profile that a handle leads to, with what its owner's payments allow. */
export async function findProfile(deps: ProfileDeps, handle: string): Promise<Result<FoundProfile>> {
  const found = await findProfileAnd(deps, handle, () => []);
  return found.ok ? ok(found.value.found) : found;
}

/** The same, with documents that can only be named when it is known whose handle it is: they cost no request of their own. */
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
  // Whoever gave the name up just now has made it free: then it leads nowhere, or to somebody else.
  if (!(await markUsed(deps, claim, claim.value))) return findProfileAnd(deps, handle, besides);
  return ok({ found: found.value, beside: more.map(({ value }) => value) });
}

/** From the first time on that somebody is shown a profile under a name, the name is its owner's for good: one write in its life. */
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
 * The same of what was read already. An account of test payments is none for a server that takes real ones, and the other way round: its
 * owner has to connect again.
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
