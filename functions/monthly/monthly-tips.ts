import { paths } from '../../core/documents/documents';
import { decodeTip } from '../../core/documents/tip-document';
import type { Monthly } from '../../core/monthly/monthly';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { readable } from '../store/stored';

/** More than ten years of months. */
const most = 130;

/** The tips of all periods that were charged, the newest first. */
export async function tipsOf(
  { store }: Pick<Deps, 'store'>,
  { ownerUid, monthlyId }: Pick<Monthly, 'ownerUid' | 'monthlyId'>,
): Promise<readonly Tip[]> {
  const found = await store.find(
    { from: paths.tips(ownerUid), where: [['cycle.monthlyId', '==', monthlyId]], limit: most },
    decodeTip,
  );
  const tips = found.map(({ path, value }) => readable(path, value));
  return tips.toSorted((a, b) => (b.cycle?.number ?? 0) - (a.cycle?.number ?? 0));
}
