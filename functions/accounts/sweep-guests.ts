import { collections, paths } from '../../core/documents/documents';
import { ok } from '../../core/base/result';
import { allDocuments } from '../store/all-documents';
import type { Deps } from '../deps';
import { markDeleted } from './mark-deleted';
import { stored } from '../store/stored';
import { sweepThrough, type SweepResult } from '../queue/sweep';

/** Milliseconds. The notice to guests and docs/security.md state the same time. */
const keptFor = 60 * 24 * 60 * 60_000;

/**
 * Daily: removes guests who were not seen for 60 days, with everything they stored, and documents without a user (any client may delete its own user,
 * and the documents stay). A user with a profile or a Stripe account is not a guest and is kept.
 */
export async function sweepGuests(deps: Deps): Promise<SweepResult> {
  const before = deps.clock.now() - keptFor;
  const uids = new Set<string>();
  for await (const uid of deps.idTokens.idleGuests(before)) uids.add(uid);
  const keepers = await Promise.all(
    [collections.drafts, collections.accounts].map((from) => uidsIn(deps, from)),
  );
  for (const uid of await deps.idTokens.abandoned([...new Set(keepers.flat())], before)) uids.add(uid);
  return sweepThrough(deps, 'sweep-guests', [...uids], (uid) => removeGuest(deps, uid, before));
}

async function uidsIn({ store }: Deps, from: string): Promise<readonly string[]> {
  const uids: string[] = [];
  for await (const { path } of allDocuments(store, from, () => ok(null)))
    uids.push(path.slice(from.length + 1));
  return uids;
}

/** What a user may have stored without a profile and without a Stripe account. */
const ofGuests = [
  paths.draft,
  paths.account,
  paths.linkHealth,
  paths.seenTerms,
  paths.sessions,
  paths.connecting,
  paths.walletSites,
] as const;

/** The sign-in is removed last: after a failure the guest is found again the next day. */
async function removeGuest(deps: Deps, uid: string, before: number): Promise<boolean> {
  const [profile, payments] = await deps.store.readVersioned([stored.profile(uid), stored.payments(uid)]);
  if (profile.value !== undefined || payments.value !== undefined) return false;
  // Checked again: since the list was made the guest may have come back or become an owner.
  if ((await deps.idTokens.abandoned([uid], before)).length === 0) return false;
  await markDeleted(deps, uid);
  await deps.store.transaction(async (tx) => {
    for (const pathOf of ofGuests) tx.remove(pathOf(uid));
    return Promise.resolve();
  });
  await deps.pictures.removeUploads(uid);
  await deps.idTokens.remove(uid);
  return true;
}
