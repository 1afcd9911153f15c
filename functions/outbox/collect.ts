import { noChannels, isListening, type Channel, type Channels } from '../../core/outbox/channel';
import { noPace } from '../../core/outbox/delivery';
import { groupEvents } from '../../core/outbox/group-events';
import type { OutboxEvent } from '../../core/outbox/outbox-event';
import { claimedTurn, failedTurn, isDue, paceOf, sentTurn, wakeAt, withTurn } from '../../core/outbox/pace';
import type { Message } from '../../core/outbox/told-event';
import { decodeEvent } from '../../core/documents/event-document';
import { paths } from '../../core/documents/documents';
import type { Deps } from '../deps';
import { readEach } from '../store/read-each';
import { readable, stored } from '../store/stored';
import { addresseeOf } from './addressee';
import type { Sending } from './channel-sender';
import { closeEvents } from './close-events';
import { noteChannel } from './note-channel';
import { collectedMessageId } from './outbox-ids';
import { sendSafely } from './send-safely';
import { toldEvents } from './told-events';

export type CollectDeps = Pick<Deps, 'store' | 'clock' | 'config' | 'ids' | 'log' | 'senders' | 'outboxBell'>;

/** Events that one message covers. What is left gets another message. */
const mostCovered = 500;

/** Of events of a channel that is off. */
const mostPages = 20;

/** Sends what is due for a collecting channel, as one message. A second call at the same time does nothing. */
export async function collect(deps: CollectDeps, uid: string, channelId: string): Promise<void> {
  const claimed = await claimTurn(deps, uid, channelId);
  if (claimed === null) return;
  const { channel } = claimed;
  const due = await dueEvents(deps, uid, channelId);
  if (!isListening(channel)) {
    await closeAll(deps, uid, channelId, due);
    return endTurn(deps, uid, channelId);
  }
  if (due.length === 0) return endTurn(deps, uid, channelId);
  const message = await messageOf(deps, uid, channelId, channel, due);
  const sending = message === null ? null : await send(deps, uid, channelId, message);
  const isOver = sending === null || sending.kind !== 'again';
  if (isOver) await closeEvents(deps, uid, due, channelId);
  await settle(deps, uid, channelId, sending, due.length === mostCovered);
}

/** Closes these events and all that follow them: a channel that is switched on again must not tell what came while it was off. */
async function closeAll(
  deps: CollectDeps,
  uid: string,
  channelId: string,
  due: readonly OutboxEvent[],
): Promise<void> {
  let page = due;
  for (let pages = 0; pages < mostPages && page.length > 0; pages += 1) {
    await closeEvents(deps, uid, page, channelId);
    page = page.length < mostCovered ? [] : await dueEvents(deps, uid, channelId);
  }
}

interface ClaimedTurn {
  readonly channel: Channel;
  readonly channels: Channels;
}

/** Null when nothing is due, somebody else is sending it, or the channel is gone. */
function claimTurn(
  { store, clock }: CollectDeps,
  uid: string,
  channelId: string,
): Promise<ClaimedTurn | null> {
  return store.transaction(async (tx) => {
    const [pace = noPace, channels = noChannels] = await readEach(tx, [
      stored.pace(uid),
      stored.channels(uid),
    ]);
    const turn = pace.turns[channelId];
    const now = clock.now();
    if (turn === undefined || !isDue(turn, now)) return null;
    const channel = channels.channels[channelId];
    tx.write(
      stored.pace(uid),
      withTurn(pace, channelId, channel === undefined ? null : claimedTurn(turn, now), now),
    );
    return channel === undefined ? null : { channel, channels };
  });
}

async function dueEvents(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  channelId: string,
): Promise<readonly OutboxEvent[]> {
  const from = paths.events(uid);
  const found = await store.find(
    { from, where: [['due', 'array-contains', channelId]], orderBy: [['at', 'asc']], limit: mostCovered },
    (data) => readable(from, decodeEvent(data)),
  );
  return found.map(({ value }) => value);
}

/** Null when there is nothing to tell. */
async function messageOf(
  deps: CollectDeps,
  uid: string,
  channelId: string,
  channel: Channel,
  due: readonly OutboxEvent[],
): Promise<Message | null> {
  const { listed, ...group } = groupEvents(due, paceOf(channel).listed);
  if (listed.length === 0 && group.takenBack === 0) return null;
  const events = await toldEvents(deps, uid, listed, channel);
  const id = collectedMessageId(
    channelId,
    due.map((event) => event.id),
  );
  const digest = channel.mode === 'each' ? null : channel.mode;
  return { kind: 'told', id, events, ...group, digest };
}

/** Null when the channel is gone. */
async function send(
  deps: CollectDeps,
  uid: string,
  channelId: string,
  message: Message,
): Promise<Sending | null> {
  const to = await addresseeOf(deps, uid, channelId);
  return to === undefined ? null : sendSafely(deps, to, message);
}

/** Releases the turn: for its next message, for another try, or for good. */
async function settle(
  deps: CollectDeps,
  uid: string,
  channelId: string,
  sending: Sending | null,
  more: boolean,
): Promise<void> {
  const { store, clock, outboxBell } = deps;
  const next = await store.transaction(async (tx) => {
    const [pace = noPace, channels = noChannels] = await readEach(tx, [
      stored.pace(uid),
      stored.channels(uid),
    ]);
    const now = clock.now();
    const turn = pace.turns[channelId];
    const channel = channels.channels[channelId];
    if (turn === undefined || channel === undefined) return { at: null, eventId: null };
    const released =
      sending?.kind === 'again'
        ? failedTurn(turn, now, sending.after)
        : sentTurn(turn, channel, channels, now, more);
    const eventId = sending === null ? null : noteChannel(deps, tx, uid, channels, channelId, sending);
    tx.write(stored.pace(uid), withTurn(pace, channelId, released, now));
    return { at: wakeAt(released, now), eventId };
  });
  if (next.at !== null) await outboxBell.ring({ kind: 'collect', uid, channelId }, next.at);
  if (next.eventId !== null)
    await outboxBell.ring({ kind: 'relay', uid, eventId: next.eventId }, clock.now());
}

/** Nothing was due. What became due since the claim keeps its time. */
async function endTurn(
  { store, clock, outboxBell }: CollectDeps,
  uid: string,
  channelId: string,
): Promise<void> {
  const at = await store.transaction(async (tx) => {
    const pace = await tx.read(stored.pace(uid));
    const turn = pace?.turns[channelId];
    if (pace === undefined || turn === undefined) return null;
    const now = clock.now();
    const released = { ...turn, claimedAt: null, attempt: 0 };
    tx.write(stored.pace(uid), withTurn(pace, channelId, released, now));
    return wakeAt(released, now);
  });
  if (at !== null) await outboxBell.ring({ kind: 'collect', uid, channelId }, at);
}
