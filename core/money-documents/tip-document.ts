import * as v from 'valibot';
import { shippedLanguages, type ShippedLanguage } from '../locale/language-tags';
import { ok } from '../base/result';
import {
  currencyCodes,
  addContribution,
  noContribution,
  type Currency,
  type TipContribution,
  type Totals,
} from '../money/money';
import { paymentsModes } from '../payments/payments-state';
import {
  hasTexts,
  paymentStatuses,
  riskLevels,
  tipStates,
  tipSurfaces,
  yearsAfter,
  type Tip,
} from '../tip/tip';
import { usualMethods, withoutLink } from '../payments/methods';
import { defaultPreferences } from '../account/account-document';
import {
  dateOf,
  documentType,
  encodeStored,
  storedTime,
  type DocumentOf,
  type DocumentType,
} from '../documents/documents';

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
  fan: v.object({
    name: text,
    message: text,
    anonymous: v.boolean(),
    country: text,
    privateMessage: v.exactOptional(v.literal(true)),
    hidesAmount: v.exactOptional(v.literal(true)),
  }),
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
        refundsMade: v.exactOptional(v.array(v.object({ at: storedTime, net: v.number(), amount }))),
        refundsFailed: v.exactOptional(
          v.array(
            v.object({ madeAt: storedTime, took: v.number(), at: storedTime, net: v.number(), amount }),
          ),
        ),
        refundFailedAt: v.exactOptional(storedTime),
        disputesMoved: v.exactOptional(
          v.array(v.object({ at: storedTime, net: v.number(), fee: v.number(), amount: v.number() })),
        ),
        disputeMovedAt: v.exactOptional(storedTime),
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
  pageLanguage: v.exactOptional(v.picklist(shippedLanguages)),
  pageName: v.exactOptional(v.string()),
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

const storedTip = documentType({ kind: 'tip', version: 1, schema });

/** For tips whose owner's choice is not known. */
const usualEnd = (createdAt: number): number => yearsAfter(createdAt, defaultPreferences.keepTipsYears);

/** `profiles/{uid}/tips/{tipId}`. */
export const tipDocument: DocumentType<Tip> = {
  decode(stored) {
    const decoded = storedTip.decode(stored);
    if (!decoded.ok) return decoded;
    const { textsSince, eraseTextsAt = textsSince, offersLink, ...read } = decoded.value;
    const tip = { ...read, ways: read.ways ?? withoutLink(usualMethods, offersLink) };
    if (eraseTextsAt == null) return ok({ ...tip, eraseTextsAt: null });
    return ok({ ...tip, eraseTextsAt: textsSince == null ? eraseTextsAt : usualEnd(textsSince) });
  },
  encode: (tip) => ({
    ...encodeStored(storedTip, tip),
    // The sweep that erases texts finds only tips that still have texts.
    eraseTextsAt: hasTexts(tip) ? dateOf(tip.eraseTextsAt ?? usualEnd(tip.createdAt)) : null,
  }),
};

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
export type TipLogEntry = DocumentOf<typeof tipLogEntryDocument>;

const place = v.object({ payment: v.picklist(paymentStatuses), state: v.picklist(tipStates) });

export const tipLogEntryDocument = documentType({
  kind: 'tip-log-entry',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    rev: v.number(),
    cause: v.picklist(tipCauses),
    /** The id of Stripe's event, if an event was the trigger. */
    eventId: v.nullable(v.string()),
    /** Null for the first entry. */
    from: v.nullable(place),
    to: place,
    /** The change of the totals. */
    delta: v.object({ count: v.number(), gross: v.number(), refunded: v.number(), disputed: v.number() }),
    at: storedTime,
    /** What the owner did with their answer; entries of earlier releases do not say it. */
    reply: v.exactOptional(v.picklist(['written', 'changed', 'removed'])),
  }),
});

/** A browser in which a fan asked to be notified. */
export interface WatchSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** The public VAPID key that the subscription was made with. */
  readonly vapidKey: string;
  readonly lang: ShippedLanguage;
}

/**
 * `tipWatches/{tipId}`: the fan of a tip asked to be notified once when the owner answers. Each subscription and each address gets one message. The document goes with the last
 * message, with the tip, when the fan erases name and message, or after 30 days.
 */
export type TipWatch = DocumentOf<typeof tipWatchDocument>;

/** Browsers of one tip. */
export const mostWatching = 2;

/** Mail addresses of one tip. */
export const mostMailed = 2;

/** Milliseconds that a watch is kept, from the fan's last wish. */
export const watchLifetime = 30 * 24 * 60 * 60_000;

const tipWatchDocumentText = v.string();

