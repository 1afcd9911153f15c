import { jobIdOf, type JobKind } from '@busker/core/jobs/job-document';
import { each, sweepThrough, type Recurring, type SweepResult } from '../queue/sweep';
import type { JobPlan, JobRun, JobWork } from '../queue/job-work';
import { preferencesDocument, defaultPreferences } from '@busker/core/account/account-document';
import { collections, paths } from '@busker/core/documents/documents';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import { withNameInTime } from '@busker/core/monthly/monthly';
import { yearsAfter, type Tip } from '@busker/core/tip/tip';
import type { Deps } from '../deps';
import { latestOfEnded } from '../monthly/sync-monthly';
import { writeMonthly, writeTip } from '../tips/write-tip';
import { readable, stored } from '../store/store';

type EraseRun = Pick<JobRun, 'save' | 'isOver' | 'cursor' | 'progress'>;

const pageSize = 200;
const trigger = { cause: 'erase', eventId: null } as const;
const dayMs = 24 * 60 * 60_000;
/** The cursor of a round that has wanted its jobs. It names no place, since an erased tip is no longer found. */
const erasing = 'erasing';

/**
 * Daily: erases fans' texts and replies after the number of years that the owner chose. Amounts and Stripe's ids stay for bookkeeping. One query finds the tips of
 * all owners whose time has come. A tip that cannot be read is reported each day.
 */
export async function eraseTexts(deps: Deps, run: EraseRun): Promise<SweepResult | 'more'> {
  if (run.cursor === null) {
    await wantUpgrade(deps);
    await wantKeeping(deps);
  }
  const now = new Date(deps.clock.now());
  const total = { checked: 0, changed: 0, missed: 0 };
  for (;;) {
    const found = await deps.store.find(
      {
        from: collections.tips,
        group: true,
        where: [['eraseTextsAt', '<=', now]],
        orderBy: [['eraseTextsAt', 'asc']],
        limit: pageSize,
      },
      tipDocument.decode,
    );
    const page = await sweepThrough(deps, 'erase-texts', found, ({ path, value }) => {
      return erase(deps, readable(path, value));
    });
    total.checked += page.checked;
    total.changed += page.changed;
    total.missed += page.missed;
    // An erased tip is no longer found, so the next page is another one.
    if (found.length < pageSize || page.changed === 0) return { sweep: 'erase-texts', ...total };
    await run.save(erasing, { done: run.progress.done + total.checked, total: null });
    if (run.isOver()) return 'more';
  }
}

/**
 * An owner may have chosen a longer time since: then the tip gets the new time. The name of a monthly tip that is over goes together with the texts of
 * its latest payment, in whatever order its payments are erased.
 */
async function erase({ store, clock }: Deps, found: Tip): Promise<boolean> {
  const { ownerUid: uid, tipId, cycle } = found;
  const latestAt = await latestOfEnded({ store }, found);
  const monthlyDoc = cycle === undefined ? undefined : stored.monthly(uid, cycle.monthlyId);
  return store.transaction(async (tx) => {
    const tip = await tx.read(stored.tip(uid, tipId));
    const { keepTipsYears } = (await tx.read(stored.preferences(uid))) ?? defaultPreferences;
    const monthly = monthlyDoc && (await tx.read(monthlyDoc));
    if (tip === undefined) return false;
    const now = clock.now();
    const eraseTextsAt = yearsAfter(tip.createdAt, keepTipsYears);
    if (eraseTextsAt > now) {
      tx.write(stored.tip(uid, tipId), { ...tip, eraseTextsAt });
      return true;
    }
    const fan = { ...tip.fan, name: null, message: null };
    const after = { ...tip, eraseTextsAt: null, fan, reply: null };
    writeTip(tx, tip, after, trigger, now);
    if (monthly === undefined || latestAt === null) return true;
    const ended = withNameInTime(monthly, { latestAt, keepTipsYears, now });
    if (ended !== monthly) writeMonthly(tx, monthly, ended, trigger, now);
    return true;
  });
}

/**
 * The dashboard writes preferences without the server. Those of the last days are checked again. The job's input is the number of years, so a job with
 * the same input has applied this choice, or will.
 */
async function wantKeeping(deps: Deps): Promise<void> {
  const { store, jobs } = deps;
  let after: string | null = null;
  for (;;) {
    const found: Awaited<ReturnType<typeof changedPreferences>> = await changedPreferences(deps, after);
    const uids = found.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
    const known = await store.readAll(uids.map((uid) => stored.job(jobIdOf('keep-texts', uid))));
    for (const [index, uid] of uids.entries()) {
      const preferences = found[index]?.value;
      const input = preferences?.ok === true ? String(preferences.value.keepTipsYears) : null;
      const job = known[index];
      if (input !== null && (job?.state === 'dead' || job?.wanted.input !== input))
        await jobs.want('keep-texts', uid, { input });
    }
    after = found.at(-1)?.path ?? null;
    if (found.length < pageSize) return;
  }
}

const changedPreferences = ({ store, clock }: Deps, after: string | null) =>
  store.find(
    {
      from: collections.accounts,
      where: [['updatedAt', '>', new Date(clock.now() - 3 * dayMs)]],
      orderBy: [['updatedAt', 'asc']],
      limit: pageSize,
      after,
    },
    preferencesDocument.decode,
  );

/** Once after an update from an earlier release, and again when the job's document is gone: then it finds nothing and ends. */
async function wantUpgrade({ store, jobs }: Deps): Promise<void> {
  if ((await store.read(stored.job(jobIdOf('upgrade-tips', 'all')))) === undefined)
    await jobs.want('upgrade-tips', 'all');
}

const keptAtOnce = 200;

const isAt = (tip: Tip, years: number): boolean =>
  tip.eraseTextsAt === null || tip.eraseTextsAt === yearsAfter(tip.createdAt, years);

/**
 * The job `keep-texts` of an owner: gives each tip with texts the time that the owner's choice means. The input is the number of years; without it the
 * present choice counts. The cursor is the last tip.
 */
export const keepTexts: JobWork = async (deps, run) => {
  const uid = run.key;
  const chosen = (await deps.store.read(stored.preferences(uid))) ?? defaultPreferences;
  const keepTipsYears = run.input === null ? chosen.keepTipsYears : Number(run.input);
  let { cursor } = run;
  let { done } = run.progress;
  for (;;) {
    if (run.isOver()) return 'more';
    const found = await deps.store.find(
      { from: paths.tips(uid), limit: keptAtOnce, after: cursor },
      tipDocument.decode,
    );
    for (const { value } of found) {
      if (!value.ok || isAt(value.value, keepTipsYears)) continue;
      const doc = stored.tip(uid, value.value.tipId);
      await deps.store.transaction(async (tx) => {
        const tip = await tx.read(doc);
        if (tip !== undefined && !isAt(tip, keepTipsYears))
          tx.write(doc, { ...tip, eraseTextsAt: yearsAfter(tip.createdAt, keepTipsYears) });
      });
    }
    done += found.length;
    cursor = found.at(-1)?.path ?? null;
    if (found.length < keptAtOnce) return 'done';
    await run.save(cursor, { done, total: null });
  }
};

export const retentionSweeps = { 'erase-texts': each('daily', eraseTexts) } satisfies Partial<
  Record<JobKind, Recurring>
>;
export const retentionJobs = {
  'keep-texts': { queue: 'work', work: keepTexts },
} satisfies Partial<Record<JobKind, JobPlan>>;
