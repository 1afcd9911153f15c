import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/** `stripeAccounts/{accountId}`: the owner of a connected account, to find the owner for an event. */
export interface StripeAccountOwner {
  readonly v: 1;
  readonly accountId: string;
  readonly uid: string;
  readonly connectedAt: number;
  /** When all payments of the account were last compared with our tips; null = never, or stored by an earlier release. */
  readonly comparedAt: number | null;
}

const stripeAccountDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    accountId: v.string(),
    uid: v.string(),
    connectedAt: storedTime,
    comparedAt: v.optional(v.nullable(storedTime), null),
  }),
};

export function decodeStripeAccount(stored: unknown): Result<StripeAccountOwner> {
  return decodeStored(stripeAccountDocument, stored);
}

export function encodeStripeAccount(owner: StripeAccountOwner): StoredData {
  const { connectedAt, comparedAt } = owner;
  return { ...owner, connectedAt: dateOf(connectedAt), comparedAt: dateOf(comparedAt) };
}
