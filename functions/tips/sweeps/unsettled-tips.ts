import { paths } from '../../../core/documents/documents';
import { decodeTip } from '../../../core/documents/tip-document';
import type { TipReference } from '../../stripe/payments';
import type { Store } from '../../store/store';

const atMost = 500;

/**
 * An owner's tips of which something is not over yet: a refund on its way, which may wait for weeks for money on the account, and a dispute
 * that a bank has not decided. They are few, and asked about each day however long ago all of it began.
 */
export async function unsettledTips(store: Store, uid: string): Promise<readonly TipReference[]> {
  const from = paths.tips(uid);
  const found = await Promise.all([
    store.find({ from, where: [['refund.status', '==', 'pending']], limit: atMost }, decodeTip),
    store.find({ from, where: [['dispute.status', 'in', ['open', 'inquiry']]], limit: atMost }, decodeTip),
  ]);
  const tipIds = found.flat().flatMap(({ value }) => (value.ok ? [value.value.tipId] : []));
  return [...new Set(tipIds)].map((tipId) => ({ uid, tipId }));
}