export const tipWatchDocument = documentType({
  kind: 'tip-watch',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    uid: tipWatchDocumentText,
    /** The newest last, at most `mostWatching`. */
    subscriptions: v.array(
      v.object({
        endpoint: tipWatchDocumentText,
        p256dh: tipWatchDocumentText,
        auth: tipWatchDocumentText,
        vapidKey: tipWatchDocumentText,
        lang: v.picklist(shippedLanguages),
      }),
    ),
    /** Addresses that their holders have confirmed, each sealed, the newest last, at most `mostMailed`. Releases before this one lack the field. */
    mails: v.optional(
      v.array(v.object({ address: tipWatchDocumentText, lang: v.picklist(shippedLanguages) })),
      [],
    ),
    /** When the next try is due (epoch milliseconds); null = the owner has not answered. */
    dueAt: v.nullable(storedTime),
    /** Tries that were begun. */
    attempt: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    expiresAt: storedTime,
  }),
});

/** `accounts/{uid}/server/thanks`: the texts for many fans that the owner has sent within a day. The server writes it. */
export type ThanksSent = DocumentOf<typeof thanksDocument>;

export const noThanks: ThanksSent = { v: 1, runs: [] };

export const thanksDocument = documentType({
  kind: 'thanks',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    /** Oldest first. */
    runs: v.array(
      v.object({
        requestId: v.string(),
        at: storedTime,
        again: v.boolean(),
        /** Both are empty as soon as everything is sent. */
        text: v.string(),
        tips: v.array(v.string()),
        nameless: v.string(),
        isSent: v.boolean(),
        /** How many of `told` have it, once everything is sent; until then the job knows. */
        done: amount,
        /** How many of `told` have it not because the host did not show the page. */
        barred: v.exactOptional(amount),
        told: amount,
        notified: amount,
        mailed: v.optional(amount, 0),
        unnoticed: v.optional(amount, 0),
        left: v.object({ answered: amount, late: amount, unpaid: amount, gone: amount }),
      }),
    ),
  }),
});

/**
 * `tipAddresses/{tipId}`: the fingerprint of the address that a tip came from, against card testing. It is beside the tip and not in it, so that
 * Firestore deletes it by itself.
 */
export const tipAddressDocument = documentType({
  kind: 'tip-address',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    /** Keyed and of one day only; the address cannot be read from it. */
    hash: v.string(),
    /** Firestore deletes the document within a day after this. Until then it no longer counts. */
    expiresAt: storedTime,
  }),
});

/**
 * `profiles/{uid}/tips/{tipId}/refunds/{requestId}`: a refund that the owner or a fan's undo requested through Busker. `requested` until Stripe has
 * answered; the request's id makes repeating it safe. `amount` in minor units of the tip's currency. Refunds made in Stripe's dashboard have no such
 * document and appear in the tip only.
 */
export type RefundRequest = DocumentOf<typeof refundRequestDocument>;

export const refundRequestDocument = documentType({
  kind: 'refund-request',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    requestId: v.string(),
    amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    reason: v.picklist(['requested_by_customer', 'duplicate', 'fraudulent']),
    by: v.picklist(['owner', 'fan']),
    status: v.picklist(['requested', 'pending', 'succeeded', 'failed', 'canceled']),
    stripeRefundId: v.nullable(v.string()),
    /** Stripe's `failure_reason` (`insufficient_funds`, `expired_or_canceled_card`). */
    failureReason: v.nullable(v.string()),
    // Requests stored by earlier releases lack both fields.
    /** Grows when Stripe has stored an error under this refund's idempotency key: the next try uses another key. */
    keyRound: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
    /** When Stripe first answered the current idempotency key with a stored error; null = it has not. */
    keptErrorAt: v.optional(v.nullable(storedTime), null),
    createdAt: storedTime,
    updatedAt: storedTime,
  }),
});

/** The sum of those requests that Stripe does not have yet: projectTip counts it as pending. */
export function reservedBy(requests: readonly RefundRequest[]): number {
  return requests
    .filter((request) => request.status === 'requested')
    .reduce((sum, request) => sum + request.amount, 0);
}

/**
 * `profiles/{uid}/totals/{currency}-{shard}`: a part of the sum of all contributions in one currency, changed only by increments. Amounts in minor
 * units. Currencies are never added to each other.
 */
type TotalsShard = DocumentOf<typeof totalsShardDocument>;

/** Increments create the document field by field: a missing field is zero. A single shard may be negative. */
const figure = v.optional(v.pipe(v.number(), v.safeInteger()), 0);

export const totalsShardDocument = documentType({
  kind: 'totals-shard',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    currency: v.picklist(currencyCodes),
    count: figure,
    gross: figure,
    refunded: figure,
    disputed: figure,
  }),
});

/** One sum per currency. */
export function sumTotals(shards: readonly TotalsShard[]): Totals {
  const sums: Partial<Record<Currency, TipContribution>> = {};
  for (const shard of shards)
    sums[shard.currency] = addContribution(sums[shard.currency] ?? noContribution, shard);
  return sums;
}
