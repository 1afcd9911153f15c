import { fakeTip, noon } from '@busker/core/testing/fakes';
import type { Tip } from '@busker/core/tip/tip';

export const contribOfTip = { count: 1, gross: 546, refunded: 0, disputed: 0 };

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
