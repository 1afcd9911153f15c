import { paths } from '../../../core/documents/documents';
import { decodeRefundRequest, type RefundRequest } from '../../../core/documents/tip-document';
import type { RefundSnapshot } from '../../../core/tip/state/payment-snapshot';
import type { Tip } from '../../../core/tip/tip';
import { readable } from '../../store/stored';
import type { Store } from '../../store/store';

/**
 * Busker's own refund requests of a tip. They change only together with the tip's revision, so comparing the revision afterwards is as safe as
 * reading both in one transaction.
 */
export async function refundRequestsOf(store: Store, tip: Tip): Promise<readonly RefundRequest[]> {
  const from = paths.refunds(tip.ownerUid, tip.tipId);
  const found = await store.find({ from, limit: 100 }, decodeRefundRequest);
  return found.map(({ path, value }) => readable(path, value));
}

/** The state of the request that this refund belongs to. */
export const requestStatus = ({ status }: Pick<RefundSnapshot, 'status'>): RefundRequest['status'] =>
  status === 'requires_action' ? 'pending' : status;

/** The requests that Stripe's refunds change. */
export function movedRequests(
  requests: readonly RefundRequest[],
  refunds: readonly RefundSnapshot[],
  now: number,
): readonly RefundRequest[] {
  return requests.flatMap((request) => {
    const refund = refunds.find((each) => answers(each, request));
    if (refund === undefined || requestStatus(refund) === request.status) return [];
    const failureReason = refund.failureReason ?? request.failureReason;
    const stripeRefundId = refund.id;
    return [{ ...request, stripeRefundId, status: requestStatus(refund), failureReason, updatedAt: now }];
  });
}

/** Refused requests as failed refunds: Stripe's own list does not contain them. */
export const refusedRequests = (requests: readonly RefundRequest[]): readonly RefundSnapshot[] =>
  requests
    .filter(({ status, stripeRefundId }) => status === 'failed' && stripeRefundId === null)
    .map(({ requestId, amount, failureReason, updatedAt }) => ({
      id: `request:${requestId}`,
      amount,
      status: 'failed',
      failureReason,
      createdAt: updatedAt,
    }));

/** A request whose answer was lost has no refund id; the refund's metadata has the request's. */
const answers = (refund: RefundSnapshot, { stripeRefundId, requestId }: RefundRequest) =>
  stripeRefundId === null ? refund.requestId === requestId : refund.id === stripeRefundId;
