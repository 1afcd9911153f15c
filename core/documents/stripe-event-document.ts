import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/** How long a delivered event is stored: Stripe repeats it for days, and support asks about it for weeks. */
export const stripeEventLifetime = 35 * 24 * 60 * 60 * 1000;

/** `stripeEvents/{eventId}`: a received webhook event. `doneAt` null = not handled yet. The store deletes it at `expiresAt`. */
export interface StripeEventRecord {
  readonly v: 1;
  readonly eventId: string;
  readonly type: string;
  readonly accountId: string | null;
  readonly objectId: string | null;
  readonly attempts: number;
  readonly receivedAt: number;
  readonly doneAt: number | null;
  readonly expiresAt: number;
}

const stripeEventDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    eventId: v.string(),
    type: v.string(),
    accountId: v.nullable(v.string()),
    objectId: v.nullable(v.string()),
    attempts: v.number(),
    receivedAt: storedTime,
    doneAt: v.nullable(storedTime),
    expiresAt: storedTime,
  }),
};

export function decodeStripeEvent(stored: unknown): Result<StripeEventRecord> {
  return decodeStored(stripeEventDocument, stored);
}

export function encodeStripeEvent(record: StripeEventRecord): StoredData {
  return {
    ...record,
    receivedAt: dateOf(record.receivedAt),
    doneAt: dateOf(record.doneAt),
    expiresAt: dateOf(record.expiresAt),
  };
}
