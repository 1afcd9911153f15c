import { paths } from '@busker/core/documents/documents';
import { groupEvents, type NotifiedMessage } from '@busker/core/notification/notified-event';
import { eventDocument } from '@busker/core/outbox-documents/event-document';
import { isListening, isNotice, noChannels, type Channel, type Channels } from '@busker/core/outbox/channel';
import { noPace, type EventFact, type OutboxEvent } from '@busker/core/outbox/outbox-event';
import {
  claimedBatch,
  failedBatch,
  isDue,
  paceOf,
  sentBatch,
  wakeAt,
  withBatch,
  type SentMessage,
} from '@busker/core/outbox/pace';
import { addresseeOf, afterSending, notifiedEvents, sendSafely } from '../channels/own-channels';
import type { Deps } from '../deps';
import { mailWait } from '../mail-channel/mail-sender';
import { collectedMessageId, writeEvent } from '../outbox/relay';
import type { Sending } from '../senders/channel-sender';
import { readEach, stored, type Writes } from '../store/store';

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

export type CollectDeps = Pick<
  Deps,
  'store' | 'clock' | 'config' | 'ids' | 'limits' | 'log' | 'senders' | 'outboxQueue'
>;

/** Events that one message covers. What is left gets another message. */
const mostCovered = 500;

/** Sends what is due for a collecting channel, as one message. A second call at the same time does nothing. */
export async function collect(deps: CollectDeps, uid: string, channelId: string): Promise<void> {
  const claimed = await claimBatch(deps, uid, channelId);
  if (claimed === null) return;
  const { channel } = claimed;
  const due = await dueEvents(deps, uid, channelId);
  if (channel === undefined || !isListening(channel)) {
    await closeEvents(deps, uid, due, channelId);
    return endBatch(deps, uid, channelId, due.length === mostCovered);
  }
  if (due.length === 0) return endBatch(deps, uid, channelId, false);
  // A further try is the same mail.
  const wait = claimed.attempt === 1 ? await mailWait(deps, channel) : null;
  if (wait !== null) return postpone(deps, uid, channelId, wait);
  // A receiver that refuses a message may take it without the words of fans.
  const words = channel.words && !isRefusedFor(channel, claimed.attempt, wordlessFrom);
  const message = await messageOf(deps, uid, channelId, { ...channel, words }, due);
  const to = message === null ? undefined : await addresseeOf(deps, uid, channelId);
  const sending = message === null || to === undefined ? null : await sendSafely(deps, to, message);
  const isOver =
    sending === null || sending.kind !== 'again' || isRefusedFor(channel, claimed.attempt, givenUpFrom);
  if (isOver) await closeEvents(deps, uid, due, channelId);
  const more = due.length === mostCovered;
  const tip = sending?.kind === 'sent' && message !== null && message.sums.length > 0;
  await settle(deps, uid, channelId, { sending, isOver, more, notice: isNoticeAlone(due), tip });
}

const isNoticeAlone = (due: readonly OutboxEvent[]): boolean => due.every(({ type }) => isNotice(type));

/** Tries that the receiver refused, although it answers: then words are left out, and after about a day the message is given up for later ones. */
const wordlessFrom = 3;
const givenUpFrom = 27;

const isRefusedFor = ({ problem }: Channel, attempt: number, tries: number): boolean =>
  problem === 'refused' && attempt >= tries;

interface ClaimedBatch {
  /** Undefined when the owner removed it. */
  readonly channel: Channel | undefined;
  /** 1 = the first try of this message. */
  readonly attempt: number;
}

/** Null when nothing is due, or somebody else is sending it. */
function claimBatch(
  { store, clock }: CollectDeps,
  uid: string,
  channelId: string,
): Promise<ClaimedBatch | null> {
  return store.transaction(async (tx) => {
    const [pace = noPace, channels = noChannels] = await readEach(tx, [
      stored.pace(uid),
      stored.channels(uid),
    ]);
    const batch = pace.turns[channelId];
    const now = clock.now();
    if (batch === undefined || !isDue(batch, now)) return null;
    const claimed = claimedBatch(batch, now);
    tx.write(stored.pace(uid), withBatch(pace, channelId, claimed, now));
    return { channel: channels.channels[channelId], attempt: claimed.attempt };
  });
}

async function dueEvents(
  { store, log }: Pick<Deps, 'store' | 'log'>,
  uid: string,
  channelId: string,
): Promise<readonly OutboxEvent[]> {
  const from = paths.events(uid);
  const found = await store.find(
    { from, where: [['due', 'array-contains', channelId]], orderBy: [['at', 'asc']], limit: mostCovered },
    eventDocument.decode,
  );
  return found.flatMap(({ path, value }) => {
    if (value.ok) return [value.value];
    // An event of a later release, for example after a rollback, must not stop the others.
    log.outboxStuck({ what: path, waiting: 1, seconds: 0 });
    return [];
  });
}

/** Null when there is nothing to send. */
async function messageOf(
  deps: CollectDeps,
  uid: string,
  channelId: string,
  channel: Channel,
  due: readonly OutboxEvent[],
): Promise<NotifiedMessage | null> {
  const seen = channel.audience === 'private' ? due : await asHiddenNow(deps, uid, due);
  const { listed, ...group } = groupEvents(seen, paceOf(channel).listed, channel.audience);
  if (listed.length === 0 && group.takenBack === 0) return null;
  const events = await notifiedEvents(deps, uid, listed, channel);
  const id = collectedMessageId(
    channelId,
    due.map((event) => event.id),
  );
  const digest = channel.mode === 'each' ? null : channel.mode;
  return { kind: 'told', id, events, ...group, digest };
}

