import { billingBps } from '@busker/core/fees/fees';
import {
  periodAfter,
  type InvoiceSnapshot,
  type SubscriptionSnapshot,
} from '@busker/core/monthly/monthly-projection';
import { atStripe } from './in-memory-fan';
import type { InMemoryPayments } from './in-memory-payments';
import type { InMemorySubscription, InMemorySubscriptions } from './in-memory-subscriptions';

const day = 24 * 60 * 60_000;

export type ChargeEnd = 'paid' | 'declined' | 'asks';

/** The subscriptions at Stripe. Each action changes them as Stripe would, without an event. */
export function atBilling(
  subscriptions: InMemorySubscriptions,
  payments: InMemoryPayments,
  now: () => number,
) {
  const fan = atStripe(payments, now);
  const of = (id: string): InMemorySubscription => {
    const found = subscriptions.subscriptions.get(id);
    if (found === undefined) throw new Error(`There is no subscription ${id}`);
    return found;
  };
  const change = (id: string, facts: Partial<SubscriptionSnapshot>): void => {
    const subscription = of(id);
    subscription.facts = { ...subscription.facts, ...facts };
  };
  const setInvoice = (id: string, invoice: InvoiceSnapshot): void => {
    const { invoices } = of(id);
    const at = invoices.findIndex((each) => each.id === invoice.id);
    invoices.splice(at < 0 ? invoices.length : at, 1, invoice);
    change(id, { latestInvoiceId: invoice.id });
    const paymentIntentId = invoice.payments[0]?.paymentIntentId ?? '';
    const payment = payments.payments.get(paymentIntentId);
    const { tipId, uid } = of(id).facts;
    const { from, to } = invoice;
    const paidPayments = invoice.payments.filter(({ isPaid }) => isPaid).length;
    if (payment === undefined) return;
    payment.invoice = { id: invoice.id, subscriptionId: id, tipId, uid, from, to, paidPayments };
    payment.intent = { ...payment.intent, tipId: null, uid: null };
  };
  /** Stripe Billing's fee, at the next midnight. */
  const bookBillingFee = (account: string | null, { id, currency, amountDue }: InvoiceSnapshot): void => {
    const at = (Math.floor(now() / day) + 1) * day;
    const amount = Math.round((amountDue * billingBps) / 10_000);
    payments.fees.push({ id: `txn_fee_${id}`, account, at, currency, amount });
  };
  /** Charges the saved card for an invoice that is open. */
  const charge = (id: string, invoice: InvoiceSnapshot, end: ChargeEnd): void => {
    const paymentIntentId = invoice.payments[0]?.paymentIntentId ?? '';
    if (end === 'paid') fan.pay(paymentIntentId);
    else if (end === 'asks') fan.ask3ds(paymentIntentId);
    else fan.decline(paymentIntentId);
    const isPaid = end === 'paid';
    if (isPaid) bookBillingFee(of(id).account, invoice);
    setInvoice(id, {
      ...invoice,
      status: isPaid ? 'paid' : 'open',
      amountPaid: isPaid ? invoice.amountDue : 0,
      attempted: true,
      attempts: invoice.attempts + 1,
      paidAt: isPaid ? now() : null,
      nextAttemptAt: isPaid ? null : now() + 24 * 60 * 60_000,
      payments: [{ paymentIntentId, isPaid }],
      needsAction: end === 'asks',
    });
    change(id, { status: isPaid ? 'active' : 'past_due' });
  };
  const draft = (id: string, count: number): InvoiceSnapshot => {
    const { facts, account } = of(id);
    const amount = facts.item?.amount ?? 0;
    const { tipId, uid } = facts;
    const order = { account, uid: uid ?? '', tipId: tipId ?? '', amount, currency: 'usd' } as const;
    const others = { applicationFee: 0, keyRound: 0, ways: ['card'], description: '' } as const;
    const [from, to] = [count, count + 1].map((each) => periodAfter(facts.startedAt, 'month', each));
    return {
      id: `in_${id.slice(4)}_${count}`,
      status: 'open',
      isFirst: count === 0,
      createdAt: now(),
      from: from ?? 0,
      to: to ?? 0,
      currency: 'usd',
      amountDue: amount,
      amountPaid: 0,
      attempted: false,
      attempts: 0,
      nextAttemptAt: null,
      paidAt: null,
      payments: [{ paymentIntentId: payments.make({ ...order, ...others }), isPaid: false }],
      needsAction: false,
    };
  };
  return {
    /** The fan pays on Stripe's page, which makes the subscription and its first invoice. */
    subscribe(sessionId: string): string {
      const session = payments.sessions.get(sessionId);
      if (session?.status !== 'open') throw new Error(`There is no open page ${sessionId}`);
      const { account, uid, tipId, amount, currency } = session.order;
      const id = `sub_${tipId}`;
      const [periodStart, periodEnd] = [now(), periodAfter(now(), 'month', 1)];
      const price = { amount, currency, interval: 'month', intervalCount: 1 };
      const facts: SubscriptionSnapshot = {
        id,
        status: 'active',
        livemode: false,
        tipId,
        uid,
        customerId: `cus_${tipId}`,
        item: { id: `si_${tipId}`, ...price, periodStart, periodEnd },
        startedAt: now(),
        cancelAtPeriodEnd: false,
        cancelAt: null,
        endedAt: null,
        cancelReason: null,
        collectionPaused: null,
        card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 },
        latestInvoiceId: null,
      };
      subscriptions.subscriptions.set(id, { account, facts, invoices: [] });
      subscriptions.emails.set(facts.customerId, `${tipId}@fans.example`);
      subscriptions.madeBy.set(sessionId, id);
      charge(id, draft(id, 0), 'paid');
      session.status = 'complete';
      session.paymentIntentId = of(id).invoices[0]?.payments[0]?.paymentIntentId ?? null;
      return id;
    },
    /** The next period begins, and its invoice is charged. Returns the payment. */
    renew(id: string, end: ChargeEnd = 'paid'): string {
      const { invoices, facts } = of(id);
      const invoice = draft(id, invoices.length);
      if (facts.item !== null)
        change(id, { item: { ...facts.item, periodStart: invoice.from, periodEnd: invoice.to } });
      charge(id, invoice, end);
      return invoice.payments[0]?.paymentIntentId ?? '';
    },
    /** Stripe tries the latest invoice once more. */
    retry(id: string, end: ChargeEnd): void {
      const invoice = of(id).invoices.at(-1);
      if (invoice !== undefined) charge(id, invoice, end);
    },
    change,
  };
}
