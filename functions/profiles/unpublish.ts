import type { UnpublishAnswer } from '../../core/api/tip-api';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import { isLeaving } from '../../core/documents/leaving-document';
import type { Deps, Owner } from '../deps';
import { auditRecord } from '../admin/audit';
import { followPictures } from './withhold-pictures';
import { ownersAct } from './owners-act';
import { stored } from '../store/stored';

/**
 * Takes the owner's page down: none of their handles shows a profile, no tip can be started, and their pictures are withheld. The handles stay theirs, tips that
 * were started can be paid, and publishing brings everything back. The store removes the cards in the same transaction (keep-cards.ts). Allowed under
 * every restriction of the host, because it shows less. A second call changes nothing.
 */
export async function unpublish(
  deps: Pick<Deps, 'store' | 'clock' | 'ids' | 'log' | 'pictures'>,
  { uid }: Pick<Owner, 'uid'>,
): Promise<Result<UnpublishAnswer>> {
  const { store, clock } = deps;
  const record = auditRecord(deps);
  const taken = await store.transaction<Result<UnpublishAnswer>>(async (tx) => {
    if ((await tx.read(stored.deletion(uid))) !== undefined) return fail(problem('sign-in-required'));
    if (isLeaving(await tx.read(stored.leaving(uid)))) return fail(problem('account-leaving'));
    const profile = await tx.read(stored.profile(uid));
    if (profile === undefined) return fail(problem('profile-not-found'));
    const takenDownAt = profile.takenDownAt ?? clock.now();
    if (profile.takenDownAt === null) {
      tx.write(stored.profile(uid), { ...profile, takenDownAt });
      record.write(tx, ownersAct('unpublish', uid));
    }
    return ok({ handle: profile.handle, takenDownAt });
  });
  // A second call does this again, in case the first one was interrupted. The daily sweep does it too.
  if (taken.ok) await followPictures(deps, uid);
  return taken;
}
