import * as v from 'valibot';
import { currencyCodes } from '../money/currency-codes';
import { intervals } from '../money/amount-limits';
import { paymentsModes } from '../money/payments-state';
import type { Result } from '../base/result';
import { endReasons, monthlyStates, subscriptionStatuses, type Monthly } from '../monthly/monthly';
import { nextLookAt } from '../monthly/next-look';
import { storedAmountConsent, storedConsent, withDate } from './stored-consent';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = v.nullable(v.string());
const time = v.nullable(storedTime);

const monthlyDocument = {
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
    fan: v.object({ name: text, anonymous: v.boolean() }),
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
};

/** Reads `profiles/{uid}/monthly/{monthlyId}`. */
export function decodeMonthly(stored: unknown): Result<Monthly> {
  return decodeStored(monthlyDocument, stored);
}

export function encodeMonthly(monthly: Monthly): StoredData {
  const { asked, failing, elsewhere } = monthly;
  return {
    ...monthly,
    // Derived, for the query of the sweep.
    nextLookAt: dateOf(nextLookAt(monthly)),
    consent: withDate(monthly.consent),
    amountConsents: monthly.amountConsents.map(withDate),
    startedAt: dateOf(monthly.startedAt),
    periodEnd: dateOf(monthly.periodEnd),
    nextChargeAt: dateOf(monthly.nextChargeAt),
    pausedUntil: dateOf(monthly.pausedUntil),
    endingAt: dateOf(monthly.endingAt),
    endedAt: dateOf(monthly.endedAt),
    asked: asked && { ...asked, at: dateOf(asked.at) },
    failing: failing && {
      ...failing,
      since: dateOf(failing.since),
      nextAttemptAt: dateOf(failing.nextAttemptAt),
    },
    lastPaidAt: dateOf(monthly.lastPaidAt),
    lastInvoiceAt: dateOf(monthly.lastInvoiceAt),
    ...(elsewhere && {
      elsewhere: { since: dateOf(elsewhere.since), lookAt: dateOf(elsewhere.lookAt) },
    }),
    createdAt: dateOf(monthly.createdAt),
    updatedAt: dateOf(monthly.updatedAt),
    syncedAt: dateOf(monthly.syncedAt),
  };
}
