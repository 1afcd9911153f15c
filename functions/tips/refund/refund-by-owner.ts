import type { DocumentId } from '../../../core/base/text';
import type { RefundAnswer, RefundBody } from '../../../core/api/owner-api';
import { ok, type Result } from '../../../core/base/result';
import type { Deps, Owner } from '../../deps';
import { refundTip } from './refund-tip';

/** An owner refunds all or part of one of their tips. The tip is read only under their own uid. */
export async function refundByOwner(
  deps: Deps,
  { uid }: Owner,
  tipId: DocumentId,
  { requestId, amount, reason }: RefundBody,
): Promise<Result<RefundAnswer>> {
  const made = await refundTip(deps, { uid, tipId }, { requestId, amount, reason, by: 'owner' });
  if (!made.ok) return made;
  const { tip, request } = made.value;
  const { refunded, pending } = tip.refund;
  return ok({ requestId, amount: request.amount, status: shownStatus(request.status), refunded, pending });
}

function shownStatus(
  status: 'requested' | 'pending' | 'succeeded' | 'failed' | 'canceled',
): RefundAnswer['status'] {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}
