import { fail, ok } from '@busker/core/base/result';
import {
  canBePaid,
  type InvoiceSnapshot,
  type MonthlySnapshot,
  type SubscriptionSnapshot,
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
import { InMemoryCalls, type InMemoryPayments } from './in-memory-payments';

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
