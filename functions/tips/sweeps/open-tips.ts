import { collections } from '../../../core/documents/documents';
import type { PaymentStatus, Tip } from '../../../core/tip/tip';
import { decodeTip } from '../../../core/documents/tip-document';
import type { Deps } from '../../deps';
import { readableItems } from '../../queue/sweep';
import type { Store } from '../../store/store';

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
