import { collections } from '../../../core/documents/documents';
import { decodeTip } from '../../../core/documents/tip-document';
import type { Tip } from '../../../core/tip/tip';
import type { Deps } from '../../deps';
import { readableItems } from '../../queue/sweep';
import type { Query } from '../../store/store';

const pageSize = 500;

type TipDeps = Pick<Deps, 'store' | 'log'>;

/**
 * The unsettled tips of all owners: with a pending refund, which may wait weeks for balance on the account, or with an undecided dispute. They are few,
 * and are read every day however old they are.
 */
export async function unsettledTips(deps: TipDeps): Promise<readonly Tip[]> {
  const found = [
    ...(await allTips(deps, { where: [['refund.status', '==', 'pending']] })),
    ...(await allTips(deps, { where: [['dispute.status', 'in', ['open', 'inquiry']]] })),
  ];
  return [...new Map(found.map((tip) => [tip.tipId, tip])).values()];
}

/** The tips of all owners that were begun since then. */
export const youngTips = (deps: TipDeps, since: number): Promise<readonly Tip[]> =>
  allTips(deps, { where: [['createdAt', '>=', new Date(since)]], orderBy: [['createdAt', 'asc']] });

async function allTips(deps: TipDeps, query: Pick<Query, 'where' | 'orderBy'>): Promise<readonly Tip[]> {
  const tips: Tip[] = [];
  let after: string | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof ask>> = await ask(after);
    tips.push(...readableItems(deps, 'follow-unsettled', page));
    after = page.at(-1)?.path ?? null;
    if (page.length < pageSize) return tips;
  }

  function ask(last: string | null) {
    return deps.store.find(
      { from: collections.tips, group: true, ...query, limit: pageSize, after: last },
      decodeTip,
    );
  }
}
