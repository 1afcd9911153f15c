import * as v from 'valibot';
import { closedFigures } from '../books/books-api';
import { usualYearStart, yearStartField } from '../locale/periods';
import { currencyCodes } from '../money/money';
import { cardPaymentStatuses, paymentsModes } from '../payments/payments-state';
import type { Tip } from '../tip/tip';
import {
  documentType,
  encodeStored,
  storedTime,
  type DocumentOf,
  type DocumentType,
  type StoredData,
} from '../documents/documents';

/**
 * How often an account is compared with Stripe. `active`: a tip in the last 40 days, or one that is not settled. `cool`: the last tip was 41 to 180
 * days ago. `idle`: no tip in 180 days.
 */
const activityClasses = ['active', 'cool', 'idle'] as const;
export type ActivityClass = (typeof activityClasses)[number];

/** `stripeAccounts/{accountId}`: the owner of a connected account, to find the owner for an event, and when the account is checked. */
export type StripeAccountOwner = DocumentOf<typeof storedAccount>;

const time = v.optional(v.nullable(storedTime), null);

const storedAccount = documentType({
  kind: 'stripe-account',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    accountId: v.string(),
    uid: v.string(),
    connectedAt: storedTime,
    /** Until when Stripe's bookings were compared with our tips; null = never. */
    comparedAt: time,
    // Documents of earlier releases lack all that follows.
    /** `unknown`: stored by an earlier release, so the latest tip is not known. */
    look: v.optional(v.picklist([...activityClasses, 'unknown']), 'unknown'),
    /** When the next check is due. 0 = at once: stored by an earlier release. */
    nextLookAt: v.optional(storedTime, () => new Date(0)),
    /** The latest payment of a tip that a check knows of. A check may learn of a tip a day later. */
    lastTipAt: time,
    /** When the owner last had a tip that was not settled: open, disputed, or with a pending refund. */
    unsettledAt: time,
    /** When all disputes and warnings were last listed. */
    tracesAt: time,
    /** When Stripe was last asked what the account may do. */
    stateAt: time,
    /** A digest of what Stripe answered then. While it stays the same, the owner's payments document is right. */
    stateSeen: v.optional(v.nullable(v.string()), null),
    /** The `lastTipAt` for which the totals were last added up. */
    totalsAt: time,
    /** Since when Stripe does not show the account; null = it does, or the owner was marked as disconnected. */
    goneSince: time,
    /** The domain of the host's own pages that is registered on the account for wallets; null = none. */
    hostDomain: v.optional(v.nullable(v.string()), null),
    /** When Stripe last refused that domain. */
    hostRefusedAt: time,
  }),
});

export const stripeAccountDocument: DocumentType<StripeAccountOwner> = {
  decode: storedAccount.decode,
  // In the order in which every release so far has written the fields.
  encode: ({ v: version, accountId, uid, connectedAt, look, stateSeen, ...times }) =>
    storedAccount.encode({ v: version, accountId, uid, connectedAt, look, stateSeen, ...times }),
};

/** The fields that a check writes. */
export type ReconcileFields = Partial<Omit<StripeAccountOwner, 'v' | 'accountId' | 'uid' | 'connectedAt'>>;

/** Some fields of the document, to be merged into it. */
export const encodeReconcile = (fields: ReconcileFields): StoredData => encodeStored(storedAccount, fields);

const day = 24 * 60 * 60_000;

/** The document of an account that was connected now: its first check is due after a day. */
export const newStripeAccount = (accountId: string, uid: string, now: number): StripeAccountOwner => ({
  v: 1,
  accountId,
  uid,
  connectedAt: now,
  comparedAt: now,
  look: 'idle',
  nextLookAt: now + day,
  lastTipAt: null,
  unsettledAt: null,
  tracesAt: now,
  stateAt: now,
  stateSeen: null,
  totalsAt: null,
  goneSince: null,
  hostDomain: null,
  hostRefusedAt: null,
});

/**
 * `accounts/{uid}/server/connecting`: the account that is being created for an owner at Stripe. It is stored before the request to Stripe, so that a
 * repeated request creates no second account: Stripe repeats its answer for the same round.
 */
export const connectingDocument = documentType({
  kind: 'connecting',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    /** Part of Stripe's idempotency key. It grows when the account replaces another one, and after a refusal. */
    round: v.pipe(v.number(), v.integer(), v.minValue(1)),
    /** The earlier account, which can no longer be used; null = this is the first account. */
    replaces: v.nullable(v.string()),
    startedAt: storedTime,
  }),
});

/** `accounts/{uid}/server/methods`: the sign-in methods of the owner of which they know. A new one is announced by mail. */
export const knownMethodsDocument = documentType({
  kind: 'known-methods',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    /** Ids of the sign-in service: `password`, `phone`, `google.com` … */
    methods: v.array(v.string()),
  }),
});

const text = v.nullable(v.string());

export const paymentsDocument = documentType({
  kind: 'payments',
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
    requirementsDueAt: v.nullable(storedTime),
    disconnectedAt: v.nullable(storedTime),
    pausedUntil: v.nullable(storedTime),
    checkedAt: v.nullable(storedTime),
    updatedAt: storedTime,
  }),
});

/** The largest number of domains that are stored. */
export const mostWalletSites = 100;

/**
 * `accounts/{uid}/server/wallets`: the domains on which an owner offers wallets. Stripe keeps the domains of each account, so a new
 * account needs them registered again.
 */
export const walletSitesDocument = documentType({
  kind: 'wallet-sites',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    domains: v.array(v.string()),
    /** The account with which all these domains are registered; null = the server's own account. */
    accountId: v.nullable(v.string()),
    updatedAt: storedTime,
  }),
});

