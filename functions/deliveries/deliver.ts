import { isListening, noChannels, type Channels } from '@busker/core/outbox/channel';
import {
  mostTries,
  noPace,
  type Delivery,
  type DeliveryTry,
  type Pace,
} from '@busker/core/outbox/outbox-event';
import type { Message } from '@busker/core/notification/notified-event';
import { claimMs, longestRetryAfter, longestWait, nextBackoff, nextTryAt } from '@busker/core/outbox/pace';
import { addresseeOf, sendSafely, notifiedEvents } from '../channels/own-channels';
import type { Deps } from '../deps';
import { noteChannel } from './collect';
import type { OutboxTask } from '../outbox/outbox-task';
import { webhookMessageId } from '../outbox/relay';
import type { Sending } from '../senders/channel-sender';
import { readEach, stored } from '../store/store';

type DeliverDeps = Pick<
  Deps,
  'store' | 'clock' | 'config' | 'ids' | 'limits' | 'log' | 'senders' | 'outboxQueue'
>;

/** Makes one try of a webhook's delivery. A second call at the same time does nothing. */
export async function deliver(deps: DeliverDeps, uid: string, deliveryId: string, lane: Lane): Promise<void> {
  const claimed = await claim(deps, uid, deliveryId, lane);
  if (claimed === null) return;
  if (claimed === 'slow')
    return deps.outboxQueue.enqueue(
      { kind: 'deliver-slowly', uid, deliveryId, attempt: 0 },
      deps.clock.now(),
    );
  const wait = await hourWait(deps, uid);
  if (wait !== null) return postpone(deps, uid, claimed.delivery, wait);
  const message = await messageOf(deps, uid, claimed);
  const to =
    message === null ? undefined : await addresseeOf(deps, uid, claimed.delivery.channelId, claimed.channels);
  const sending = message === null || to === undefined ? null : await sendSafely(deps, to, message);
  await settle(deps, uid, claimed.delivery, sending);
}

/** The queue that the task came from. Receivers that answer slowly have their own, so that they hold up nobody else. */
type Lane = 'quick' | 'slow';

interface ClaimedDelivery {
  readonly delivery: Delivery;
  readonly channels: Channels;
}

/** Null when it is over or not due, somebody else is sending it, or its receiver backs off. `slow`: it belongs to the other queue. */
function claim(
  deps: DeliverDeps,
  uid: string,
  deliveryId: string,
  lane: Lane,
): Promise<ClaimedDelivery | 'slow' | null> {
  const { store, clock } = deps;
  const doc = stored.delivery(uid, deliveryId);
  return store.transaction(async (tx): Promise<ClaimedDelivery | 'slow' | null> => {
    const [delivery, channels = noChannels, pace = noPace] = await readEach(tx, [
      doc,
      stored.channels(uid),
      stored.pace(uid),
    ]);
    const now = clock.now();
    if (delivery === undefined || !deliveryIsDue(delivery, now)) return null;
    const channel = channels.channels[delivery.channelId];
    if (channel === undefined || !isListening(channel)) {
      tx.write(doc, { ...delivery, state: 'dead', nextAt: null, claimedAt: null });
      return null;
    }
    const waitsUntil = backoffUntil(pace, delivery.channelId, now);
    if (waitsUntil !== null) {
      tx.write(doc, { ...delivery, state: 'waiting', nextAt: waitsUntil, claimedAt: null });
      // Nobody enqueues them one by one: the sweep finds them when the backoff is over.
      return null;
    }
    if (lane === 'quick' && channel.slowAt !== undefined) return 'slow';
    // One delivery is the probe after a backoff; the others wait for its end.
    if (pace.rests[delivery.channelId] !== undefined)
      tx.write(stored.pace(uid), withBackoff(pace, delivery.channelId, { until: now + claimMs }));
    const sent: Delivery = {
      ...delivery,
      state: 'sending',
      attempt: delivery.attempt + 1,
      claimedAt: now,
      nextAt: now + claimMs,
    };
    tx.write(doc, sent);
    return { delivery: sent, channels };
  });
}

const hour = 60 * 60_000;

/** Tries of all webhooks of one owner in an hour: far above what fans cause, and it keeps a program from sending without end through this server. */
const triesAnHour = 1000;

/** The sweep must find a wait plausible (`longestWait`). */
const mostHours = 24;

/**
 * Counts one try of the owner's hour. Null = it may be made. Otherwise it waits so many milliseconds: until the hour is over, or longer when what waits
 * already fills the hours after it, so that a long queue of one owner does not fill each run of the sweep.
 */
async function hourWait({ limits, config }: DeliverDeps, uid: string): Promise<number | null> {
  const points = Math.ceil(triesAnHour * config.limitFactor);
  const key = `owner-deliveries-${uid}`;
  const [state] = await limits.count([{ key, points, windowMs: hour, soft: true }]);
  if (state === undefined || state.left >= 0) return null;
  const fullHours = Math.floor((-state.left - 1) / points);
  return state.waitMs + Math.min(fullHours, mostHours - 1) * hour;
}

