import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';
import { paymentStatuses, tipStates, type PaymentStatus, type TipState } from '../tip/tip';
import type { TipContribution } from '../money/totals';

/** What triggered the sync of a tip. */
export const tipCauses = [
  'create',
  'amount',
  'webhook',
  'poll',
  'schedule',
  'refund',
  'undo',
  'moderation',
  'reply',
  'erase',
] as const;
export type TipCause = (typeof tipCauses)[number];

/** `profiles/{uid}/tips/{tipId}/log/{entryId}`: one entry for each change of a tip. Entries are never changed. */
export interface TipLogEntry {
  readonly v: 1;
  readonly rev: number;
  readonly cause: TipCause;
  /** The id of Stripe's event, if an event was the trigger. */
  readonly eventId: string | null;
  /** Null for the first entry. */
  readonly from: { readonly payment: PaymentStatus; readonly state: TipState } | null;
  readonly to: { readonly payment: PaymentStatus; readonly state: TipState };
  /** The change of the totals. */
  readonly delta: TipContribution;
  readonly at: number;
}

const place = v.object({ payment: v.picklist(paymentStatuses), state: v.picklist(tipStates) });

const tipLogDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    rev: v.number(),
    cause: v.picklist(tipCauses),
    eventId: v.nullable(v.string()),
    from: v.nullable(place),
    to: place,
    delta: v.object({ count: v.number(), gross: v.number(), refunded: v.number(), disputed: v.number() }),
    at: storedTime,
  }),
};

export function decodeTipLogEntry(stored: unknown): Result<TipLogEntry> {
  return decodeStored(tipLogDocument, stored);
}

export function encodeTipLogEntry(entry: TipLogEntry): StoredData {
  return { ...entry, at: dateOf(entry.at) };
}
