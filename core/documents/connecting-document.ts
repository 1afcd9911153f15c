import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/**
 * `accounts/{uid}/server/connecting`: the account that is being created for an owner at Stripe. It is stored before the request to Stripe, so that a
 * repeated request creates no second account: Stripe repeats its answer for the same round.
 */
export interface Connecting {
  readonly v: 1;
  /** Part of Stripe's idempotency key. It grows when the account replaces another one, and after a refusal. */
  readonly round: number;
  /** The earlier account, which can no longer be used; null = this is the first account. */
  readonly replaces: string | null;
  readonly startedAt: number;
}

const connectingDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    round: v.pipe(v.number(), v.integer(), v.minValue(1)),
    replaces: v.nullable(v.string()),
    startedAt: storedTime,
  }),
};

export function decodeConnecting(stored: unknown): Result<Connecting> {
  return decodeStored(connectingDocument, stored);
}

export function encodeConnecting(connecting: Connecting): StoredData {
  return { ...connecting, startedAt: dateOf(connecting.startedAt) };
}
