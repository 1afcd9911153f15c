import type { ReplayBody } from '../../../core/api/channel-api';
import { problem, refusedField } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import { paths } from '../../../core/documents/documents';
import { decodeEvent } from '../../../core/documents/event-document';
import { isListening, type EventType } from '../../../core/outbox/channel';
import { deliveryLifetime } from '../../../core/outbox/delivery';
import { eventLifetime, type OutboxEvent } from '../../../core/outbox/outbox-event';
import type { Deps } from '../../deps';
import { readable, stored } from '../../store/stored';
import { deliveryIdOf } from '../outbox-ids';
import { newDelivery } from '../relay';
import { mayDo } from './channel-limits';
import { findWebhook } from './find-webhook';
import { unlessLeaving } from './own-channels';
import { ringForDelivery, sentAgain } from './resend-delivery';

export const mostReplayed = { events: 1000, milliseconds: 30 * 24 * 60 * 60_000 } as const;

/** Deliveries of one commit. */
const atOnce = 100;

/**
 * Sends the events of a time to a webhook once more. Each gets the delivery and the `webhook-id` that it had, so that a receiver which has it already
 * can drop it. No types = those of the channel.
 */
export async function replayEvents(
  deps: Pick<Deps, 'store' | 'limits' | 'config' | 'clock' | 'outboxQueue'>,
  uid: string,
  channelId: string,
  body: ReplayBody,
): Promise<Result<{ readonly count: number }>> {
  const webhook = await findWebhook(deps, uid, channelId);
  if (!webhook.ok) return webhook;
  const { channel } = webhook.value;
  if (channel.state === 'unverified') return fail(problem('channel-not-verified'));
  if (!isListening(channel)) return fail(problem('channel-off'));
  if (body.until < body.since) return fail(refusedField('until', 'ends-before-start'));
  if (body.until - body.since > mostReplayed.milliseconds) return fail(problem('replay-too-large'));
  const may = await mayDo(deps, 'replay', uid);
  if (!may.ok) return may;
  const types = body.types.length === 0 ? channel.events : body.types;
  const events = await eventsIn(deps, uid, body, types);
  if (events.length > mostReplayed.events) return fail(problem('replay-too-large'));
  for (let from = 0; from < events.length; from += atOnce) {
    const kept = await keepPage(deps, uid, channelId, events.slice(from, from + atOnce));
    if (!kept.ok) return kept;
    await Promise.all(kept.value.map((deliveryId) => ringForDelivery(deps, uid, deliveryId)));
  }
  return ok({ count: events.length });
}

/** The events of this time that are still kept, oldest first; one more than may be replayed, if there are more. */
async function eventsIn(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  uid: string,
  { since, until }: Pick<ReplayBody, 'since' | 'until'>,
  types: readonly EventType[],
): Promise<readonly OutboxEvent[]> {
  const from = paths.events(uid);
  const now = clock.now();
  // Within what is kept: a Date cannot hold every number that JSON can.
  const first = Math.max(since, now - eventLifetime);
  const last = Math.min(until, now);
  if (types.length === 0 || first > last) return [];
  const found = await store.find(
    {
      from,
      where: [
        ['type', 'in', types],
        ['at', '>=', new Date(first)],
        ['at', '<=', new Date(last)],
      ],
      orderBy: [['at', 'asc']],
      limit: mostReplayed.events + 1,
    },
    (data) => readable(from, decodeEvent(data)),
  );
  return found.map(({ value }) => value);
}

/** Deliveries that exist keep their log. */
function keepPage(
  deps: Pick<Deps, 'store' | 'clock'>,
  uid: string,
  channelId: string,
  events: readonly OutboxEvent[],
): Promise<Result<readonly string[]>> {
  const now = deps.clock.now();
  const ids = events.map(({ id }) => deliveryIdOf(channelId, id));
  return unlessLeaving(deps, uid, async (tx) => {
    const before = await tx.readAll(ids.map((id) => stored.delivery(uid, id)));
    for (const [index, event] of events.entries()) {
      const known = before[index];
      // Somebody is sending it at this moment.
      if (known?.state === 'sending') continue;
      const delivery = known === undefined ? newDelivery(channelId, event, now) : sentAgain(known, now);
      tx.write(stored.delivery(uid, delivery.id), { ...delivery, expiresAt: now + deliveryLifetime });
    }
    return ok(ids);
  });
}
