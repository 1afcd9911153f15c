import * as v from 'valibot';
import { currencyCodes } from '../money/currency-codes';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';
import { paymentsModes, cardPaymentStatuses, type PaymentsState } from '../money/payments-state';

const text = v.nullable(v.string());
const time = v.nullable(storedTime);

export const paymentsDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    mode: v.picklist(paymentsModes),
    accountId: text,
    livemode: v.boolean(),
    country: text,
    currency: v.nullable(v.picklist(currencyCodes)),
    feesCountry: text,
    cardPayments: v.picklist(cardPaymentStatuses),
    // Documents of earlier releases lack this field. The next check of the account adds it.
    linkPayments: v.optional(v.boolean(), false),
    requirements: v.array(v.string()),
    requirementsDueAt: time,
    disconnectedAt: time,
    pausedUntil: time,
    checkedAt: time,
    updatedAt: storedTime,
  }),
};

export function decodePayments(stored: unknown): Result<PaymentsState> {
  return decodeStored(paymentsDocument, stored);
}

export function encodePayments(payments: PaymentsState): StoredData {
  return {
    ...payments,
    requirementsDueAt: dateOf(payments.requirementsDueAt),
    disconnectedAt: dateOf(payments.disconnectedAt),
    pausedUntil: dateOf(payments.pausedUntil),
    checkedAt: dateOf(payments.checkedAt),
    updatedAt: dateOf(payments.updatedAt),
  };
}
