import * as v from 'valibot';
import type { Result } from '../base/result';
import { monthlyStates, type MonthlyContribution, type MonthlyState } from '../monthly/monthly';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';
import { tipCauses, type TipCause } from './tip-log-document';

/** `profiles/{uid}/monthly/{monthlyId}/log/{entryId}`: one entry for each change of a monthly tip. Entries are never changed. */
export interface MonthlyLogEntry {
  readonly v: 1;
  readonly rev: number;
  readonly cause: TipCause;
  /** The id of Stripe's event, if an event was the trigger. */
  readonly eventId: string | null;
  /** Null for the first entry. */
  readonly from: MonthlyState | null;
  readonly to: MonthlyState;
  /** The change of the monthly support. */
  readonly delta: { readonly active: number; readonly perYear: number };
  readonly at: number;
}

const monthlyLogDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    rev: v.number(),
    cause: v.picklist(tipCauses),
    eventId: v.nullable(v.string()),
    from: v.nullable(v.picklist(monthlyStates)),
    to: v.picklist(monthlyStates),
    delta: v.object({ active: v.number(), perYear: v.number() }),
    at: storedTime,
  }),
};

export function decodeMonthlyLogEntry(stored: unknown): Result<MonthlyLogEntry> {
  return decodeStored(monthlyLogDocument, stored);
}

export function encodeMonthlyLogEntry(entry: MonthlyLogEntry): StoredData {
  return { ...entry, at: dateOf(entry.at) };
}

/** What a change adds to the monthly support. */
export const supportDelta = (
  before: MonthlyContribution,
  after: MonthlyContribution,
): MonthlyLogEntry['delta'] => ({
  active: after.active - before.active,
  perYear: after.perYear - before.perYear,
});
