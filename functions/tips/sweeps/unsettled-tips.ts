import { collections } from '../../../core/documents/documents';
import { decodeTip } from '../../../core/documents/tip-document';
import type { Tip } from '../../../core/tip/tip';
import type { Query, Store } from '../../store/store';
import { readable } from '../../store/stored';

const pageSize = 500;

/**
 * The unsettled tips of all owners: with a pending refund, which may wait weeks for balance on the account, or with an undecided dispute. They are few,
 * and are read every day however old they are.
 */
export async function unsettledTips(store: Pick<Store, 'find'>): Promise<readonly Tip[]> {
  const found = [
    ...(await allTips(store, { where: [['refund.status', '==', 'pending']] })),
    ...(await allTips(store, { where: [['dispute.status', 'in', ['open', 'inquiry']]] })),
  ];
  return [...new Map(found.map((tip) => [tip.tipId, tip])).values()];
}

/** The tips of all owners that were begun since then. */
export const youngTips = (store: Pick<Store, 'find'>, since: number): Promise<readonly Tip[]> =>
  allTips(store, { where: [['createdAt', '>=', new Date(since)]], orderBy: [['createdAt', 'asc']] });

async function allTips(
  store: Pick<Store, 'find'>,
  query: Pick<Query, 'where' | 'orderBy'>,
): Promise<readonly Tip[]> {
  const tips: Tip[] = [];
  let after: string | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof ask>> = await ask(after);
    tips.push(...page.map(({ path, value }) => readable(path, value)));
    after = page.at(-1)?.path ?? null;
    if (page.length < pageSize) return tips;
  }

  function ask(last: string | null) {
    return store.find(
      { from: collections.tips, group: true, ...query, limit: pageSize, after: last },
      decodeTip,
    );
  }
}
