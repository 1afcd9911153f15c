import * as v from 'valibot';
import type { DeleteAnswer, DeleteBody, DeletionAnswer } from '../../core/api/owner-api';
import { fail, ok, problem, refusedField, type Result } from '../../core/base/result';
import { isLeaving, type Leaving } from '../../core/documents/account-document';
import { paths } from '../../core/documents/documents';
import { normaliseHandle } from '../../core/profile/draft';
import type { Deps, Owner } from '../deps';
import { openToken, signToken, type Secrets } from '../http/signed-token';
import { silenceChannels } from '../outbox/channels/silence-channels';
import { runJob } from '../queue/run-job';
import { stored } from '../store/stored';
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