/** The claimed try was not begun. Nobody enqueues it: the sweep finds it after `wait` milliseconds. */
function postpone(
  { store, clock }: DeliverDeps,
  uid: string,
  { id, claimedAt }: Delivery,
  wait: number,
): Promise<void> {
  return store.transaction(async (tx) => {
    const doc = stored.delivery(uid, id);
    const delivery = await tx.read(doc);
    if (delivery?.state !== 'sending' || delivery.claimedAt !== claimedAt) return;
    const { attempt } = delivery;
    const later = { attempt: attempt - 1, claimedAt: null, nextAt: clock.now() + wait };
    tx.write(doc, { ...delivery, ...later, state: 'waiting' });
  });
}

/** Null when the event is gone. */
async function messageOf(
  deps: DeliverDeps,
  uid: string,
  { delivery, channels }: ClaimedDelivery,
): Promise<Message | null> {
  const event = await deps.store.read(stored.event(uid, delivery.eventId));
  const channel = channels.channels[delivery.channelId];
  if (event === undefined || channel === undefined) return null;
  const events = await notifiedEvents(deps, uid, [event], channel);
  const rest = { sums: [], unlisted: 0, takenBack: 0, since: event.at, digest: null } as const;
  return { kind: 'told', id: webhookMessageId(event.id), events, ...rest };
}

/** Writes how the try went: into the delivery, the channel, and the backoff of its receiver. `sending` null: there is nothing to send any more. */
async function settle(
  deps: DeliverDeps,
  uid: string,
  { id, channelId }: Delivery,
  sending: Sending | null,
): Promise<void> {
  const { store, clock, outboxQueue } = deps;
  const tasks = await store.transaction(async (tx): Promise<readonly (readonly [OutboxTask, number])[]> => {
    const doc = stored.delivery(uid, id);
    const [delivery, channels = noChannels, pace = noPace] = await readEach(tx, [
      doc,
      stored.channels(uid),
      stored.pace(uid),
    ]);
    if (delivery === undefined) return [];
    const now = clock.now();
    const tried = triedDelivery(delivery, sending, now);
    tx.write(doc, tried);
    if (sending === null) return [];
    const rested = backoffAfter(pace, channelId, sending, now);
    if (rested !== pace) tx.write(stored.pace(uid), rested);
    const eventId = noteChannel(deps, tx, uid, channels, channelId, sending);
    return [
      ...(tried.nextAt === null
        ? []
        : [[{ kind: 'deliver', uid, deliveryId: id, attempt: tried.attempt }, tried.nextAt] as const]),
      ...(eventId === null ? [] : [[{ kind: 'relay', uid, eventId }, now] as const]),
    ];
  });
  for (const [task, at] of tasks) await outboxQueue.enqueue(task, at);
}

/** Whether the next try may begin. A claim that is too old or from the future is free, and a time that no schedule reaches is due. */
function deliveryIsDue({ state, nextAt, claimedAt }: Delivery, now: number): boolean {
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

/** Until when nothing goes to this receiver; null = it has no backoff. A later end than a receiver may ask for comes from a clock that was wrong. */
function backoffUntil({ rests }: Pace, channelId: string, now: number): number | null {
  const rest = rests[channelId];
  return rest === undefined || rest.until <= now || rest.until > now + longestRetryAfter ? null : rest.until;
}

/** The same pace with another end of this receiver's backoff. */
function withBackoff(
  pace: Pace,
  channelId: string,
  change: { readonly until: number; readonly step?: number },
): Pace {
  const step = pace.rests[channelId]?.step ?? 0;
  return { ...pace, rests: { ...pace.rests, [channelId]: { step, ...change } } };
}

/** After a try: a backoff begins, gets longer, or is over. */
function backoffAfter(pace: Pace, channelId: string, sending: Sending, now: number): Pace {
  const known = pace.rests[channelId];
  if (sending.kind === 'again' && sending.rests)
    return withBackoff(pace, channelId, nextBackoff(known, now, sending.after));
  if (known === undefined) return pace;
  const { [channelId]: _over, ...rests } = pace.rests;
  return { ...pace, rests };
}

const tryOf = ({ kind, ...sending }: Sending, now: number): DeliveryTry => ({
  at: now - sending.attempt.ms,
  ms: sending.attempt.ms,
  status: sending.attempt.status,
  problem: 'problem' in sending ? sending.problem : kind === 'ended' ? 'gone' : null,
  text: sending.attempt.text,
});

/** The delivery after a try. `sending` null: its event is gone. Random numbers spread the tries of many deliveries. */
function triedDelivery(
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
