import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/**
 * `profiles/{uid}/tips/{tipId}/refunds/{requestId}`: a refund that the owner or a fan's undo requested through Busker. `requested` until Stripe has
 * answered; the request's id makes repeating it safe. `amount` in minor units of the tip's currency. Refunds made in Stripe's dashboard have no such
 * document and appear in the tip only.
 */
export interface RefundRequest {
  readonly v: 1;
  readonly requestId: string;
  readonly amount: number;
  readonly reason: 'requested_by_customer' | 'duplicate' | 'fraudulent';
  readonly by: 'owner' | 'fan';
  readonly status: 'requested' | 'pending' | 'succeeded' | 'failed' | 'canceled';
  readonly stripeRefundId: string | null;
  /** Stripe's `failure_reason` (`insufficient_funds`, `expired_or_canceled_card`). */
  readonly failureReason: string | null;
  /** Grows when Stripe has stored an error under this refund's idempotency key: the next try uses another key. */
  readonly keyRound: number;
  /** When Stripe first answered the current idempotency key with a stored error; null = it has not. */
  readonly keptErrorAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const refundDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    requestId: v.string(),
    amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    reason: v.picklist(['requested_by_customer', 'duplicate', 'fraudulent']),
    by: v.picklist(['owner', 'fan']),
    status: v.picklist(['requested', 'pending', 'succeeded', 'failed', 'canceled']),
    stripeRefundId: v.nullable(v.string()),
    failureReason: v.nullable(v.string()),
    // Requests stored by earlier releases lack both fields.
    keyRound: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
    keptErrorAt: v.optional(v.nullable(storedTime), null),
    createdAt: storedTime,
    updatedAt: storedTime,
  }),
};

export function decodeRefundRequest(stored: unknown): Result<RefundRequest> {
  return decodeStored(refundDocument, stored);
}

export function encodeRefundRequest(request: RefundRequest): StoredData {
  return {
    ...request,
    keptErrorAt: dateOf(request.keptErrorAt),
    createdAt: dateOf(request.createdAt),
    updatedAt: dateOf(request.updatedAt),
  };
}

/** The sum of those requests that Stripe does not have yet: projectTip counts it as pending. */
export function reservedBy(requests: readonly RefundRequest[]): number {
  return requests
    .filter((request) => request.status === 'requested')
    .reduce((sum, request) => sum + request.amount, 0);
}
