import { collections } from '../../core/documents/documents';
import { decodeMonthly } from '../../core/documents/monthly-document';
import { areTipsLost, tipsAre, type Monthly } from '../../core/monthly/monthly';
import type { Result } from '../../core/base/result';
import type { Deps } from '../deps';
import { readableItems, sweepThrough, type SweepResult } from '../queue/sweep';
import { unchanged, type SyncFailure } from '../tips/sync-tip';
import { stored } from '../store/stored';
import { endMonthly } from './end-monthly';
import { stopMonthly } from './stop-monthly';
import { finishWithdrawal } from './withdraw-monthly';
import { syncMonthly } from './sync-monthly';
import { writeOutOfReach } from './follow-connection';

/** Monthly tips that one run asks about. The others are still due in the next one. */
const atMost = 400;

/** Milliseconds after which Busker ends what is not paid, whatever the owner's settings at Stripe say. */
const overdueMs = 45 * 24 * 60 * 60_000;

const trigger = { cause: 'schedule', eventId: null } as const;

/**
 * Every 5 minutes: asks Stripe about the monthly tips whose events may be lost, the longest waiting first, repeats what Stripe has not confirmed, and
 * ends those that have not been paid for too long. Each answer moves the next look of its monthly tip (core/monthly/next-look.ts).
 */
export async function followMonthlies(deps: Deps): Promise<SweepResult> {
  const found = await deps.store.find(
    {
      from: collections.monthly,
      group: true,
      where: [['nextLookAt', '<=', new Date(deps.clock.now())]],
      orderBy: [['nextLookAt', 'asc']],
      limit: atMost,
    },
    decodeMonthly,
  );
  const due = readableItems(deps, 'follow-monthlies', found);
  return sweepThrough(deps, 'follow-monthlies', due, (monthly) => look(deps, monthly));
}

async function look(deps: Deps, monthly: Monthly): Promise<boolean> {
  const looked = await asked(deps, monthly);
  if (looked.ok) return looked.value.rev !== monthly.rev;
  if (looked.problem.kind === 'gone') return rest(deps, monthly);
  if (isLasting(looked.problem)) await lookLater(deps, monthly);
  if (monthly.tipsBehind) await giveTipsUp(deps, monthly);
  return unchanged(looked.problem);
}

/** It would be the same in a minute. */
const isLasting = ({ kind }: SyncFailure): boolean => kind === 'refused' || kind === 'no-tip';

/** The others go first: without this, the ones that always fail would take the places of all those that are due after them. */
async function lookLater({ store, clock }: Deps, { ownerUid, monthlyId }: Monthly): Promise<void> {
  await store.transaction(async (tx) => {
    const doc = stored.monthly(ownerUid, monthlyId);
    const current = await tx.read(doc);
    if (current !== undefined) tx.write(doc, { ...current, syncedAt: clock.now() });
  });
}

/** After four weeks: without this, Stripe would be asked for ever about the tips of one that is over. */
async function giveTipsUp({ store, log }: Deps, { ownerUid, monthlyId }: Monthly): Promise<void> {
  const isGivenUp = await store.transaction(async (tx) => {
    const doc = stored.monthly(ownerUid, monthlyId);
    const current = await tx.read(doc);
    if (current === undefined || !areTipsLost(current)) return false;
    tx.write(doc, tipsAre(false, current));
    return true;
  });
  if (isGivenUp) log.sweepFound({ sweep: 'follow-monthlies', what: 'tips-given-up', tipId: monthlyId });
}

async function asked(deps: Deps, monthly: Monthly): Promise<Result<Monthly, SyncFailure>> {
  const wish = monthly.asked;
  if (wish?.reason === 'withdrawn') return finishWithdrawal(deps, monthly);
  if (wish?.what === 'end') return endMonthly(deps, monthly, wish.reason);
  if (wish?.what === 'stop') return stopMonthly(deps, monthly, wish.reason);
  const synced = await syncMonthly(deps, { uid: monthly.ownerUid, tipId: monthly.monthlyId }, trigger);
  if (!synced.ok || synced.value.failing === null) return synced;
  const isTooLate = deps.clock.now() - synced.value.failing.since >= overdueMs;
  return isTooLate ? endMonthly(deps, synced.value, 'overdue') : synced;
}

/** Stripe does not show us the account any more. */
async function rest({ store, clock }: Deps, { ownerUid, monthlyId }: Monthly): Promise<boolean> {
  return store.transaction(async (tx) => {
    const current = await tx.read(stored.monthly(ownerUid, monthlyId));
    return current === undefined ? false : writeOutOfReach(tx, current, clock.now());
  });
}
