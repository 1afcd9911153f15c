import { createHash } from 'node:crypto';
import { collections, paths } from '@busker/core/documents/documents';
import { eventDocument } from '@busker/core/outbox-documents/event-document';
import { noChannels, type Channels } from '@busker/core/outbox/channel';
import {
  deliveryLifetime,
  isUrgent,
  noPace,
  planDeliveries,
  eventLifetime,
  eventsOf,
  type Delivery,
  type Pace,
  type EventFact,
  type EventTip,
  type OutboxEvent,
} from '@busker/core/outbox/outbox-event';
import { pageOf, type OverlayAlert, type OwnOverlay } from '@busker/core/overlay/overlay';
import { tipAlert } from '@busker/core/overlay/tip-alert';
import { noBatch, batchWith, wakeAt, withBatch, type Haste } from '@busker/core/outbox/pace';
import type { Tip } from '@busker/core/tip/tip';
import type { Deps } from '../deps';
import { readEach, readable, stored, type Transaction, type Writes } from '../store/store';
import type { OutboxTask } from './outbox-task';

/** Writes what the event changes at the overlay. It is called after the last read of the transaction. */
type WriteAlert = (tx: Transaction) => void;

const nothing: WriteAlert = () => undefined;

/**
 * What an event means for the owner's overlay, in the transaction that relays it. A paid tip gets an alert; every other event of a tip changes the alert
 * that is there, or removes it. The tip is read as it is now, so that late and repeated events do no harm.
 */
async function planAlert(
  tx: Transaction,
  uid: string,
  overlay: OwnOverlay | undefined,
  event: OutboxEvent,
): Promise<WriteAlert> {
  if (overlay === undefined) return nothing;
  const { fact, tip } = event;
  if (fact.type === 'profile.published') return planHandle(uid, overlay, fact.handle);
  if (tip === null) return nothing;
  const place = stored.overlayAlert(overlay.key, tip.tipId);
  const [current, before] = await readEach(tx, [stored.tip(uid, tip.tipId), place]);
  if (fact.type !== 'tip.paid' && before === undefined) return nothing;
  const { words } = overlay.settings;
  const times = before ?? { at: event.at, approvedAt: words === 'approved' ? null : event.at };
  const after = current === undefined ? null : tipAlert(current, overlay.settings, times);
  if (after === null) return before === undefined ? nothing : (writes) => writes.remove(place.path);
  return isSame(before, after) ? nothing : (writes) => writes.write(place, after);
}

const isSame = (before: OverlayAlert | undefined, after: OverlayAlert): boolean =>
  JSON.stringify(before) === JSON.stringify(after);

/** A renamed profile: goal and code of the overlay follow. */
function planHandle(uid: string, overlay: OwnOverlay, handle: string): WriteAlert {
  if (overlay.handle === handle) return nothing;
  const renamed = { ...overlay, handle };
  return (tx) => {
    tx.write(stored.ownOverlay(uid), renamed);
    tx.write(stored.overlay(overlay.key), pageOf(renamed));
  };
}

type RelayDeps = Pick<Deps, 'store' | 'clock' | 'outboxQueue'>;

interface TimedTask {
  readonly task: OutboxTask;
  readonly at: number;
}

/**
 * Plans the messages of an event, in one transaction: a delivery for each webhook, a batch for each channel that collects, the fan's watch, and
 * the alert of the overlay. Then it enqueues their tasks.
 * A second call does nothing, and one that ends in between is repeated by the sweep.
 */
export async function relay(deps: RelayDeps, uid: string, eventId: string): Promise<void> {
  const { store, clock, outboxQueue } = deps;
  const tasks = await store.transaction(async (tx): Promise<readonly TimedTask[]> => {
    const [event, channels = noChannels, pace = noPace, overlay] = await readEach(tx, [
      stored.event(uid, eventId),
      stored.channels(uid),
      stored.pace(uid),
      stored.ownOverlay(uid),
    ]);
    if (event?.state !== 'new') return [];
    const now = clock.now();
    const watch = await watchOf(tx, event);
    const writeAlert = await planAlert(tx, uid, overlay, event);
    const { each, collecting } = planDeliveries(event, channels);
    const relayed = {
      ...event,
      state: 'relayed',
      due: collecting,
      relayedAt: now,
    } as const;
    tx.write(stored.event(uid, eventId), relayed);
    writeAlert(tx);
    const deliveries = each.map((channelId) => newDelivery(channelId, event, now));
    for (const delivery of deliveries) tx.write(stored.delivery(uid, delivery.id), delivery);
    const paced = pacedWith(pace, channels, event, collecting, now);
    if (JSON.stringify(paced) !== JSON.stringify(pace)) tx.write(stored.pace(uid), paced);
    if (watch !== null) tx.write(stored.tipWatch(watch.tipId), { ...watch.found, dueAt: now });
    return [
      ...(watch === null ? [] : [{ task: { kind: 'watch', tipId: watch.tipId } as const, at: now }]),
      ...deliveries.map(({ id }) => ({ task: deliverTask(uid, id), at: now })),
      ...newBatches(pace, paced, collecting, now).map(({ channelId, at }) => ({
        task: { kind: 'collect', uid, channelId } as const,
        at,
      })),
    ];
  });
  await Promise.all(tasks.map(({ task, at }) => outboxQueue.enqueue(task, at)));
}

/** The fan who asked to be notified of this answer; null = nobody, or the message is on its way already. */
async function watchOf(tx: Pick<Transaction, 'read'>, { type, tip }: OutboxEvent) {
  if (type !== 'tip.replied' || tip === null) return null;
  const found = await tx.read(stored.tipWatch(tip.tipId));
  return found?.dueAt === null ? { tipId: tip.tipId, found } : null;
}

