import * as v from 'valibot';
import {
  exportLinkLifetime,
  type ExportAnswer,
  type ExportBody,
  type ExportLinkAnswer,
} from '@busker/core/dashboard-api/owner-api';
import { fail, ok, problem, type Result } from '@busker/core/base/result';
import { isLeaving } from '@busker/core/account/account-document';
import { paths } from '@busker/core/documents/documents';
import {
  exportFileName,
  exportLifetime,
  isSameChoice,
  type ExportState,
  type OwnerExport,
} from '@busker/core/account/export-document';
import type { JobKind } from '@busker/core/jobs/job-document';
import type { Deps, Owner } from '../deps';
import type { JobEnd } from '../queue/task-queue';
import type { JobPlan, JobRun } from '../queue/job-work';
import { each, sweepThrough, type Recurring, type SweepResult } from '../queue/sweep';
import { stored } from '../store/store';
import { exportFolderOf } from './export-files';
import { exportFees, exportHead, exportPayouts, followPayouts } from './export-head';
import { chosenBy, typeOfFile, writerOf } from './file-formats';
import { tipPages } from './tip-pages';
import { type Mark, UploadWriter } from './upload-writer';

const place = v.object({
  done: v.number(),
  /** How many of the tips so far are in the file. Cursors of earlier releases lack it: their files had all tips. */
  written: v.optional(v.number()),
  /** How many of the tips so far could not be read. Cursors of earlier releases lack it: such a tip stopped their exports. */
  unreadable: v.optional(v.number(), 0),
  after: v.nullable(v.object({ tipId: v.string(), createdAt: v.number() })),
});
const cursor = v.object({
  id: v.string(),
  upload: v.string(),
  total: v.number(),
  mark: v.object({ start: v.number(), crc: v.number(), at: place }),
  /** Until when Stripe was asked about payouts. Cursors of earlier releases lack it: such a table starts again. */
  payouts: v.optional(
    v.object({ readAt: v.number(), unread: v.number(), unreadUntil: v.nullable(v.number()) }),
  ),
});
type Place = v.InferOutput<typeof place>;
type Cursor = v.InferOutput<typeof cursor>;

export const exportFileOf = (uid: string, { id, format }: Pick<OwnerExport, 'id' | 'format'>): string =>
  `${exportFolderOf(uid)}${id}.${format}`;

/**
 * `export-{uid}`: writes the owner's export into the bucket. It may end at any point. Then the parts since the last saved place are written again. If
 * a tip has changed in between, the parts differ from what the bucket has; the checksum at the end shows it, and the export starts again.
 */
async function exportWork(deps: Deps, run: JobRun): Promise<JobEnd> {
  const wanted = await deps.store.read(stored.export(run.key));
  if (wanted === undefined || wanted.state.name === 'ready') return 'done';
  try {
    return await slice(deps, run, wanted);
  } catch (error) {
    await note(deps, run.key, wanted, ({ done, total }) => ({ name: 'retrying', done, total }));
    throw error;
  }
}

async function slice(deps: Deps, run: JobRun, wanted: OwnerExport): Promise<JobEnd> {
  const uid = run.key;
  const started = startOf(run, wanted) ?? (await begin(deps, run, wanted));
  if (!('upload' in started))
    return started.waitMs === 0 ? 'more' : { againAt: deps.clock.now() + started.waitMs };
  const { upload, total, mark, payouts } = started;
  const bucket = await deps.exportFiles.state(upload);
  if (bucket.kind === 'gone') return again(run);
  const { choice } = wanted;
  const writer = writerOf(choice, await exportPayouts(deps, uid, choice, payouts ?? noneRead));
  const isChosen = chosenBy(choice);
  const file = new UploadWriter<Place>(deps.exportFiles, upload, mark, bucket);
  let { done, written = done, unreadable } = mark.at;
  if (mark.start === 0) {
    const email = (await deps.users.find({ uid }))?.email ?? null;
    const about = await exportHead(deps, { uid, email }, choice);
    await file.add(writer.head(about, await exportFees(deps, uid, choice)), mark.at);
  }
  for await (const page of tipPages(deps, uid, mark.at.after)) {
    const chosen = page.tips.filter(isChosen);
    const text = writer.page(chosen, written);
    done += page.tips.length + page.unreadable;
    written += chosen.length;
    unreadable += page.unreadable;
    await file.add(text, { done, written, unreadable, after: page.last ?? mark.at.after });
    if (run.isOver()) await file.sendPieces();
    const safe = file.safeMark();
    const next: Cursor = { ...started, mark: safe };
    await run.save(JSON.stringify(next), { done, total });
    if (!(await note(deps, uid, wanted, () => ({ name: 'running', done, total })))) return 'done';
    // A slice that sent nothing goes on, so that the next one does not begin at the same place.
    if (run.isOver() && safe.start > mark.start) return 'more';
  }
  const foot = writer.foot({ tips: written, unreadable });
  await file.add(foot, { done, written, unreadable, after: null });
  const bytes = await file.finish();
  if (bytes === null) return again(run);
  const readyAt = deps.clock.now();
  const expiresAt = readyAt + exportLifetime;
  const missing = {
    ...(unreadable > 0 && { unreadable }),
    ...(payouts !== undefined && payouts.unread > 0 && { unreadPayouts: payouts.unread }),
  };
  const ready = { tips: written, ...missing, bytes, readyAt, expiresAt };
  const isWanted = await note(deps, uid, wanted, () => ({ name: 'ready', ...ready }));
  // The account was deleted, or another export is wanted: that one removes this file too, but it may have looked already.
  if (!isWanted) await deps.exportFiles.removeBelow(exportFileOf(uid, wanted));
  return 'done';
}

