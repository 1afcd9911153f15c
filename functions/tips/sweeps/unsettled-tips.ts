import { paths } from '../../../core/documents/documents';
import { decodeTip } from '../../../core/documents/tip-document';
import type { TipReference } from '../../stripe/payments';
import type { Store } from '../../store/store';

const atMost = 500;

/**
 * An owner's unsettled tips: with a pending refund, which may wait weeks for balance on the account, or with an undecided dispute. They are few, and
 * are read every day however old they are.
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