/** How long a delivered event is stored: Stripe repeats it for days, and support asks about it for weeks. */
export const stripeEventLifetime = 35 * 24 * 60 * 60 * 1000;

/** `stripeEvents/{eventId}`: a received webhook event. `doneAt` null = not handled yet. The store deletes it at `expiresAt`. */
export type StripeEventRecord = DocumentOf<typeof stripeEventDocument>;

export const stripeEventDocument = documentType({
  kind: 'stripe-event',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    eventId: v.string(),
    type: v.string(),
    accountId: v.nullable(v.string()),
    objectId: v.nullable(v.string()),
    attempts: v.number(),
    receivedAt: storedTime,
    doneAt: v.nullable(storedTime),
    expiresAt: storedTime,
  }),
});

/**
 * `stripePayments/{paymentIntentId}`: which tip a payment of an invoice belongs to. The payment itself cannot say so: Stripe copies no metadata to it,
 * and lets nobody write any. It stays as long as the tip, or the tip's entry in the ledger.
 */
export const stripePaymentDocument = documentType({
  kind: 'stripe-payment',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    uid: v.string(),
    tipId: v.string(),
    invoiceId: v.nullable(v.string()),
  }),
});

/** `ledger/{uid}/entries/{tipId}`: one tip's amounts (minor units of `currency`) and Stripe ids. */
export type LedgerEntry = DocumentOf<typeof ledgerEntryDocument>;

/** `ledger/{uid}`: the records of a deleted account that bookkeeping law requires. They hold no name, message or address. */
export const ledgerDocument = documentType({
  kind: 'ledger',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    uid: v.string(),
    handles: v.array(v.string()),
    accountId: text,
    deletedAt: storedTime,
  }),
});

export const ledgerEntryDocument = documentType({
  kind: 'ledger-entry',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    tipId: v.string(),
    currency: v.picklist(currencyCodes),
    amount: v.number(),
    refunded: v.number(),
    disputed: v.number(),
    accountId: text,
    paymentIntentId: text,
    chargeId: text,
    succeededAt: v.nullable(storedTime),
  }),
});

export function ledgerEntryOf(tip: Tip): LedgerEntry {
  return {
    v: 1,
    tipId: tip.tipId,
    currency: tip.currency,
    amount: tip.amount,
    refunded: tip.contrib.refunded,
    disputed: tip.contrib.disputed,
    accountId: tip.stripe.accountId,
    paymentIntentId: tip.stripe.paymentIntentId,
    chargeId: tip.stripe.chargeId,
    succeededAt: tip.payment.succeededAt,
  };
}

/** `accounts/{uid}/fees/{id}`: the fees that Stripe booked apart from the payments of one of the owner's accounts, in one month (UTC). */
export const feesDocument = documentType({
  kind: 'fees',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    /** Null = the server's own account. */
    accountId: v.nullable(v.string()),
    livemode: v.boolean(),
    /** `YYYY-MM`. */
    month: v.string(),
    /** Oldest first. */
    lines: v.array(v.object({ id: v.string(), at: storedTime, currency: v.string(), amount: v.number() })),
  }),
});

export type FeesOf = Pick<DocumentOf<typeof feesDocument>, 'accountId' | 'livemode'>;

export const feesId = ({ accountId, livemode }: FeesOf, month: string): string =>
  `${livemode ? 'live' : 'test'}-${accountId ?? 'own'}-${month}`;

/** `accounts/{uid}/server/fees`: until when the fees of the owner's accounts were read. */
export type FeesRead = DocumentOf<typeof feesReadDocument>;

export const feesReadDocument = documentType({
  kind: 'fees-read',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    /** Of each account, the bookings until then are stored. */
    accounts: v.array(v.object({ accountId: text, livemode: v.boolean(), until: storedTime })),
  }),
});

/**
 * `accounts/{uid}/payouts/{payoutId}`: what Stripe lists in a payout, as far as it was read. The list of a payout changes no more once Stripe has made it, so
 * nothing of it is read twice.
 */
export const payoutReadDocument = documentType({
  kind: 'payout-read',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    payoutId: v.string(),
    createdAt: storedTime,
    /** Null = it has failed, or was canceled. */
    arrivesAt: v.nullable(storedTime),
    /** When its last page was read. */
    readAt: storedTime,
    /** Where the next page begins; null = every page was read. */
    next: text,
    /** A line for each movement, newest first: its key and when it was booked. One text, since the store would index each entry of a list. */
    movements: v.string(),
  }),
});
export type PayoutRead = DocumentOf<typeof payoutReadDocument>;

/** `accounts/{uid}/server/books`: what the owner has chosen about the books. The server writes it. */
export const booksDocument = documentType({
  kind: 'books',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    /** The first day of the tax year (`04-06`). */
    yearStart: v.optional(yearStartField, usualYearStart),
    /** The tax years that the owner has closed, oldest first, with their figures on that day. */
    closed: v.optional(
      v.array(
        v.object({
          from: v.string(),
          until: v.string(),
          /** The time zone of its days. */
          zone: v.string(),
          closedAt: storedTime,
          returnsApart: v.exactOptional(v.literal(true)),
          ...closedFigures,
        }),
      ),
      [],
    ),
  }),
});
export type OwnBooks = DocumentOf<typeof booksDocument>;

export type ClosedYear = OwnBooks['closed'][number];

export const noBooks: OwnBooks = { v: 1, yearStart: usualYearStart, closed: [] };
