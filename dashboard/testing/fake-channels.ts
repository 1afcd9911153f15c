import { defaultTypes, type Channel } from '../../core/outbox/channel';
import { deliveryLifetime, type Delivery } from '../../core/outbox/delivery';

/** A confirmed mail channel that works. */
export const makeChannel = (given: Partial<Channel> = {}): Channel => ({
  kind: 'mail',
  label: 'Email',
  state: 'on',
  end: null,
  problem: null,
  events: defaultTypes,
  minimum: {},
  mode: 'each',
  audience: 'private',
  words: true,
  hint: 'a…@example.com',
  createdAt: Date.UTC(2026, 10, 19, 12),
  lastOkAt: Date.UTC(2026, 10, 20, 12),
  failures: 0,
  failingSince: null,
  ...given,
});

export const makeWebhook = (given: Partial<Channel> = {}): Channel =>
  makeChannel({ kind: 'webhook', label: 'My server', hint: 'hooks.example.com', ...given });

/** One that arrived at the first try. */
export const makeDelivery = (given: Partial<Delivery> = {}): Delivery => {
  const createdAt = given.createdAt ?? Date.UTC(2026, 10, 20, 12);
  return {
    v: 1,
    id: 'delivery-1',
    channelId: 'hook',
    eventId: 'event-1',
    type: 'tip.paid',
    state: 'done',
    attempt: 1,
    nextAt: null,
    claimedAt: null,
    tries: [{ at: createdAt + 900, ms: 120, status: 200, problem: null, text: 'ok' }],
    createdAt,
    expiresAt: createdAt + deliveryLifetime,
    ...given,
  };
};
