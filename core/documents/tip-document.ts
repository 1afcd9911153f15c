import * as v from 'valibot';
import { currencyCodes } from '../money/currency-codes';
import { ok, type Result } from '../base/result';
import { usualWays, withoutLink } from '../ways/ways';
import {
  hasTexts,
  yearsAfter,
  paymentStatuses,
  riskLevels,
  tipStates,
  tipSurfaces,
  type Tip,
  type TipCycle,
} from '../tip/tip';
import { defaultPreferences } from './account-document';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';
import { paymentsModes } from '../money/payments-state';

const amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = v.nullable(v.string());
const time = v.nullable(storedTime);

const fanSum = v.object({ amount, currency: v.string() });

const schema = v.object({
  v: v.literal(1),
  rev: amount,
  tipId: v.string(),
  ownerUid: v.string(),
  handle: v.string(),
  livemode: v.boolean(),
  mode: v.picklist(paymentsModes),
  surface: v.picklist(tipSurfaces),
  currency: v.picklist(currencyCodes),
  amount,
  tipAmount: amount,
  coverAmount: amount,
  applicationFee: amount,
  fan: v.object({ name: text, message: text, anonymous: v.boolean(), country: text }),
  moderation: v.object({
    state: v.picklist(['visible', 'held', 'hidden']),
    reasons: v.array(v.string()),
  }),
  // Tips of earlier releases lack this field.
  reply: v.optional(v.nullable(v.object({ text: v.string(), at: storedTime })), null),
  source: v.object({
    origin: text,
    for: text,
    placement: text,
  }),
  stripe: v.object({
    accountId: text,
    paymentIntentId: text,
    checkoutSessionId: text,
    chargeId: text,
    balanceTransactionId: text,
    paymentMethodType: text,
    brand: text,
    last4: text,
    wallet: v.exactOptional(v.string()),
    statement: v.exactOptional(v.string()),
  }),
  payment: v.object({
    status: v.picklist(paymentStatuses),
    attempts: amount,
    failures: v.exactOptional(v.object({ events: v.array(v.string()), methods: v.array(v.string()) })),
    lastError: v.nullable(v.object({ code: v.string(), declineCode: text, at: storedTime })),
    succeededAt: time,
    presented: v.exactOptional(fanSum),
  }),
  refund: v.object({
    status: v.picklist(['none', 'pending', 'partial', 'full', 'failed']),
    refunded: amount,
    pending: amount,
    failure: v.exactOptional(v.object({ amount, reason: text, presented: v.exactOptional(fanSum) })),
    presented: v.exactOptional(v.object({ refunded: amount, pending: amount })),
  }),
  dispute: v.object({
    status: v.picklist(['none', 'inquiry', 'open', 'won', 'lost', 'prevented']),
    amount,
    disputeId: text,
    dueBy: time,
  }),
  // Tips of earlier releases lack this field.
  warning: v.optional(
    v.nullable(v.object({ type: v.string(), actionable: v.boolean(), at: storedTime })),
    null,
  ),
  // Tips of earlier releases lack this field.
  risk: v.optional(v.nullable(v.picklist(riskLevels)), null),
  fees: v.object({
    estimated: amount,
    stripe: v.nullable(v.number()),
    application: v.nullable(v.number()),
    net: v.nullable(v.number()),
    settlementCurrency: text,
  }),
  // Tips of earlier releases lack this field.
  returned: v.optional(
    v.nullable(
      v.object({
        refundNet: v.number(),
        disputeNet: v.number(),
        disputeFee: v.number(),
        refundedAt: time,
        disputedAt: time,
      }),
    ),
    null,
  ),
  state: v.picklist(tipStates),
  contrib: v.object({ count: amount, gross: amount, refunded: amount, disputed: amount }),
  cycle: v.exactOptional(
    v.object({
      monthlyId: v.string(),
      number: amount,
      invoiceId: text,
      subscriptionId: text,
      period: v.nullable(v.object({ from: storedTime, to: storedTime })),
    }),
  ),
  requestHash: v.string(),
  // Tips of earlier releases lack these fields.
  amountChange: v.optional(
    v.nullable(
      v.object({
        id: v.string(),
        tipAmount: amount,
        coverAmount: amount,
        answer: v.picklist(['awaited', 'lost']),
        until: storedTime,
      }),
    ),
    null,
  ),
  amountSequence: v.optional(amount, 0),
  keyRound: v.optional(amount, 0),
  ways: v.optional(v.array(v.string())),
  fanCurrency: v.exactOptional(v.literal(true)),
  // Tips of earlier releases have it instead of `ways`.
  offersLink: v.optional(v.boolean(), true),
  sealedSecret: v.optional(text, null),
  // Tips of earlier releases have `textsSince`, the time since when they had texts.
  eraseTextsAt: v.optional(time),
  textsSince: v.optional(time),
  createdAt: storedTime,
  updatedAt: storedTime,
  syncedAt: time,
});

const tipDocument = { version: 1, schema };

/** For tips whose owner's choice is not known. */
const usualEnd = (createdAt: number): number => yearsAfter(createdAt, defaultPreferences.keepTipsYears);

/** Reads `profiles/{uid}/tips/{tipId}`. */
export function decodeTip(stored: unknown): Result<Tip> {
  const decoded = decodeStored(tipDocument, stored);
  if (!decoded.ok) return decoded;
  const { textsSince, eraseTextsAt = textsSince, offersLink, ...read } = decoded.value;
  const tip = { ...read, ways: read.ways ?? withoutLink(usualWays, offersLink) };
  if (eraseTextsAt == null) return ok({ ...tip, eraseTextsAt: null });
  return ok({ ...tip, eraseTextsAt: textsSince == null ? eraseTextsAt : usualEnd(textsSince) });
}

export function encodeTip(tip: Tip): StoredData {
  const { lastError } = tip.payment;
  return {
    ...tip,
    // The sweep that erases texts finds only tips that still have texts.
    eraseTextsAt: hasTexts(tip) ? dateOf(tip.eraseTextsAt ?? usualEnd(tip.createdAt)) : null,
    reply: tip.reply && { ...tip.reply, at: dateOf(tip.reply.at) },
    payment: {
      ...tip.payment,
      lastError: lastError && { ...lastError, at: dateOf(lastError.at) },
      succeededAt: dateOf(tip.payment.succeededAt),
    },
    dispute: { ...tip.dispute, dueBy: dateOf(tip.dispute.dueBy) },
    returned: tip.returned && {
      ...tip.returned,
      refundedAt: dateOf(tip.returned.refundedAt),
      disputedAt: dateOf(tip.returned.disputedAt),
    },
    ...(tip.cycle === undefined ? {} : { cycle: encodeCycle(tip.cycle) }),
    amountChange: tip.amountChange && { ...tip.amountChange, until: dateOf(tip.amountChange.until) },
    warning: tip.warning && { ...tip.warning, at: dateOf(tip.warning.at) },
    createdAt: dateOf(tip.createdAt),
    updatedAt: dateOf(tip.updatedAt),
    syncedAt: dateOf(tip.syncedAt),
  };
}

const encodeCycle = ({ period, ...cycle }: TipCycle): StoredData => ({
  ...cycle,
  period: period && { from: dateOf(period.from), to: dateOf(period.to) },
});
