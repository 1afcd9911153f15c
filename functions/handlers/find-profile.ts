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

const ofOwner = ({ store }: Pick<Deps, 'store'>, uid: string) =>
  Promise.all([store.read(stored.profile(uid)), store.read(stored.payments(uid))]);

/**
 * The published profile that a handle leads to, with what its owner's payments allow. Who already knows whom the handle should lead to
 * says so: then nothing waits for anything.
 */
export async function findProfile(
  deps: Pick<Deps, 'store'>,
  handle: string,
  likelyUid: string | null = null,
): Promise<Result<FoundProfile>> {
  const [claim, guessed] = await Promise.all([
    deps.store.read(stored.handle(handle)),
    likelyUid === null ? null : ofOwner(deps, likelyUid),
  ]);
  if (claim?.state !== 'live') return fail(problem('profile-not-found'));
  const right = guessed !== null && claim.uid === likelyUid;
  const [profile, payments] = right ? guessed : await ofOwner(deps, claim.uid);
  if (profile === undefined || !leadsTo(profile, handle)) return fail(problem('profile-not-found'));
  return ok({ profile, payments: payments ?? null });
}
