import type { JobKind } from '@busker/core/jobs/job-document';
import { each, sweepThrough, type Recurring, type SweepResult } from '../queue/sweep';
import type { Tip } from '@busker/core/tip/tip';
import type { Deps } from '../deps';
import { refusal } from '../open-tips/new-tip';
import { makeIntent, remember } from './start-payment';
import { syncTip, unchanged } from '../tips/sync-tip';
import { obstacleTo, withdrawTip, closeTip } from '../open-tips/change-amount';
import { openTips } from '../reconcile/abandoned-tips';

const quietMs = 2 * 60_000;
/** Stripe stores a key for at least this long; after that the same call could create a second payment. */
const keyLifetimeMs = 24 * 60 * 60_000;

/**
 * Every 5 minutes: syncs pending tips whose events did not arrive, and repeats the creation of a draft's payment with the same key. The longer a tip
 * stays open, the less often it is synced.
 */
export async function followOpenTips(deps: Deps): Promise<SweepResult> {
  const now = deps.clock.now();
  const statuses = ['draft', 'awaiting', 'requires_action', 'processing', 'unknown'] as const;
  const tips = await openTips(deps, 'follow-open-tips', statuses, now - quietMs);
  const due = tips.filter(
    (tip) => now - (tip.syncedAt ?? tip.createdAt) >= Math.max(quietMs, (now - tip.createdAt) / 4),
  );
  return sweepThrough(deps, 'follow-open-tips', due, (tip) =>
    tip.payment.status === 'draft' ? takeUpDraft(deps, tip, now) : follow(deps, tip),
  );
}

async function follow(deps: Deps, tip: Tip): Promise<boolean> {
  const synced = await syncTip(
    deps,
    { uid: tip.ownerUid, tipId: tip.tipId },
    { cause: 'schedule', eventId: null },
  );
  return synced.ok ? synced.value.rev !== tip.rev : unchanged(synced.problem);
}

/** A page that no fan was sent to is useless; a payment intent may still be confirmed by the waiting card. */
async function takeUpDraft(deps: Deps, tip: Tip, now: number): Promise<boolean> {
  if (tip.surface === 'hosted' || now - tip.createdAt >= keyLifetimeMs) return closeTip(deps, tip, 'expired');
  // A tip that remained after its account was deleted or suspended.
  if ((await obstacleTo(deps, tip)) !== null) {
    await withdrawTip(deps, tip, null);
    return true;
  }
  const made = await makeIntent(deps, tip);
  if (made.ok) {
    const { paymentIntentId } = made.value;
    if ((await remember(deps, tip, { paymentIntentId }, null)) === undefined)
      await withdrawTip(deps, tip, { paymentIntentId });
    return true;
  }
  // The draft stays, and the next run tries again.
  if (made.problem.kind === 'unavailable') return unchanged(made.problem);
  await refusal(deps, tip, made.problem);
  return true;
}

export const checkoutSweeps = {
  'follow-open-tips': each('every-5-minutes', followOpenTips),
} satisfies Partial<Record<JobKind, Recurring>>;
