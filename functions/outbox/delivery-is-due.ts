import type { Delivery } from '../../core/outbox/delivery';
import { longestWait } from '../../core/outbox/webhook-body';
import { claimMs } from '../../core/outbox/pace';

/** Whether the next try may begin. A claim that is too old or from the future is free, and a time that no schedule reaches is due. */
export function deliveryIsDue({ state, nextAt, claimedAt }: Delivery, now: number): boolean {
  switch (state) {
    case 'done':
    case 'dead':
      return false;
    case 'sending':
      return claimedAt === null || claimedAt > now || claimedAt <= now - claimMs;
    case 'waiting':
      return nextAt === null || nextAt <= now || nextAt > now + longestWait;
  }
}
