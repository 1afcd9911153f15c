import { channelsDocument, deliveryDocument } from '../../core/outbox-documents/channels-document';
import { channelSecret } from '../channels/own-channels';
import { eventDocument } from '../../core/outbox-documents/event-document';
import { paths } from '../../core/documents/documents';
import {
  noChannels,
  defaultTypes,
  type Channel,
  type Channels,
  type ChannelSecret,
} from '../../core/outbox/channel';
import {
  deliveryLifetime,
  eventLifetime,
  type Delivery,
  type OutboxEvent,
} from '../../core/outbox/outbox-event';
import type { InMemoryDeps } from './in-memory-deps';

export const aWebhook: Channel = {
  kind: 'webhook',
  label: 'My server',
  state: 'on',
  end: null,
  problem: null,
  events: defaultTypes,
  minimum: {},
  mode: 'each',
  audience: 'private',
  words: true,
  hint: 'hooks.example.com',
  createdAt: Date.UTC(2026, 10, 20, 12),
  lastOkAt: null,
  failures: 0,
  failingSince: null,
};

const webhookSecret: ChannelSecret['credentials'] = {
  kind: 'webhook',
  url: 'https://hooks.example.com/busker',
  secrets: [{ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', until: null }],
};

export function channelsIn({ store }: InMemoryDeps, uid: string): Channels {
  const read = channelsDocument.decode(store.dump()[paths.channels(uid)]);
  return read.ok ? read.value : noChannels;
}

export function secretIn(deps: InMemoryDeps, channelId: string): ChannelSecret | undefined {
  const data = deps.store.dump()[paths.channelSecret(channelId)];
  return data === undefined ? undefined : channelSecret(deps, channelId).decode(data);
}

/** Stores a channel with its secret: a webhook that works, unless the test says otherwise. */
export function putChannel(
  deps: InMemoryDeps,
  uid: string,
  channelId: string,
  change: Partial<Channel> = {},
  credentials: ChannelSecret['credentials'] = webhookSecret,
): void {
  const all = channelsIn(deps, uid);
  const channels = { ...all.channels, [channelId]: { ...aWebhook, ...change } };
  deps.store.put(paths.channels(uid), channelsDocument.encode({ ...all, channels }));
  const secret = { uid, credentials, offToken: 'a'.repeat(40), code: null } as const;
  const { path, encode } = channelSecret(deps, channelId);
  deps.store.put(path, encode(secret));
}

/** Stores an event: a tip that was paid, unless the test says otherwise. */
export function putEvent(
  deps: InMemoryDeps,
  uid: string,
  id: string,
  change: Partial<OutboxEvent> = {},
): void {
  const at = change.at ?? deps.clock.now();
  const event: OutboxEvent = {
    v: 1,
    id,
    type: 'tip.paid',
    fact: { type: 'tip.paid' },
    at,
    livemode: false,
    tip: null,
    state: 'relayed',
    due: [],
    relayedAt: at,
    expiresAt: at + eventLifetime,
    ...change,
  };
  deps.store.put(paths.event(uid, id), eventDocument.encode(event));
}

/** Stores a delivery that is out of tries, unless the test says otherwise. */
export function putDelivery(
  deps: InMemoryDeps,
  uid: string,
  id: string,
  change: Partial<Delivery> = {},
): void {
  const createdAt = deps.clock.now();
  const delivery: Delivery = {
    v: 1,
    id,
    channelId: 'channel1',
    eventId: 'event1',
    type: 'tip.paid',
    state: 'dead',
    attempt: 10,
    nextAt: null,
    claimedAt: null,
    tries: [{ at: createdAt, ms: 8, status: 500, problem: 'server-error', text: 'Sorry' }],
    createdAt,
    expiresAt: createdAt + deliveryLifetime,
    ...change,
  };
  deps.store.put(paths.delivery(uid, id), deliveryDocument.encode(delivery));
}
