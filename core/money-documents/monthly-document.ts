import * as v from 'valibot';
import { shippedLanguages } from '../locale/language-tags';
import { intervals } from '../amounts/amount-limits';
import { currencyCodes } from '../money/money';
import { paymentsModes } from '../payments/payments-state';
import {
  amountConsentOf,
  consentKeptUntil,
  endReasons,
  monthlyStates,
  subscriptionStatuses,
  type Monthly,
  type MonthlyContribution,
} from '../monthly/monthly';
import { nextLookAt } from '../monthly/monthly-projection';
import { dateOf, documentType, storedTime, type DocumentOf, type DocumentType } from '../documents/documents';
import { tipCauses } from './tip-document';

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A consent as it is stored, in a monthly tip and after it. */
const storedConsent = v.object({
  words: v.string(),
  wordsVersion: whole,
  language: v.picklist(shippedLanguages),
  at: storedTime,
});

/** The same of another amount, in minor units. */
const storedAmountConsent = v.object({ ...storedConsent.entries, amount: whole });

const text = v.nullable(v.string());
const time = v.nullable(storedTime);

const storedMonthly = documentType({
  kind: 'monthly',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    rev: whole,
    monthlyId: v.string(),
    ownerUid: v.string(),
    handle: v.string(),
    livemode: v.boolean(),
    mode: v.picklist(paymentsModes),
    currency: v.picklist(currencyCodes),
    every: v.picklist(intervals),
    amount: whole,
    tipAmount: whole,
    coverAmount: whole,
    shareBps: whole,
    consent: storedConsent,
    // Documents of earlier versions lack it: then the fan's changes were not kept.
    amountConsents: v.optional(v.array(storedAmountConsent), []),
    fan: v.object({
      name: text,
      anonymous: v.boolean(),
      hidesAmount: v.exactOptional(v.literal(true)),
    }),
    source: v.object({ origin: text, for: text, placement: text }),
    stripe: v.object({
      accountId: text,
      checkoutSessionId: text,
      subscriptionId: text,
      itemId: text,
      customerId: text,
      productId: v.string(),
      latestInvoiceId: text,
    }),
    card: v.nullable(
      v.object({ brand: v.string(), last4: v.string(), expMonth: v.number(), expYear: v.number() }),
    ),
    stripeStatus: v.nullable(v.picklist(subscriptionStatuses)),
    state: v.picklist(monthlyStates),
    startedAt: time,
    periodEnd: time,
    nextChargeAt: time,
    pausedUntil: time,
    endingAt: time,
    endedAt: time,
    endReason: v.nullable(v.picklist(endReasons)),
    asked: v.nullable(
      v.object({ what: v.picklist(['stop', 'end']), reason: v.picklist(endReasons), at: storedTime }),
    ),
    failing: v.nullable(
      v.object({ since: storedTime, attempts: whole, nextAttemptAt: time, needsAction: v.boolean() }),
    ),
    paidCycles: whole,
    lastPaidAt: time,
    lastInvoiceAt: time,
    tipsBehind: v.exactOptional(v.literal(true)),
    elsewhere: v.exactOptional(v.object({ since: storedTime, lookAt: storedTime })),
    contrib: v.object({ active: v.picklist([0, 1]), perYear: whole }),
    requestHash: v.string(),
    createdAt: storedTime,
    updatedAt: storedTime,
    syncedAt: time,
  }),
});

/** `profiles/{uid}/monthly/{monthlyId}`. */
export const monthlyDocument: DocumentType<Monthly> = {
  decode: storedMonthly.decode,
  // The time of the next check is derived, for the query of the sweep.
  encode: (monthly) => ({ ...storedMonthly.encode(monthly), nextLookAt: dateOf(nextLookAt(monthly)) }),
};

/** `profiles/{uid}/monthly/{monthlyId}/log/{entryId}`: one entry for each change of a monthly tip. Entries are never changed. */
type MonthlyLogEntry = DocumentOf<typeof monthlyLogEntryDocument>;

export const monthlyLogEntryDocument = documentType({
  kind: 'monthly-log-entry',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    rev: v.number(),
    cause: v.picklist(tipCauses),
    /** The id of Stripe's event, if an event was the trigger. */
    eventId: v.nullable(v.string()),
    /** Null for the first entry. */
    from: v.nullable(v.picklist(monthlyStates)),
    to: v.picklist(monthlyStates),
    /** The change of the monthly support. */
    delta: v.object({ active: v.number(), perYear: v.number() }),
    at: storedTime,
  }),
});

/** The difference that a change makes to the monthly support. */
export const supportDelta = (
  before: MonthlyContribution,
  after: MonthlyContribution,
): MonthlyLogEntry['delta'] => ({
  active: after.active - before.active,
  perYear: after.perYear - before.perYear,
});

/**
 * `accounts/{uid}/server/monthly`: what Busker has made on the owner's account at Stripe for monthly tips. It is of one account: after the owner has
 * connected another one, it is made again.
 */
export type MonthlySetup = DocumentOf<typeof monthlySetupDocument>;

export const monthlySetupDocument = documentType({
  kind: 'monthly-setup',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    /** Null = the server's own account. */
    accountId: v.nullable(v.string()),
    /** The product of all its monthly tips. */
    productId: v.string(),
    /** The product's name at Stripe, as Busker set it last. Null = unknown: the document is older than this field. */
    productName: v.optional(v.nullable(v.string()), null),
    /** Stripe's customer portal: its configuration, the number of its making, and the page where Stripe mails a fan a link. Null = not made (yet). */
    portal: v.nullable(
      v.object({
        configurationId: v.string(),
        version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
        loginUrl: v.nullable(v.string()),
      }),
    ),
  }),
});

/**
 * `consents/{monthlyId}`: what a fan agreed to, kept after the account of the owner was deleted. It has no name and no address of the fan; the words name
 * the owner as the fan read it. Amount in minor units of `currency`, of one period; times in epoch milliseconds.
 */
export type KeptConsent = DocumentOf<typeof consentDocument>;

export const consentDocument = documentType({
  kind: 'consent',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    /** The owner whose account was deleted. */
    uid: v.string(),
    monthlyId: v.string(),
    accountId: text,
    subscriptionId: text,
    every: v.picklist(intervals),
    amount: whole,
    currency: v.picklist(currencyCodes),
    consent: storedConsent,
    // Documents of earlier versions lack it.
    /** The text above the button when the fan chose the present amount. Null: it is the first one, or the owner changed it at Stripe. */
    amountConsent: v.optional(v.nullable(storedAmountConsent), null),
    /** null = the owner had disconnected the Stripe account, so that only Stripe knows the end. */
    endedAt: v.nullable(storedTime),
    removeAt: storedTime,
  }),
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
