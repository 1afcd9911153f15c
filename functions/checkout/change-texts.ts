import type { TipStatus, TipTextsRequest } from '../../core/api/tip-api';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import { defaultPreferences } from '../../core/documents/account-document';
import { paths } from '../../core/documents/documents';
import type { JobId } from '../../core/documents/job-document';
import type { Monthly } from '../../core/monthly/monthly';
import { tellsNews } from '../../core/tip/state/tip-projection';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { runJob } from '../queue/run-job';
import type { Caller } from '../limits/caller';
import { renameKeyOf, renamePlan } from '../monthly/jobs';
import { writeMonthly } from '../tips/write-monthly';
import { enqueueEvents } from '../outbox/enqueue-events';
import { stored } from '../store/stored';
import type { TipReference } from '../stripe/payments';
import { mayChangeTip } from '../tips/change-limits';
import { tipStatusOf } from '../tips/tip-status';
import { withTexts } from '../tips/with-texts';
import { writeTip } from '../tips/write-tip';

interface Changed {
  readonly before: Tip;
  readonly after: Tip;
  /** The job that gives the new name to the other payments of a monthly tip. */
  readonly job: JobId | null;
}

const trigger = { cause: 'erase', eventId: null } as const;

/**
 * The fan edits or erases name and message, at any time. They are cleaned and moderated like the first time. A missing field stays unchanged. The name
 * of a monthly tip changes with it, and then in each of its payments.
 */
export async function changeTexts(
  deps: Deps,
  reference: TipReference | undefined,
  wanted: TipTextsRequest,
  caller: Caller,
): Promise<Result<TipStatus>> {
  if (reference === undefined) return fail(problem('tip-not-found'));
  const { uid, tipId } = reference;
  const docs = [stored.tip(uid, tipId), stored.profile(uid), stored.preferences(uid)] as const;
  const [seen, profileSeen, preferences] = await deps.store.readVersioned(docs);
  const { keepTipsYears } = preferences.value ?? defaultPreferences;
  if (seen.value === undefined) return fail(problem('tip-not-found'));
  const after = withTexts(seen.value, profileSeen.value, wanted, keepTipsYears);
  if (!after.ok) return after;
  const { cycle } = seen.value;
  const monthlyDoc = cycle === undefined ? undefined : stored.monthly(uid, cycle.monthlyId);
  const monthlySeen = monthlyDoc && (await deps.store.read(monthlyDoc));
  if (!tellsNews(seen.value, after.value) && renamed(monthlySeen, wanted, after.value) === null)
    return ok(await tipStatusOf(deps, seen.value));
  const admitted = await mayChangeTip(deps, tipId, caller);
  if (!admitted.ok) return admitted;
  const changed = await deps.store.transaction(async (tx): Promise<Result<Changed>> => {
    const tip = await tx.read(docs[0]);
    if (tip === undefined) return fail(problem('tip-not-found'));
    const next = withTexts(tip, await tx.read(docs[1]), wanted, keepTipsYears);
    const monthly = monthlyDoc && (await tx.read(monthlyDoc));
    if (!next.ok) return next;
    // Who erases everything leaves no address of a browser behind either.
    const { name, message } = next.value.fan;
    if (name === null && message === null) tx.remove(paths.tipWatch(tipId));
    const now = deps.clock.now();
    const written = tellsNews(tip, next.value) ? writeTip(tx, tip, next.value, trigger, now) : tip;
    const other = renamed(monthly, wanted, next.value);
    if (other === null) return ok({ before: tip, after: written, job: null });
    writeMonthly(tx, monthly, other, trigger, now);
    const job = deps.jobs.wantIn(tx, 'rename-fan', renameKeyOf(other));
    return ok({ before: tip, after: written, job });
  });
  if (!changed.ok) return changed;
  const { before, after: written, job } = changed.value;
  // Words on a stream must go at once, not with the next sweep.
  await enqueueEvents(deps, before, written);
  // The fan's next look finds the new name everywhere. If the process ends before that, `tick` finds the job.
  if (job !== null) await runJob(deps, job, renamePlan);
  return ok(await tipStatusOf(deps, written));
}

/** The monthly tip with the fan's new name; null = it stays. The texts of its first payment may be erased already, so a name that nobody gave says nothing. */
function renamed(
  monthly: Monthly | undefined,
  wanted: TipTextsRequest,
  { fan: { name } }: Tip,
): Monthly | null {
  if (monthly === undefined || wanted.name === undefined || monthly.fan.name === name) return null;
  return { ...monthly, fan: { ...monthly.fan, name } };
}
