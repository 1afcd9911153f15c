import { collections } from '../../../core/documents/documents';
import { decodeRefundRequest, decodeTip, type RefundRequest } from '../../../core/documents/tip-document';
import type { PaymentStatus, Tip } from '../../../core/tip/tip';
import type { Deps } from '../../deps';
import { NotAnswered, readableItems, sweepThrough, type SweepResult } from '../../queue/sweep';
import type { Store } from '../../store/store';
import { readable, stored } from '../../store/stored';
import { endPayment, suspendedOwners } from '../end-open-payments';
import { repeatRefund } from '../refund/refund-tip';
import { syncTip, unchanged } from '../sync-tip';
import type { Trigger } from '../write-tip';

const pageSize = 200;

/**
 * Every tip in one of these states that was not written since `before`. All are read before any is processed: processing moves a tip to the end of
 * the order, which would disturb the pages. `sweep` is the one that asks, for the log.
 */
export async function openTips(
  deps: Pick<Deps, 'store' | 'log'>,
  sweep: string,
  statuses: readonly PaymentStatus[],
  before: number,
): Promise<readonly Tip[]> {
  const tips: Tip[] = [];
  let after: string | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof findPage>> = await findPage(deps.store, statuses, before, after);
    tips.push(...readableItems(deps, sweep, page));
    after = page.at(-1)?.path ?? null;
    if (page.length < pageSize) return tips;
  }
}

function findPage(store: Store, statuses: readonly PaymentStatus[], before: number, after: string | null) {
  return store.find(
    {
      from: collections.tips,
      group: true,
      where: [
        ['payment.status', 'in', statuses],
        ['updatedAt', '<', new Date(before)],
      ],
      orderBy: [['updatedAt', 'asc']],
      limit: pageSize,
      after,
    },
    decodeTip,
  );
}

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const trigger: Trigger = { cause: 'schedule', eventId: null };

/** Hourly: cancels abandoned payments, so that no old client secret stays valid, and those whose owner was suspended meanwhile. */
export async function endAbandoned(deps: Deps): Promise<SweepResult> {
  const now = deps.clock.now();
  const open = await openTips(
    deps,
    'end-abandoned',
    ['awaiting', 'requires_action', 'unknown'],
    now - hourMs,
  );
  const stopped = await suspendedOwners(deps, open);
  const abandoned = open.filter(
    ({ createdAt, payment, ownerUid }) =>
      now - createdAt >= dayMs || payment.attempts > 0 || stopped.has(ownerUid),
  );
  return sweepThrough(deps, 'end-abandoned', abandoned, (tip) => endPayment(deps, tip));
}

/** Hourly: repeats refunds whose answer was lost, with the same key. */
export async function repeatRefunds(deps: Deps): Promise<SweepResult> {
  const before = new Date(deps.clock.now() - 2 * 60_000);
  const found = await deps.store.find(
    {
      from: collections.refunds,
      group: true,
      where: [
        ['status', '==', 'requested'],
        ['createdAt', '<', before],
      ],
      orderBy: [['createdAt', 'asc']],
      limit: 500,
    },
    decodeRefundRequest,
  );
  return sweepThrough(deps, 'repeat-refunds', found, ({ path, value }) =>
    repeat(deps, path, readable(path, value)),
  );
}

async function repeat(deps: Deps, path: string, request: RefundRequest): Promise<boolean> {
  const [, uid = '', , tipId = ''] = path.split('/');
  const tip = await deps.store.read(stored.tip(uid, tipId));
  if (tip === undefined) return false;
  const settled = await repeatRefund(deps, tip, request, trigger);
  const synced = await syncTip(deps, { uid, tipId }, trigger);
  if (!synced.ok) unchanged(synced.problem);
  if (!settled.ok && settled.problem.code === 'service-unavailable')
    throw new NotAnswered(new Error('A refund could not be asked for again'));
  return settled.ok;
}
