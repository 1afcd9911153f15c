import { fail, ok } from '@busker/core/base/result';
import { billingBps } from '@busker/core/fees/fees';
import {
  periodAfter,
  type InvoiceSnapshot,
  type SubscriptionSnapshot,
  canBePaid,
  type MonthlySnapshot,
} from '@busker/core/monthly/monthly-projection';
import type {
  OpenCheckout,
  PaymentsResult,
  TipReference,
  AmountOfPeriod,
  MonthlyOrder,
  MonthlyWanted,
  Portal,
  PortalOrder,
  PortalVisit,
  ProductOrder,
  Subscriptions,
  WhichMonthlies,
} from '../stripe/payments';
import { keyIn } from '../stripe/stripe-checkout';
import { atStripe, type InMemoryPayments, InMemoryCalls } from './in-memory-payments';

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

/** One subscription of the in-memory adapter, with all its invoices. Tests read and change it. */
export interface InMemorySubscription {
  readonly account: string | null;
  facts: SubscriptionSnapshot;
  readonly invoices: InvoiceSnapshot[];
}

const canceled = { kind: 'refused', code: 'resource_missing', requestId: 'req_memory' } as const;

export class InMemorySubscriptions extends InMemoryCalls<keyof Subscriptions> implements Subscriptions {
  readonly subscriptions = new Map<string, InMemorySubscription>();
  /** The subscription that each paid page made. */
  readonly madeBy = new Map<string, string>();
  /** The order of each page. */
  readonly orders = new Map<string, MonthlyOrder>();
  /** The address that each customer gave on Stripe's page. */
  readonly emails = new Map<string, string>();
  readonly products = new Map<string, ProductOrder>();
  /** By configuration. Tests remove one, as an owner can at Stripe. */
  readonly portals = new Map<string, PortalOrder>();

  constructor(
    private readonly payments: InMemoryPayments,
    private readonly now: () => number,
  ) {
    super();
  }

  snapshot({
    account,
    checkoutSessionId,
    ...wanted
  }: MonthlyWanted): Promise<PaymentsResult<MonthlySnapshot>> {
    return this.perform('snapshot', () => {
      const page =
        wanted.subscriptionId === null ? this.payments.sessions.get(checkoutSessionId ?? '') : undefined;
      const made = this.madeBy.get(checkoutSessionId ?? '') ?? null;
      const session = page === undefined ? null : { status: page.status, subscriptionId: made };
      const id = wanted.subscriptionId ?? made;
      const found = id === null ? undefined : this.subscriptions.get(id);
      if (found === undefined && session === null) return fail({ kind: 'gone' });
      if (found !== undefined && found.account !== account) return fail({ kind: 'gone' });
      const since = wanted.invoicesSince ?? 0;
      const invoices = (found?.invoices ?? []).filter(({ createdAt }) => createdAt >= since);
      return ok({ askedAt: this.now(), session, subscription: found?.facts ?? null, invoices });
    });
  }

  makeProduct(order: ProductOrder): Promise<PaymentsResult<{ readonly productId: string }>> {
    return this.perform('makeProduct', () => {
      const productId = `prod_${order.uid}_${order.account ?? 'own'}`;
      this.products.set(productId, order);
      return ok({ productId });
    });
  }

  renameProduct(account: string | null, productId: string, name: string): Promise<PaymentsResult<null>> {
    return this.perform('renameProduct', () => {
      const product = this.products.get(productId);
      if (product?.account !== account) return fail({ kind: 'gone' });
      this.products.set(productId, { ...product, name });
      return ok(null);
    });
  }

  openPage(order: MonthlyOrder): Promise<PaymentsResult<OpenCheckout>> {
    const key = keyIn(order.keyRound, `tip:${order.tipId}:cs:1`);
    return this.performUnder(key, 'openPage', () => {
      const page = { title: '', detail: '', receiptEmail: null, applicationFee: 0, fanCurrency: false };
      const opened = this.payments.pageOf(key, { ...order, ...page });
      this.orders.set(opened.sessionId, order);
      return ok(opened);
    });
  }