/** For a message that others see: an amount that its fan has hidden since the event is in no sum and no sentence. */
async function asHiddenNow(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  due: readonly OutboxEvent[],
): Promise<readonly OutboxEvent[]> {
  const tips = new Set(due.flatMap(({ tip }) => tip?.tipId ?? []));
  const monthlies = new Set(due.flatMap(({ fact }) => ('monthlyId' in fact ? fact.monthlyId : [])));
  const read = await Promise.all([
    store.readAll([...tips].map((tipId) => stored.tip(uid, tipId))),
    store.readAll([...monthlies].map((monthlyId) => stored.monthly(uid, monthlyId))),
  ]);
  // A monthly tip has the id of its first payment.
  const hidden = new Set(
    [...tips, ...monthlies].filter((_, index) => read.flat()[index]?.fan.hidesAmount === true),
  );
  const hidesAmount = true as const;
  return due.map(({ tip, fact, ...event }) => ({
    ...event,
    tip: tip !== null && hidden.has(tip.tipId) ? { ...tip, hidesAmount } : tip,
    fact: 'monthlyId' in fact && hidden.has(fact.monthlyId) ? { ...fact, hidesAmount } : fact,
  }));
}

interface Ended extends SentMessage {
  /** Null when there was nothing to send, or no receiver. */
  readonly sending: Sending | null;
  /** The events were sent, or given up. */
  readonly isOver: boolean;
}

/** Releases the batch: for its next message, for another try, or for good. */
async function settle(
  deps: CollectDeps,
  uid: string,
  channelId: string,
  { sending, isOver, ...sent }: Ended,
): Promise<void> {
  const { store, clock, outboxQueue } = deps;
  const next = await store.transaction(async (tx) => {
    const [pace = noPace, channels = noChannels] = await readEach(tx, [
      stored.pace(uid),
      stored.channels(uid),
    ]);
    const now = clock.now();
    const batch = pace.turns[channelId];
    const channel = channels.channels[channelId];
    if (batch === undefined || channel === undefined) return { at: null, eventId: null };
    const released =
      sending?.kind === 'again' && !isOver
        ? failedBatch(batch, now, sending.after)
        : sentBatch(batch, channel, channels, now, sent);
    const eventId = sending === null ? null : noteChannel(deps, tx, uid, channels, channelId, sending);
    tx.write(stored.pace(uid), withBatch(pace, channelId, released, now));
    return { at: wakeAt(released, now), eventId };
  });
  if (next.at !== null) await outboxQueue.enqueue({ kind: 'collect', uid, channelId }, next.at);
  if (next.eventId !== null)
    await outboxQueue.enqueue({ kind: 'relay', uid, eventId: next.eventId }, clock.now());
}

/** The message waits for so many milliseconds. */
async function postpone(
  { store, clock }: CollectDeps,
  uid: string,
  channelId: string,
  wait: number,
): Promise<void> {
  await store.transaction(async (tx) => {
    const pace = await tx.read(stored.pace(uid));
    const batch = pace?.turns[channelId];
    if (pace === undefined || batch === undefined) return;
    const now = clock.now();
    const later = { ...batch, nextAt: now + wait, claimedAt: null, attempt: 0 };
    tx.write(stored.pace(uid), withBatch(pace, channelId, later, now));
  });
}

/** Nothing was sent. Events that became due since the claim keep their time; an empty batch is removed with its channel. */
async function endBatch(
  { store, clock, outboxQueue }: CollectDeps,
  uid: string,
  channelId: string,
  more: boolean,
): Promise<void> {
  const at = await store.transaction(async (tx) => {
    const [pace, channels = noChannels] = await readEach(tx, [stored.pace(uid), stored.channels(uid)]);
    const batch = pace?.turns[channelId];
    if (pace === undefined || batch === undefined) return null;
    const now = clock.now();
    const nextAt = more ? now : batch.nextAt;
    const isGone = nextAt === null && channels.channels[channelId] === undefined;
    const released = isGone ? null : { ...batch, nextAt, claimedAt: null, attempt: 0 };
    tx.write(stored.pace(uid), withBatch(pace, channelId, released, now));
    return released === null ? null : wakeAt(released, now);
  });
  if (at !== null) await outboxQueue.enqueue({ kind: 'collect', uid, channelId }, at);
}

/** Events of one commit. */
const atOnce = 50;

/** The channel is no longer due for these events. Other channels may close the same events at the same time. */
async function closeEvents(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  events: readonly OutboxEvent[],
  channelId: string,
): Promise<void> {
  for (let from = 0; from < events.length; from += atOnce) {
    const page = events.slice(from, from + atOnce);
    await store.transaction(async (tx) => {
      const current = await tx.readAll(page.map(({ id }) => stored.event(uid, id)));
      for (const event of current) {
        if (event?.due.includes(channelId) !== true) continue;
        const due = event.due.filter((id) => id !== channelId);
        tx.write(stored.event(uid, event.id), { ...event, due });
      }
    });
  }
}
