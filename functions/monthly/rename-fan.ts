import { defaultPreferences } from '@busker/core/account/account-document';
import { paths } from '@busker/core/documents/documents';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import { isSameFan, type Monthly } from '@busker/core/monthly/monthly';
import { yearsAfter, type Tip } from '@busker/core/tip/tip';
import type { Deps } from '../deps';
import { enqueueEvents } from '../outbox/relay';
import type { JobWork } from '../queue/job-work';
import { readableItems } from '../queue/sweep';
import { stored } from '../store/store';
import { withTexts, writeTip } from '../tips/write-tip';

/** A year of months. The tips of one page are written at the same time. */
const tipsAtOnce = 12;

const renaming = { cause: 'erase', eventId: null } as const;

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
        limit: tipsAtOnce,
        after: cursor,
      },
      tipDocument.decode,
    );
    await Promise.all(readableItems(deps, 'rename-fan', found).map((tip) => rename(deps, tip, monthlyId)));
    done += found.length;
    cursor = found.at(-1)?.path ?? null;
    if (found.length < tipsAtOnce) return 'done';
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
    const { name, anonymous, hidesAmount = false } = monthly.fan;
    const isErased = tip.fan.name === null && yearsAfter(tip.createdAt, keepTipsYears) <= now;
    // What others see of a payment follows, also where its texts are gone.
    const followed = isErased ? { ...monthly.fan, name: null } : monthly.fan;
    if (isSameFan(tip.fan, followed)) return null;
    const wanted = { ...(!isErased && { name }), anonymous, hideAmount: hidesAmount };
    const next = withTexts(tip, profile, wanted, keepTipsYears);
    if (!next.ok) throw new Error('The name of a monthly tip is not valid');
    return { before: tip, after: writeTip(tx, tip, next.value, renaming, now) };
  });
  if (written !== null) await enqueueEvents(deps, written.before, written.after);
}