const noneRead = { readAt: 0, unreadUntil: null };

function startOf(run: JobRun, { id, format }: OwnerExport): Cursor | undefined {
  if (run.cursor === null) return undefined;
  const read = v.parse(cursor, JSON.parse(run.cursor));
  const isKnown = format !== 'bookkeeping' || read.payouts !== undefined;
  return read.id === id && isKnown ? read : undefined;
}

/** How often one slice asks Stripe about payouts. */
const mostRequests = 150;

/** The earlier files of the owner are removed: there is one export at a time. `waitMs`: until Stripe may be asked about more payouts. */
async function begin(
  deps: Deps,
  run: JobRun,
  wanted: OwnerExport,
): Promise<Cursor | { readonly waitMs: number }> {
  const uid = run.key;
  const known = await followPayouts(deps, uid, wanted.choice, mostRequests);
  if (!known.ok) throw new Error('Stripe does not answer about payouts');
  if (known.value.kind === 'more') return known.value;
  const { unread, unreadUntil } = known.value;
  const payouts = { readAt: deps.clock.now(), unread, unreadUntil };
  await deps.exportFiles.removeBelow(exportFolderOf(uid));
  const total = (await deps.store.sum({ from: paths.tips(uid) }, [])).count;
  const name = exportFileOf(uid, wanted);
  const { choice, requestedAt } = wanted;
  // The day of the request, so that an export which starts again keeps its name.
  const saveAs = exportFileName(choice, requestedAt);
  const upload = await deps.exportFiles.begin({ name, type: typeOfFile[choice.format], saveAs });
  const mark: Mark<Place> = { start: 0, crc: 0, at: { done: 0, written: 0, unreadable: 0, after: null } };
  const start = { id: wanted.id, upload, total, mark, payouts };
  await run.save(JSON.stringify(start), { done: 0, total });
  return start;
}

/** Starts from the beginning, in a slice of its own. */
async function again(run: JobRun): Promise<JobEnd> {
  await run.save(null, { done: 0, total: null });
  return 'more';
}

type Unfinished = Extract<ExportState, { readonly done: number }>;

/** Writes the state for the owner. `false` = this export is not wanted any more. */
function note(
  { store }: Deps,
  uid: string,
  { id }: OwnerExport,
  next: (now: Unfinished) => ExportState,
): Promise<boolean> {
  return store.transaction(async (tx) => {
    const now = await tx.read(stored.export(uid));
    if (now?.id !== id || now.state.name === 'ready') return false;
    tx.write(stored.export(uid), { ...now, state: next(now.state) });
    return true;
  });
}

/** How many old files one run removes. The lifecycle rule of the bucket removes them too. */
const most = 1000;

/** Daily: removes the files of exports that are older than a week. */
async function sweepExports(deps: Deps): Promise<SweepResult> {
  const before = deps.clock.now() - exportLifetime;
  const old: string[] = [];
  for await (const { name, writtenAt } of deps.exportFiles.all()) {
    if (writtenAt <= before) old.push(name);
    if (old.length === most) break;
  }
  return sweepThrough(deps, 'sweep-exports', old, async (name) => {
    await deps.exportFiles.removeBelow(name);
    return true;
  });
}

export const exportSweeps = { 'sweep-exports': each('daily', sweepExports) } satisfies Partial<
  Record<JobKind, Recurring>
>;
export const exportJobs = { export: { queue: 'work', work: exportWork } } satisfies Partial<
  Record<JobKind, JobPlan>
>;

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
