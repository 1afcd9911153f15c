import * as v from 'valibot';
import type { Result } from '../base/result';
import { sendProblems, eventTypes } from '../outbox/channel';
import type { Delivery } from '../outbox/delivery';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const time = v.nullable(storedTime);

const deliveryDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    id: v.string(),
    channelId: v.string(),
    eventId: v.string(),
    type: v.picklist(eventTypes),
    state: v.picklist(['waiting', 'sending', 'done', 'dead']),
    attempt: whole,
    nextAt: time,
    claimedAt: time,
    tries: v.array(
      v.object({
        at: storedTime,
        ms: whole,
        status: v.nullable(whole),
        problem: v.nullable(v.picklist([...sendProblems, 'gone'])),
        text: v.string(),
      }),
    ),
    createdAt: storedTime,
    expiresAt: storedTime,
  }),
};

export function decodeDelivery(stored: unknown): Result<Delivery> {
  return decodeStored(deliveryDocument, stored);
}

export function encodeDelivery(delivery: Delivery): StoredData {
  return {
    ...delivery,
    nextAt: dateOf(delivery.nextAt),
    claimedAt: dateOf(delivery.claimedAt),
    tries: delivery.tries.map((each) => ({ ...each, at: dateOf(each.at) })),
    createdAt: dateOf(delivery.createdAt),
    expiresAt: dateOf(delivery.expiresAt),
  };
}
