import { paths } from '../../core/documents/documents';
import type { Tip } from '../../core/tip/tip';
import { tipDocument, totalsShardDocument, sumTotals } from '../../core/money-documents/tip-document';
import type { Totals } from '../../core/money/money';
import { adaUid, type Scenario } from './ada';

/** Reads the store of a scenario. */
export function tipIn(scenario: Scenario, tipId: string): Tip {
  const tip = tipDocument.decode(scenario.deps.store.get(paths.tip(adaUid, tipId)));
  if (!tip.ok) throw new Error('No such tip');
  return tip.value;
}

export function totalsIn(scenario: Scenario): Totals {
  const shards = Object.entries(scenario.deps.store.dump())
    .filter(([path]) => path.startsWith(`${paths.totals(adaUid)}/`))
    .map(([, data]) => totalsShardDocument.decode(data));
  return sumTotals(shards.flatMap((shard) => (shard.ok ? [shard.value] : [])));
}
