import { paths } from '../../core/documents/documents';
import { decodeMonthly } from '../../core/documents/monthly-document';
import type { Monthly } from '../../core/monthly/monthly';
import type { Deps } from '../deps';
import { NotAnswered } from '../queue/sweep';
import { unchanged, type SyncFailure } from '../tips/sync-tip';
import { endMonthly, isToEnd } from '../monthly/end-monthly';
import { syncMonthly } from '../monthly/sync-monthly';
import { finishWithdrawal } from '../monthly/withdraw-monthly';
import { allDocuments } from '../store/all-documents';

const trigger = { cause: 'schedule', eventId: null } as const;

/**
 * Ends every running monthly tip of an account that is being deleted: otherwise fans would go on paying somebody whose page is gone. Throws when
 * Stripe does not answer about an end, or about the refund of a fan who has withdrawn. One on an account that has disconnected can only be ended at Stripe.
 */
export async function endMonthlies(deps: Deps, uid: string): Promise<void> {
  const from = paths.monthlies(uid);
  for await (const { value } of allDocuments(deps.store, from, decodeMonthly)) {
    const monthly = await asPaid(deps, value);
    if (!isToEnd(monthly)) continue;
    // A fan who has withdrawn gets the money back, also when the owner leaves meanwhile.
    const ended =
      monthly.asked?.reason === 'withdrawn'
        ? await finishWithdrawal(deps, monthly)
        : await endMonthly(deps, monthly, 'account');
    if (!ended.ok) holdBack(ended.problem);
    else if (ended.value.asked?.reason === 'withdrawn')
      throw new NotAnswered(new Error('Stripe did not answer about the refund of a withdrawal'));
  }
}

/** The fan may have paid on Stripe's page while the event about it is on its way: only Stripe knows the subscription by then. */
async function asPaid(deps: Deps, monthly: Monthly): Promise<Monthly> {
  if (monthly.state !== 'starting') return monthly;
  const synced = await syncMonthly(deps, { uid: monthly.ownerUid, tipId: monthly.monthlyId }, trigger);
  if (synced.ok) return synced.value;
  holdBack(synced.problem);
  return monthly;
}

/** Unlike a regular look, nobody looks again after a deletion: one that others were writing meanwhile holds it back too. */
function holdBack(failure: SyncFailure): void {
  if (failure.kind === 'contention') throw new NotAnswered(new Error('Others are writing a monthly tip'));
  unchanged(failure);
}
