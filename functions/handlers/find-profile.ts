import type { PaymentsState } from '../../core/payments-document';
import { problem } from '../../core/problem';
import type { StoredProfile } from '../../core/profile-document';
import { fail, ok, type Result } from '../../core/result';
import type { Deps } from '../deps';
import { stored } from '../stored';

export interface FoundProfile {
  readonly profile: StoredProfile;
  readonly payments: PaymentsState | null;
}

/** Whether a handle leads to this profile: its present one or one of the earlier ones that still count. */
const leadsTo = (profile: StoredProfile, handle: string) =>
  profile.handle === handle || profile.aliases.includes(handle);

/** The published profile that a handle leads to, with what its owner's payments allow. */
export async function findProfile(
  { store }: Pick<Deps, 'store'>,
  handle: string,
): Promise<Result<FoundProfile>> {
  const claim = await store.read(stored.handle(handle));
  if (claim?.state !== 'live') return fail(problem('profile-not-found'));
  const [profile, payments] = await store.look([stored.profile(claim.uid), stored.payments(claim.uid)]);
  return foundProfile(handle, profile.value, payments.value);
}

/** The same of what was read already. */
export function foundProfile(
  handle: string,
  profile: StoredProfile | undefined,
  payments: PaymentsState | undefined,
): Result<FoundProfile> {
  if (profile === undefined || !leadsTo(profile, handle)) return fail(problem('profile-not-found'));
  return ok({ profile, payments: payments ?? null });
}
