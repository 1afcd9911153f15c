import * as v from 'valibot';
import type { Result } from './result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/** `stripeAccounts/{accountId}`: whose connected account it is, so that an event finds its owner. */
export interface StripeAccountOwner {
  readonly v: 1;
  readonly accountId: string;
  readonly uid: string;
  readonly connectedAt: number;
}

const stripeAccountDocument = {
  version: 1,
  schema: v.object({ v: v.literal(1), accountId: v.string(), uid: v.string(), connectedAt: storedTime }),
};

export function decodeStripeAccount(stored: unknown): Result<StripeAccountOwner> {
  return decodeStored(stripeAccountDocument, stored);
}

export function encodeStripeAccount(owner: StripeAccountOwner): StoredData {
  return { ...owner, connectedAt: dateOf(owner.connectedAt) };
}
