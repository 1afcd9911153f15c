import * as v from 'valibot';
import { shippedLanguages } from '../base/languages';
import type { Result } from '../base/result';
import { consentKeptUntil } from '../monthly/consent-lifetime';
import type { Monthly } from '../monthly/monthly';
import { currencyCodes } from '../money/currency-codes';
import { intervals } from '../money/intervals';
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
    consent: v.object({
      words: v.string(),
      wordsVersion: whole,
      language: v.picklist(shippedLanguages),
      at: storedTime,
    }),
    endedAt: v.nullable(storedTime),
    removeAt: storedTime,
  }),
};

export function decodeConsent(stored: unknown): Result<KeptConsent> {
  return decodeStored(consentDocument, stored);
}

export const encodeConsent = (kept: KeptConsent): StoredData => ({
  ...kept,
  consent: { ...kept.consent, at: dateOf(kept.consent.at) },
  endedAt: dateOf(kept.endedAt),
  removeAt: dateOf(kept.removeAt),
});

/**
 * What is kept of a monthly tip whose owner deleted the account at `deletedAt`, which counts as its end where only Stripe knows the end. The same input
 * gives the same document. Null = it never had a payment, or its time was over by then.
 */
export function consentOf(monthly: Monthly, deletedAt: number): KeptConsent | null {
  const { ownerUid, monthlyId, every, amount, currency, consent, stripe, startedAt, endedAt } = monthly;
  const removeAt = consentKeptUntil(consent.at, endedAt ?? deletedAt);
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
    endedAt,
    removeAt,
  };
}
