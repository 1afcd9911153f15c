import * as v from 'valibot';
import type { DeleteAnswer, DeleteBody, DeletionAnswer } from '@busker/core/dashboard-api/owner-api';
import { fail, ok, problem, refusedField, type Result } from '@busker/core/base/result';
import { deletionOf, isLeaving, type Leaving } from '@busker/core/account/account-document';
import { collections, paths } from '@busker/core/documents/documents';
import type { JobKind } from '@busker/core/jobs/job-document';
import { normaliseHandle } from '@busker/core/profile/draft';
import type { Deps, Owner } from '../deps';
import { silenceChannels } from '../channels/own-channels';
import { runJob, type JobPlan, type JobRun } from '../queue/job-work';
import { each, sweepThrough, type Recurring, type SweepResult } from '../queue/sweep';
import { openToken, signToken, type Secrets } from '../signed-token';
import { allDocuments, stored } from '../store/store';
import { deleteWork, hasOpenMatters } from './delete-work';

const purpose = 'deletion';
const content = v.strictObject({ uid: v.string() });

/** The right to ask how far the deletion of an account is, and nothing else: the account itself cannot ask any more when it is gone. */
const signTicket = (secrets: Secrets, uid: string): string => signToken(secrets, purpose, { uid });

/** The state of the deletion that a ticket names. */
export async function deletionState(
  { store, config }: Pick<Deps, 'store' | 'config'>,
  ticket: string | undefined,
): Promise<Result<DeletionAnswer>> {
  const opened = v.safeParse(content, ticket && openToken(config.secrets, purpose, ticket));
  const leaving = opened.success ? await store.read(stored.leaving(opened.output.uid)) : undefined;
  return ok(leaving?.state ?? { name: 'unknown' });
}

/** An account with at most this many tips is deleted within the request. */
const mostTipsAtOnce = 200;

/** Milliseconds of work within the request. What is left goes on as a job. */
const mostAtOnceMs = 10_000;

/**
 * Deletes an owner's account: a small one at once, a large one by a job that ends by itself. It is refused while a refund or a dispute is open, since
 * somebody must still answer for it. Asking again is harmless, and hastens a deletion that waits for its next try.
 */
export async function startDeletion(
  deps: Deps,
  { uid }: Pick<Owner, 'uid'>,
  { handle }: DeleteBody,
): Promise<Result<DeleteAnswer>> {
  const { store, clock, jobs, jobQueue } = deps;
  const profile = await store.read(stored.profile(uid));
  if (profile !== undefined && normaliseHandle(handle) !== profile.handle) {
    return fail(refusedField('handle', 'handle-to-confirm'));
  }
  const before = await store.read(stored.leaving(uid));
  if (!isLeaving(before) && (await hasOpenMatters(deps, uid))) return fail(problem('account-busy'));
  const now = clock.now();
  const job = await store.transaction(async (tx) => {
    const doc = stored.leaving(uid);
    const leaving = await tx.read(doc);
    // From this commit on no message to the owner begins, however long the rest takes.
    const { silenced, write } = await silenceChannels(tx, uid);
    if (!isLeaving(leaving)) {
      tx.write(doc, newLeaving(uid, silenced, now));
      write();
    }
    return jobs.wantIn(tx, 'delete', uid);
  });
  const tips = (await store.sum({ from: paths.tips(uid) }, [])).count;
  if (tips > mostTipsAtOnce) await jobQueue.enqueue(job, now);
  else await runJob(deps, job, { queue: 'work', work: deleteBriefly });
  const after = await store.read(stored.leaving(uid));
  if (after?.state.name === 'done') return ok({ deleted: true });
  if (after?.state.name === 'stopped') return fail(problem('account-busy'));
  return ok({ deleted: false, ticket: signTicket(deps.config.secrets, uid) });
}

const deleteBriefly: typeof deleteWork = (deps, run) => {
  const until = deps.clock.now() + mostAtOnceMs;
  return deleteWork(deps, { ...run, isOver: () => deps.clock.now() >= until });
};

const newLeaving = (uid: string, silenced: readonly string[], now: number): Leaving => ({
  v: 1,
  uid,
  startedAt: now,
  changedAt: now,
  state: { name: 'running', step: 'page', done: 0, total: null },
  withdrawn: [],
  silenced,
  expiresAt: null,
});

/** Milliseconds. The notice to guests and docs/hosts/security.md state the same time. */
const keptFor = 60 * 24 * 60 * 60_000;

/**
 * Daily: removes guests who were not seen for 60 days, with everything they stored, and documents without a user (any client may delete its own user,
 * and the documents stay). A user with a profile or a Stripe account is not a guest and is kept.
 */
async function sweepGuests(deps: Deps): Promise<SweepResult> {
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

/** Documents that a user may have without a profile and without a Stripe account. */
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
