import {
  exportLinkLifetime,
  type ExportAnswer,
  type ExportBody,
  type ExportLinkAnswer,
} from '../../core/api/owner-api';
import { isSameChoice } from '../../core/documents/export-choice';
import { isLeaving } from '../../core/documents/leaving-document';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Deps, Owner } from '../deps';
import { stored } from '../store/stored';
import { exportFileOf } from './export-work';

/** Starts an export. While the same one is being prepared it stays, and a failed one is tried again at once. */
export async function requestExport(
  { store, jobs, jobQueue, ids, clock }: Deps,
  { uid }: Owner,
  choice: ExportBody,
): Promise<Result<ExportAnswer>> {
  const fresh = ids.fresh();
  const now = clock.now();
  const wanted = await store.transaction(async (tx) => {
    const doc = stored.export(uid);
    const before = await tx.read(doc);
    const leaving = await tx.read(stored.leaving(uid));
    const deleted = await tx.read(stored.deletion(uid));
    if (isLeaving(leaving) || deleted !== undefined) return undefined;
    const goesOn =
      before !== undefined && isSameChoice(before.choice, choice) && before.state.name !== 'ready';
    const id = goesOn ? before.id : fresh;
    if (!goesOn)
      tx.write(doc, {
        v: 1,
        id,
        format: choice.format,
        choice,
        requestedAt: now,
        state: { name: 'running', done: 0, total: null },
      });
    return { id, job: jobs.wantIn(tx, 'export', uid) };
  });
  if (wanted === undefined) return fail(problem('account-leaving'));
  await jobQueue.enqueue(wanted.job, now);
  return ok({ id: wanted.id });
}

/** A new link to the finished export. */
export async function linkToExport(
  { store, exportFiles, clock }: Deps,
  { uid }: Owner,
): Promise<Result<ExportLinkAnswer>> {
  const found = await store.read(stored.export(uid));
  const now = clock.now();
  if (found?.state.name !== 'ready' || found.state.expiresAt <= now) return fail(problem('export-not-ready'));
  const expiresAt = Math.min(now + exportLinkLifetime, found.state.expiresAt);
  return ok({ url: await exportFiles.link(exportFileOf(uid, found), expiresAt), expiresAt });
}
