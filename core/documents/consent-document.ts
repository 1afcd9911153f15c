import * as v from 'valibot';
import type { Result } from '../base/result';
import { consentKeptUntil, amountConsentOf, type AmountConsent, type Monthly } from '../monthly/monthly';
import { currencyCodes } from '../money/currency-codes';
import { intervals } from '../money/amount-limits';
import { storedAmountConsent, storedConsent, withDate } from './stored-consent';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/**
 * `consents/{monthlyId}`: what a fan agreed to, kept after the account of the owner was deleted. It has no name and no address of the fan; the words name
 * the owner as the fan read it. Amount in minor units of `currency`, of one period; times in epoch milliseconds.
 */
export interface KeptConsent extends Pick<
  Monthly,
  'monthlyId' | 'every' | 'amount' | 'currency' | 'consent'
> {
  readonly v: 1;
  /** What the fan read when they chose the present amount on their page. Null: it is the first one, or the owner's at Stripe. */
  readonly amountConsent: AmountConsent | null;
  /** The owner whose account was deleted. */
  readonly uid: string;
  readonly accountId: string | null;
  readonly subscriptionId: string | null;
  /** null = the owner had disconnected the Stripe account, so that only Stripe knows the end. */
  readonly endedAt: number | null;
  readonly removeAt: number;
}

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = v.nullable(v.string());

const consentDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    uid: v.string(),
    monthlyId: v.string(),
    accountId: text,
    subscriptionId: text,
    every: v.picklist(intervals),
    amount: whole,
    currency: v.picklist(currencyCodes),
    consent: storedConsent,
    // Documents of earlier versions lack it.
    amountConsent: v.optional(v.nullable(storedAmountConsent), null),
    endedAt: v.nullable(storedTime),
    removeAt: storedTime,
  }),
};

export function decodeConsent(stored: unknown): Result<KeptConsent> {
  return decodeStored(consentDocument, stored);
}

export const encodeConsent = (kept: KeptConsent): StoredData => ({
  ...kept,
  consent: withDate(kept.consent),
  amountConsent: kept.amountConsent && withDate(kept.amountConsent),
  endedAt: dateOf(kept.endedAt),
  removeAt: dateOf(kept.removeAt),
});

/**
 * What is kept of a monthly tip whose owner deleted the account at `deletedAt`, which counts as its end where only Stripe knows the end. The same input
 * gives the same document. Null = it never had a payment, or its time was over by then.
 */
export function consentOf(monthly: Monthly, deletedAt: number): KeptConsent | null {
  const { ownerUid, monthlyId, every, amount, currency, consent, stripe, startedAt, endedAt } = monthly;
  const amountConsent = amountConsentOf(monthly);
  const removeAt = consentKeptUntil(amountConsent?.at ?? consent.at, endedAt ?? deletedAt);
  if (startedAt === null || removeAt <= deletedAt) return null;
  return {
    v: 1,
    uid: ownerUid,
    monthlyId,
    accountId: stripe.accountId,
    subscriptionId: stripe.subscriptionId,
    every,
    amount,
    currency,
    consent,
    amountConsent,
    endedAt,
    removeAt,
  };
}