  stopAtPeriodEnd(
    account: string | null,
    subscriptionId: string,
    wish: 'stop' | 'keep',
  ): Promise<PaymentsResult<null>> {
    return this.perform('stopAtPeriodEnd', () => {
      const found = this.subscriptions.get(subscriptionId);
      if (found?.account !== account) return fail({ kind: 'gone' });
      if (found.facts.status === 'canceled') return fail(canceled);
      found.facts = { ...found.facts, cancelAtPeriodEnd: wish === 'stop' };
      return ok(null);
    });
  }

  changeAmount({ account, subscriptionId, amount }: AmountOfPeriod): Promise<PaymentsResult<null>> {
    return this.perform('changeAmount', () => {
      const found = this.subscriptions.get(subscriptionId);
      if (found?.account !== account) return fail({ kind: 'gone' });
      if (found.facts.status === 'canceled' || found.facts.item === null) return fail(canceled);
      found.facts = { ...found.facts, item: { ...found.facts.item, amount } };
      return ok(null);
    });
  }

  invoicePage(account: string | null, invoiceId: string): Promise<PaymentsResult<string | null>> {
    return this.perform('invoicePage', () => {
      const found = [...this.subscriptions.values()].find((each) => each.account === account);
      const invoice = found?.invoices.find(({ id }) => id === invoiceId);
      if (invoice === undefined) return fail({ kind: 'gone' });
      return ok(invoice.status === 'open' ? `https://invoice.test/i/${invoiceId}` : null);
    });
  }

  makePortal(order: PortalOrder): Promise<PaymentsResult<Portal>> {
    return this.perform('makePortal', () => {
      const configurationId = `bpc_${order.account ?? 'own'}_${order.version}`;
      this.portals.set(configurationId, order);
      return ok({ configurationId, loginUrl: `https://portal.test/login/${configurationId}` });
    });
  }

  openPortal({ account, configurationId, customerId, flow }: PortalVisit) {
    return this.perform<{ readonly url: string } | 'no-portal'>('openPortal', () => {
      if (this.portals.get(configurationId)?.account !== account) return ok('no-portal');
      return ok({ url: `https://portal.test/${configurationId}/${customerId}/${flow}` });
    });
  }

  endNow(account: string | null, subscriptionId: string): Promise<PaymentsResult<null>> {
    return this.perform('endNow', () => {
      const found = this.subscriptions.get(subscriptionId);
      if (found?.account !== account) return fail({ kind: 'gone' });
      if (found.facts.status !== 'canceled')
        found.facts = {
          ...found.facts,
          status: 'canceled',
          endedAt: this.now(),
          cancelReason: 'cancellation_requested',
        };
      for (const [index, invoice] of found.invoices.entries())
        if (canBePaid(invoice)) found.invoices[index] = { ...invoice, status: 'void' };
      return ok(null);
    });
  }

  ofInvoice(account: string | null, invoiceId: string): Promise<PaymentsResult<TipReference | null>> {
    return this.perform('ofInvoice', () => ok(this.named(account, ({ id }) => id === invoiceId)));
  }

  ofAddress(
    account: string | null,
    email: string,
    which: WhichMonthlies,
  ): Promise<PaymentsResult<readonly TipReference[]>> {
    return this.perform('ofAddress', () => {
      const mine = [...this.subscriptions.values()].filter(
        ({ account: of, facts }) =>
          of === account &&
          (which === 'all' || facts.status !== 'canceled') &&
          this.emails.get(facts.customerId)?.toLowerCase() === email.toLowerCase(),
      );
      return ok(
        mine.flatMap(({ facts: { uid, tipId } }) => (uid === null || tipId === null ? [] : [{ uid, tipId }])),
      );
    });
  }

  ofPayment(account: string | null, paymentIntentId: string): Promise<PaymentsResult<TipReference | null>> {
    const isOf = ({ payments }: InvoiceSnapshot) =>
      payments.some((payment) => payment.paymentIntentId === paymentIntentId);
    return this.perform('ofPayment', () => ok(this.named(account, isOf)));
  }

  private named(
    account: string | null,
    isWanted: (invoice: InvoiceSnapshot) => boolean,
  ): TipReference | null {
    const found = [...this.subscriptions.values()].find(
      (each) => each.account === account && each.invoices.some(isWanted),
    );
    const { uid = null, tipId = null } = found?.facts ?? {};
    return uid === null || tipId === null ? null : { uid, tipId };
  }
}
