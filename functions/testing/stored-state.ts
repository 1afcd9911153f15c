import { paths } from '../../core/documents/documents';
import type { Tip } from '../../core/tip/tip';
import { decodeTip } from '../../core/documents/tip-document';
import { decodeTotalsShard, sumTotals } from '../../core/documents/totals-document';
import type { Totals } from '../../core/money/totals';
import { adaUid, type Stage } from './ada';

/** Reads the store of a stage. */
export function tipIn(stage: Stage, tipId: string): Tip {
  const tip = decodeTip(stage.deps.store.get(paths.tip(adaUid, tipId)));
  if (!tip.ok) throw new Error('No such tip');
  return tip.value;
}

export function totalsIn(stage: Stage): Totals {
  const shards = Object.entries(stage.deps.store.dump())
    .filter(([path]) => path.startsWith(`${paths.totals(adaUid)}/`))
    .map(([, data]) => decodeTotalsShard(data));
  return sumTotals(shards.flatMap((shard) => (shard.ok ? [shard.value] : [])));
}
