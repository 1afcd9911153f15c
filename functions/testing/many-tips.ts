import { paths } from '../../core/documents/documents';
import { tipDocument } from '../../core/money-documents/tip-document';
import { fakeSnapshot, fakeTip, noon } from '../../core/testing/fakes';
import type { Tip } from '../../core/tip/tip';
import { projectTip } from '../../core/tip-state/tip-projection';
import type { InMemoryDeps } from './in-memory-deps';

/** Paid tips of one owner, without their payments at Stripe. Three of them share each moment. */
export function putTips({ store }: InMemoryDeps, ownerUid: string, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const tip = paidTipOf(ownerUid, index);
    store.put(paths.tip(ownerUid, tip.tipId), tipDocument.encode(tip));
  }
}

const paidTipOf = (ownerUid: string, index: number): Tip => {
  const base = fakeTip();
  return {
    ...projectTip(base, fakeSnapshot()),
    rev: 2,
    tipId: `tip${String((index * 7919) % 100_003).padStart(6, '0')}`,
    ownerUid,
    createdAt: noon + Math.floor(index / 3) * 1000,
    fan: { ...base.fan, name: `Zoë ${index}`, message: `№ ${index}, "quoted"` },
  };
};
