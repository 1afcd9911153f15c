import * as v from 'valibot';
import type { Result } from '../base/result';
import { currencyCodes } from '../money/currency-codes';
import { alertKinds, type OverlayAlert } from '../outbox/overlay/overlay';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

const alertDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    id: v.string(),
    kind: v.picklist(alertKinds),
    amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    currency: v.picklist(currencyCodes),
    name: v.nullable(v.string()),
    message: v.nullable(v.string()),
    of: v.nullable(v.string()),
    livemode: v.boolean(),
    at: storedTime,
    approvedAt: v.nullable(storedTime),
    expiresAt: storedTime,
  }),
};

export function decodeOverlayAlert(stored: unknown): Result<OverlayAlert> {
  return decodeStored(alertDocument, stored);
}

export const encodeOverlayAlert = (alert: OverlayAlert): StoredData => ({
  ...alert,
  at: dateOf(alert.at),
  approvedAt: dateOf(alert.approvedAt),
  expiresAt: dateOf(alert.expiresAt),
});
