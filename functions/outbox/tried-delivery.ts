import { mostTries, type Delivery, type DeliveryTry } from '../../core/outbox/delivery';
import { nextTryAt } from '../../core/outbox/webhook-body';
import type { Sending } from './channel-sender';

const tryOf = ({ kind, ...sending }: Sending, now: number): DeliveryTry => ({
  at: now - sending.attempt.ms,
  ms: sending.attempt.ms,
  status: sending.attempt.status,
  problem: 'problem' in sending ? sending.problem : kind === 'ended' ? 'gone' : null,
  text: sending.attempt.text,
});

/** The delivery after a try. `sending` null: what it was to tell is gone. Random numbers spread the tries of many deliveries. */
export function triedDelivery(
  delivery: Delivery,
  sending: Sending | null,
  now: number,
  random: () => number = Math.random,
): Delivery {
  if (sending === null) return { ...delivery, state: 'dead', nextAt: null, claimedAt: null };
  const tries = [...delivery.tries, tryOf(sending, now)].slice(-mostTries);
  const over = { ...delivery, tries, nextAt: null, claimedAt: null };
  switch (sending.kind) {
    case 'sent':
      return { ...over, state: 'done' };
    case 'ended':
      return { ...over, state: 'dead' };
    case 'again': {
      const nextAt = nextTryAt(delivery.attempt, now, random(), sending.after);
      return nextAt === null ? { ...over, state: 'dead' } : { ...over, state: 'waiting', nextAt };
    }
  }
}
