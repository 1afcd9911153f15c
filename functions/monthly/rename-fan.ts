import { defaultPreferences } from '../../core/documents/account-document';
import { paths } from '../../core/documents/documents';
import { decodeTip } from '../../core/documents/tip-document';
import type { Monthly } from '../../core/monthly/monthly';
import { yearsAfter, type Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import type { JobPlan, JobWork } from '../queue/job-work';
import { readableItems } from '../queue/sweep';
import { enqueueEvents } from '../outbox/enqueue-events';
import { stored } from '../store/stored';
import { withTexts } from '../tips/with-texts';
import { writeTip } from '../tips/write-tip';

/** A year of months. The tips of one page are written at the same time. */
const pageSize = 12;

const trigger = { cause: 'erase', eventId: null } as const;

/** The key of the job `rename-fan` of a monthly tip. */
export const renameKeyOf = ({ ownerUid, monthlyId }: Pick<Monthly, 'ownerUid' | 'monthlyId'>): string =>
  `${ownerUid}-${monthlyId}`;

/** A monthly tip's id has no hyphen; an owner's uid may have some. */
function named(key: string): Pick<Monthly, 'ownerUid' | 'monthlyId'> {
  const at = key.lastIndexOf('-');
  return { ownerUid: key.slice(0, at), monthlyId: key.slice(at + 1) };
}

/**
 * The job `rename-fan` of a monthly tip, after its fan has changed or erased their name: gives the name in the monthly tip to each payment of it. A
 * payment that Stripe makes from then on has the new name already, since it is stored only if the monthly tip has not changed. The cursor is the last tip.
 */
export const renameFan: JobWork = async (deps, run) => {
  const { ownerUid, monthlyId } = named(run.key);
  let { cursor } = run;
  let { done } = run.progress;
  for (;;) {
    if (run.isOver()) return 'more';
    const found = await deps.store.find(
      {
        from: paths.tips(ownerUid),
        where: [['cycle.monthlyId', '==', monthlyId]],
        limit: pageSize,
        after: cursor,
      },
      decodeTip,
    );
    await Promise.all(readableItems(deps, 'rename-fan', found).map((tip) => rename(deps, tip, monthlyId)));
    done += found.length;
    cursor = found.at(-1)?.path ?? null;
    if (found.length < pageSize) return 'done';
    await run.save(cursor, { done, total: null });
  }
};

/** A payment whose texts were erased after their time gets no name back. */
async function rename(deps: Deps, { ownerUid: uid, tipId }: Tip, monthlyId: string): Promise<void> {
  const { store, clock } = deps;
  const written = await store.transaction(async (tx) => {
    const tip = await tx.read(stored.tip(uid, tipId));
    const monthly = await tx.read(stored.monthly(uid, monthlyId));
    const profile = await tx.read(stored.profile(uid));
    const { keepTipsYears } = (await tx.read(stored.preferences(uid))) ?? defaultPreferences;
    if (tip === undefined || monthly === undefined) return null;
    const now = clock.now();
    const { name } = monthly.fan;
    const isErased = tip.fan.name === null && yearsAfter(tip.createdAt, keepTipsYears) <= now;
    if (tip.fan.name === name || isErased) return null;
    const next = withTexts(tip, profile, { name }, keepTipsYears);
    if (!next.ok) throw new Error('The name of a monthly tip is not valid');
    return { before: tip, after: writeTip(tx, tip, next.value, trigger, now) };
  });
  if (written !== null) await enqueueEvents(deps, written.before, written.after);
}

export const renamePlan: JobPlan = { queue: 'looks', work: renameFan };
