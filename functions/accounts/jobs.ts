import type { JobKind } from '../../core/documents/job-document';
import { each, sweepThrough, type Recurring, type SweepResult } from '../queue/sweep';
import type { JobPlan, JobRun } from '../queue/job-work';
import { deleteWork } from './delete-work';
import { collections, paths } from '../../core/documents/documents';
import { ok } from '../../core/base/result';
import { allDocuments } from '../store/all-documents';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import { deletionOf } from '../../core/documents/account-document';

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

const pageSize = 200;

/**
 * Daily: removes the consents of deleted accounts whose time is over (core/monthly/monthly.ts). A consent that was removed is not found again, so
 * each page is another one, and a run that stops begins with what is left.
 */
export async function sweepConsents(
  { store, clock, log }: Pick<Deps, 'store' | 'clock' | 'log'>,
  run: Pick<JobRun, 'save' | 'isOver' | 'progress'>,
): Promise<SweepResult | 'more'> {
  const now = new Date(clock.now());
  const old = {
    from: collections.consents,
    where: [['removeAt', '<=', now]],
    orderBy: [['removeAt', 'asc']],
    limit: pageSize,
  } as const;
  let { done } = run.progress;
  for (;;) {
    const found = await store.find(old, () => null);
    if (found.length === 0) break;
    await store.commit([], (writes) => {
      for (const { path } of found) writes.remove(path);
    });
    done += found.length;
    await run.save('removing', { done, total: null });
    if (run.isOver()) return 'more';
  }
  const result: SweepResult = { sweep: 'sweep-consents', checked: done, changed: done, missed: 0 };
  log.sweepDone(result);
  return result;
}

/** Comes before the account's documents are removed: later writes with a still valid token would stay for ever. */
async function markDeleted({ store, clock }: Deps, uid: string): Promise<void> {
  await store.transaction(async (tx) => {
    tx.write(stored.deletion(uid), deletionOf(uid, clock.now()));
    return Promise.resolve();
  });
}

export const accountSweeps = {
  'sweep-guests': each('daily', sweepGuests),
  'sweep-consents': each('daily', sweepConsents),
} satisfies Partial<Record<JobKind, Recurring>>;
export const accountJobs = { delete: { queue: 'work', work: deleteWork } } satisfies Partial<
  Record<JobKind, JobPlan>
>;
