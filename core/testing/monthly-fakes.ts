import { notBegun, type Monthly } from '../monthly/monthly';
import type { InvoiceSnapshot, MonthlySnapshot, SubscriptionSnapshot } from '../monthly/monthly-projection';
import { noon } from './fakes';

/** Typed builders of monthly tips and of Stripe's answers about them. */

const day = 24 * 60 * 60_000;

/** The end of the first period of a monthly tip that began at `noon`. */
export const monthLater = noon + 31 * day;

export function fakeMonthly(given: Partial<Monthly> = {}): Monthly {
  return {
    v: 1,
    rev: 1,
    monthlyId: 'tip1',
    ownerUid: 'ada-uid',
    handle: 'ada',
    livemode: false,
    mode: 'connect',
    currency: 'eur',
    every: 'month',
    amount: 537,
    tipAmount: 500,
    coverAmount: 37,
    shareBps: 0,
    consent: { words: '€5.37 today, then …', wordsVersion: 1, language: 'en', at: noon },
    amountConsents: [],
    fan: { name: 'Grace', anonymous: false },
    source: { origin: 'https://example.com', for: null, placement: null },
    stripe: {
      accountId: 'acct_ada',
      checkoutSessionId: 'cs_1',
      subscriptionId: null,
      itemId: null,
      customerId: null,
      productId: 'prod_1',
      latestInvoiceId: null,
    },
    ...notBegun,
    requestHash: 'hash',
    createdAt: noon,
    updatedAt: noon,
    syncedAt: null,
    ...given,
  };
}

export function fakeSubscription(given: Partial<SubscriptionSnapshot> = {}): SubscriptionSnapshot {
  return {
    id: 'sub_1',
    status: 'active',
    livemode: false,
    tipId: 'tip1',
    uid: 'ada-uid',
    customerId: 'cus_1',
    item: {
      id: 'si_1',
      amount: 537,
      currency: 'eur',
      interval: 'month',
      intervalCount: 1,
      periodStart: noon,
      periodEnd: monthLater,
    },
    startedAt: noon,
    cancelAtPeriodEnd: false,
    cancelAt: null,
    endedAt: null,
    cancelReason: null,
    collectionPaused: null,
    card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 },
    latestInvoiceId: 'in_1',
    ...given,
  };
}

/** The paid first invoice. */
export function fakeInvoice(given: Partial<InvoiceSnapshot> = {}): InvoiceSnapshot {
  return {
    id: 'in_1',
    status: 'paid',
    isFirst: true,
    createdAt: noon,
    from: noon,
    to: monthLater,
    currency: 'eur',
    amountDue: 537,
    amountPaid: 537,
    attempted: true,
    attempts: 1,
    nextAttemptAt: null,
    paidAt: noon + 1000,
    payments: [{ paymentIntentId: 'pi_1', isPaid: true }],
    needsAction: false,
    ...given,
  };
}

/** The invoice of the second period, whose card was declined. */
export const openInvoice = (given: Partial<InvoiceSnapshot> = {}): InvoiceSnapshot =>
  fakeInvoice({
    id: 'in_2',
    status: 'open',
    isFirst: false,
    createdAt: monthLater,
    from: monthLater,
    to: monthLater + 30 * day,
    amountPaid: 0,
    nextAttemptAt: monthLater + day,
    paidAt: null,
    payments: [{ paymentIntentId: 'pi_2', isPaid: false }],
    ...given,
  });

/** Stripe's answer about a monthly tip whose first period was paid. */
export function fakeMonthlySnapshot(given: Partial<MonthlySnapshot> = {}): MonthlySnapshot {
  return {
    askedAt: noon + 60_000,
    session: null,
    subscription: fakeSubscription(),
    invoices: [fakeInvoice()],
    ...given,
  };
}
