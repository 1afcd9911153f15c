import type { UnpublishAnswer } from '../../core/api/tip-api';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import { isLeaving } from '../../core/documents/leaving-document';
import type { Deps, Owner } from '../deps';
import { stored } from '../store/stored';

/**
 * Takes the owner's page down: every handle of theirs gets the answer of an unknown one, and no tip can be started. The handles stay theirs, tips that
 * were started can be paid, and publishing brings everything back. The store removes the cards in the same transaction (keep-cards.ts). Allowed under
 * every restriction of the host, because it shows less. A second call changes nothing.
 */
export async function unpublish(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { uid }: Pick<Owner, 'uid'>,
): Promise<Result<UnpublishAnswer>> {
  return store.transaction(async (tx) => {
    if ((await tx.read(stored.deletion(uid))) !== undefined) return fail(problem('sign-in-required'));
    if (isLeaving(await tx.read(stored.leaving(uid)))) return fail(problem('account-leaving'));
    const profile = await tx.read(stored.profile(uid));
    if (profile === undefined) return fail(problem('profile-not-found'));
    const takenDownAt = profile.takenDownAt ?? clock.now();
    if (profile.takenDownAt === null) tx.write(stored.profile(uid), { ...profile, takenDownAt });
    return ok({ handle: profile.handle, takenDownAt });
  });
}
