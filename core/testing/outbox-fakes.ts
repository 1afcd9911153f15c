import { defaultTypes, type Channel, type Channels } from '../outbox/channel';
import { eventLifetime, type EventFact, type EventTip, type OutboxEvent } from '../outbox/outbox-event';
import {
  alertLifetime,
  newOverlayLive,
  newOverlaySettings,
  type OverlayAlert,
  type OverlaySettings,
  type OwnOverlay,
} from '../overlay/overlay';
import { noon } from './fakes';

/** Typed builders of events and channels. */

export const fakeEventTip = (given: Partial<EventTip> = {}): EventTip => ({
  tipId: 'tip1',
  rev: 3,
  currency: 'usd',
  amount: 546,
  tipAmount: 500,
  delta: { count: 1, gross: 546, refunded: 0, disputed: 0 },
  ...given,
});

export function fakeEvent(
  fact: EventFact = { type: 'tip.paid' },
  given: Partial<OutboxEvent> = {},
): OutboxEvent {
  const isOfTip = fact.type.startsWith('tip.');
  return {
    v: 1,
    id: `tip1-3-${fact.type}`,
    type: fact.type,
    fact,
    at: noon,
    livemode: false,
    tip: isOfTip ? fakeEventTip() : null,
    state: 'new',
    due: [],
    relayedAt: null,
    expiresAt: noon + eventLifetime,
    ...given,
  };
}

export const fakeChannel = (given: Partial<Channel> = {}): Channel => ({
  kind: 'mail',
  label: 'My mail',
  state: 'on',
  end: null,
  problem: null,
  events: defaultTypes,
  minimum: {},
  mode: 'each',
  audience: 'private',
  words: true,
  hint: 'a…@example.com',
  createdAt: noon,
  lastOkAt: null,
  failures: 0,
  failingSince: null,
  ...given,
});

export const fakeChannels = (
  channels: Readonly<Record<string, Channel>>,
  given: Partial<Channels> = {},
): Channels => ({ v: 1, zone: 'Europe/Berlin', language: 'en', quiet: null, channels, ...given });

export const fakeOverlay = (
  settings: Partial<OverlaySettings> = {},
  given: Partial<OwnOverlay> = {},
): OwnOverlay => ({
  v: 1,
  key: 'ada-key',
  createdAt: noon,
  handle: 'ada',
  settings: { ...newOverlaySettings, ...settings },
  live: newOverlayLive,
  ...given,
});

export const fakeAlert = (given: Partial<OverlayAlert> = {}): OverlayAlert => ({
  v: 1,
  id: 'tip1',
  kind: 'tip',
  amount: 500,
  currency: 'usd',
  name: 'Grace',
  message: 'Thank you',
  of: null,
  livemode: true,
  at: noon,
  approvedAt: null,
  expiresAt: noon + alertLifetime,
  ...given,
});
