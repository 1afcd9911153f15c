import type { Channel, Channels } from '../../core/outbox/channel';
import type { EventFact } from '../../core/outbox/outbox-event';
import { afterSending } from '../channels/own-channels';
import type { Deps } from '../deps';
import { writeEvent } from '../outbox/relay';
import type { Sending } from '../senders/channel-sender';
import type { Writes } from '../store/store';
import { stored } from '../store/stored';

type NoteDeps = Pick<Deps, 'clock' | 'config' | 'ids'>;

/** Milliseconds. The time of the last success is for people, so that it need not be written with every message. */
const okEveryMs = 60 * 60_000;

/** Milliseconds. A webhook's receiver that needs longer is slow, and one that needs less than `quickMs` is quick again. */
const slowMs = 5000;
const quickMs = 1000;

/** Milliseconds without success after which the other channels say so. */
const failingNoticeMs = 3 * 24 * 60 * 60_000;

/** The channel after a message. `sent` of a channel that works is written once an hour. */
function channelAfter(channel: Channel, sending: Sending, now: number): Channel {
  const isKnown = channel.state === 'on' && channel.lastOkAt !== null && channel.lastOkAt > now - okEveryMs;
  const paced = channel.kind === 'webhook' ? paceNoted(channel, sending.attempt.ms, now) : channel;
  return sending.kind === 'sent' && isKnown && channel.failures === 0
    ? paced
    : afterSending(paced, sending, now);
}

/** The same channel when nothing changes about how quickly its receiver answers. */
function paceNoted(channel: Channel, ms: number, now: number): Channel {
  const { slowAt, ...quick } = channel;
  if (ms >= slowMs) return slowAt === undefined ? { ...channel, slowAt: now } : channel;
  return slowAt !== undefined && ms < quickMs ? quick : channel;
}

/** The event for the owner's other channels; null = none. */
function factOf(channelId: string, before: Channel, after: Channel, now: number): EventFact | null {
  const { kind, label, failingSince: since, failureToldAt = 0 } = after;
  const isOver = after.state === 'off' || after.state === 'refused';
  if (isOver && after.state !== before.state && after.end !== null)
    return { type: 'channel.disabled', channelId, kind, label, why: after.end };
  const failsLong = after.state === 'failing' && since !== null && since <= now - failingNoticeMs;
  return failsLong && failureToldAt < since
    ? { type: 'channel.failing', channelId, kind, label, since }
    : null;
}

/** Writes how a message went into the owner's channels, and the event about it. Must come after all reads of the transaction. Returns the event's id. */
export function noteChannel(
  { clock, config, ids }: NoteDeps,
  writes: Writes,
  uid: string,
  channels: Channels,
  channelId: string,
  sending: Sending,
): string | null {
  const before = channels.channels[channelId];
  if (before === undefined) return null;
  const now = clock.now();
  const after = channelAfter(before, sending, now);
  if (after === before) return null;
  const fact = factOf(channelId, before, after, now);
  const noted = fact?.type === 'channel.failing' ? { ...after, failureToldAt: now } : after;
  writes.write(stored.channels(uid), { ...channels, channels: { ...channels.channels, [channelId]: noted } });
  if (fact === null) return null;
  const id = ids.fresh();
  writeEvent(writes, uid, { id, fact, at: now, livemode: config.livemode, tip: null });
  return id;
}
