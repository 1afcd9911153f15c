import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';

/**
 * `stripePayments/{paymentIntentId}`: which tip a payment of an invoice belongs to. The payment itself cannot say so: Stripe copies no metadata to it,
 * and lets nobody write any. It stays as long as the tip, or the tip's entry in the ledger.
 */
export interface StripePayment {
  readonly v: 1;
  readonly uid: string;
  readonly tipId: string;
  readonly invoiceId: string | null;
}

const stripePaymentDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    uid: v.string(),
    tipId: v.string(),
    invoiceId: v.nullable(v.string()),
  }),
};

export function decodeStripePayment(stored: unknown): Result<StripePayment> {
  return decodeStored(stripePaymentDocument, stored);
}

export const encodeStripePayment = (payment: StripePayment): StoredData => ({ ...payment });