const deliverTask = (uid: string, deliveryId: string): OutboxTask => ({
  kind: 'deliver',
  uid,
  deliveryId,
  attempt: 0,
});

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex');

/** One event for one webhook is one delivery, so that planning it twice writes the same document. */
export const deliveryIdOf = (channelId: string, eventId: string): string =>
  digest(channelId, eventId).slice(0, 24);

/** The id of a webhook's message: the same for every try and every endpoint (`webhook-id` of Standard Webhooks). */
export const webhookMessageId = (eventId: string): string => `msg_${digest('webhook', eventId).slice(0, 32)}`;

/**
 * The id of a message that covers several events: the same for each try that covers the same ones. With further events it is another message, because a
 * receiver may drop a known id.
 */
export const collectedMessageId = (channelId: string, eventIds: readonly string[]): string =>
  digest('message', channelId, ...eventIds).slice(0, 32);

/** A delivery that waits for its first try. */
export function newDelivery(
  channelId: string,
  { id, type }: Pick<OutboxEvent, 'id' | 'type'>,
  now: number,
): Delivery {
  return {
    v: 1,
    id: deliveryIdOf(channelId, id),
    channelId,
    eventId: id,
    type,
    state: 'waiting',
    attempt: 0,
    nextAt: now,
    claimedAt: null,
    tries: [],
    createdAt: now,
    expiresAt: now + deliveryLifetime,
  };
}

const hasteOf = (event: OutboxEvent): Haste =>
  isUrgent(event) ? 'urgent' : event.type === 'tip.paid' ? 'tip' : 'usual';

function pacedWith(
  pace: Pace,
  channels: Channels,
  event: OutboxEvent,
  collecting: readonly string[],
  now: number,
): Pace {
  let paced = pace;
  for (const channelId of collecting) {
    const channel = channels.channels[channelId];
    if (channel === undefined) continue;
    const batch = batchWith(pace.turns[channelId] ?? noBatch, channel, channels, now, hasteOf(event));
    paced = withBatch(paced, channelId, batch, now);
  }
  return paced;
}

/** The batches that are earlier than before: only for these somebody must enqueue a task. */
function newBatches(before: Pace, after: Pace, collecting: readonly string[], now: number) {
  return collecting.flatMap((channelId) => {
    const batch = after.turns[channelId];
    const at = batch === undefined ? null : wakeAt(batch, now);
    const earlier = before.turns[channelId];
    const known = earlier === undefined ? null : wakeAt(earlier, now);
    return at === null || (known !== null && known <= at) ? [] : [{ channelId, at }];
  });
}

/** Milliseconds. Stripe gets its answer after that; the sweep plans the rest. */
const mostWait = 1500;

/** Milliseconds after the payment in which an event of Stripe also plans what another trigger wrote. */
const freshMs = 10 * 60_000;

type RelayTipDeps = RelayDeps & Pick<Deps, 'log'>;

/**
 * After an event of Stripe: plans the messages about a tip. `before` is the tip as this event found it. If a poll of the fan's page was quicker, it wrote
 * the events and enqueued nothing, so that they are looked for. What fails here is left to the sweep.
 */
export async function relayTip(deps: RelayTipDeps, before: Tip, after: Tip): Promise<void> {
  const planned = planTip(deps, before, after).catch((error: unknown) =>
    deps.log.outboxRingLost({ ring: 'relay', error }),
  );
  await atMost(planned, mostWait);
}

/** Waits for the end of `work`, and no longer than so many milliseconds. */
async function atMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, over]);
  clearTimeout(timer);
}

async function planTip(deps: RelayTipDeps, before: Tip, after: Tip): Promise<void> {
  const { ownerUid, payment } = after;
  const written = before.rev === after.rev ? [] : eventsOf(before, after).map(({ id }) => id);
  const isFresh = payment.succeededAt !== null && payment.succeededAt > deps.clock.now() - freshMs;
  const ids = written.length === 0 && isFresh ? await newEventsOf(deps, after) : written;
  for (const id of ids) await relay(deps, ownerUid, id);
}

async function newEventsOf(
  { store }: Pick<Deps, 'store'>,
  { ownerUid, tipId }: Tip,
): Promise<readonly string[]> {
  const found = await store.find(
    {
      from: paths.events(ownerUid),
      where: [
        ['tip.tipId', '==', tipId],
        ['state', '==', 'new'],
      ],
      limit: 20,
    },
    (data) => readable(collections.events, eventDocument.decode(data)),
  );
  return found.map(({ value }) => value.id);
}

interface NewEvent {
  /** The same id is the same event: a repeated commit writes nothing new. */
  readonly id: string;
  readonly fact: EventFact;
  readonly at: number;
  readonly livemode: boolean;
  readonly tip: EventTip | null;
}

/** Writes an event in the commit that makes it happen. The caller enqueues it afterwards, or leaves it to the sweep. */
export function writeEvent(writes: Writes, uid: string, { id, fact, at, livemode, tip }: NewEvent): void {
  const event: OutboxEvent = {
    v: 1,
    id,
    type: fact.type,
    fact,
    at,
    livemode,
    tip,
    state: 'new',
    due: [],
    relayedAt: null,
    expiresAt: at + eventLifetime,
  };
  writes.write(stored.event(uid, id), event);
}

/** After an act of the owner: enqueues its events, so that other receivers get them at once. `before` and `after` as they were written. */
export async function enqueueEvents(
  { outboxQueue, clock }: Pick<Deps, 'outboxQueue' | 'clock'>,
  before: Tip | undefined,
  after: Tip,
): Promise<void> {
  for (const { id } of eventsOf(before, after))
    await outboxQueue.enqueue({ kind: 'relay', uid: after.ownerUid, eventId: id }, clock.now());
}
