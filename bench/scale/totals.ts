import { fakeTip, noon } from '@busker/core/testing/fakes';
import type { Tip } from '@busker/core/tip/tip';
import { paths, totalShards } from '@busker/core/documents/documents';
import { tipDocument, totalsShardDocument } from '@busker/core/money-documents/tip-document';
import { correctTotals, totalsAgree } from '@busker/functions/reconcile/reconcile-account';
import type { BenchOptions, BenchRow } from '../bench-row';
import { noCounts } from './counted-store';
import { scaleScenario, type ScaleOwner, type ScaleScenario } from './scenario';

const contribOfTip = { count: 1, gross: 546, refunded: 0, disputed: 0 };

/** A tip that was paid long ago. */
export function storedTip(uid: string, index: number): Tip {
  const base = fakeTip();
  const createdAt = noon + index;
  return {
    ...base,
    ownerUid: uid,
    tipId: `tip${String(index).padStart(6, '0')}`,
    createdAt,
    state: 'paid',
    contrib: contribOfTip,
    fan: { ...base.fan, name: `Zoë ${index}`, message: `No. ${index}` },
    stripe: { ...base.stripe, accountId: `acct_${uid}`, paymentIntentId: `pi_${uid}_${index}` },
    payment: { status: 'succeeded', attempts: 1, lastError: null, succeededAt: createdAt },
  };
}

/** Tips that were paid long ago, and the totals that they add up to. */
export function storeTips({ inner }: ScaleScenario, { uid }: ScaleOwner, tips: number): void {
  for (let index = 0; index < tips; index += 1) {
    const tip = storedTip(uid, index);
    inner.store.put(paths.tip(uid, tip.tipId), tipDocument.encode(tip));
  }
  for (let shard = 0; shard < totalShards; shard += 1) {
    const part = Math.floor(tips / totalShards) + (shard < tips % totalShards ? 1 : 0);
    const sums = { ...contribOfTip, count: part, gross: contribOfTip.gross * part };
    inner.store.put(
      paths.total(uid, 'usd', shard),
      totalsShardDocument.encode({ v: 1, currency: 'usd', ...sums }),
    );
  }
}

/** One owner with 100,000 tips, and many with 90: the totals of all are compared with the tips. */
export async function totalsOfMany({ quick }: BenchOptions): Promise<BenchRow[]> {
  const [large, others] = quick ? [2_000, 20] : [100_000, 999];
  const scenario = await scaleScenario(others + 1, { published: 0 });
  const { store, deps, owners, inner } = scenario;
  owners.forEach((owner, rank) => storeTips(scenario, owner, rank === 0 ? large : 90));
  store.reset();
  let most = noCounts();
  let corrected = 0;
  for (const { uid } of owners) {
    store.counts = noCounts();
    if (await correctTotals(deps, uid, ['usd'])) corrected += 1;
    if (store.counts.requests > most.requests || store.counts.read > most.read) most = store.counts;
  }
  const [first] = owners;
  await inner.store.add(paths.total(first?.uid ?? '', 'usd', 3), { gross: 1 });
  store.counts = noCounts();
  const found = await correctTotals(deps, first?.uid ?? '', ['usd']);
  const right = await totalsAgree({ store: inner.store }, first?.uid ?? '');
  const what = `totals of an owner with ${large} tips, and of ${others} with 90`;
  return [
    { what: `${what}: corrected without cause`, value: corrected, unit: 'count', atMost: 0 },
    {
      what: 'most requests of the store for one owner and currency',
      value: most.requests,
      unit: 'count',
      atMost: 5,
    },
    { what: 'documents read for the owner with the most', value: most.read, unit: 'count', atMost: null },
    { what: 'tips loaded', value: store.foundIn.get('profiles/-/tips/-') ?? 0, unit: 'count', atMost: 0 },
    {
      what: 'totals wrong by one unit: not found, or not corrected',
      value: found && right ? 0 : 1,
      unit: 'count',
      atMost: 0,
    },
    {
      what: 'requests of the store to find and correct them',
      value: store.counts.requests,
      unit: 'count',
      atMost: null,
    },
  ];
}
