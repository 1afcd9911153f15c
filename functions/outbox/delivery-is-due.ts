import type { Delivery } from '../../core/outbox/delivery';
import { claimMs } from '../../core/outbox/pace';

/** No try lies further ahead than a day and the longest wait that a receiver may ask for: a later time comes from a clock that was wrong. */
const mostWait = 3 * 24 * 60 * 60_000;

/** Whether the next try may begin. A claim that is too old or from the future is free. */
export function deliveryIsDue({ state, nextAt, claimedAt }: Delivery, now: number): boolean {
  switch (state) {
    case 'done':
    case 'dead':
      return false;
    case 'sending':
      return claimedAt === null || claimedAt > now || claimedAt <= now - claimMs;
    case 'waiting':
      return nextAt === null || nextAt <= now || nextAt > now + mostWait;
  }
}
