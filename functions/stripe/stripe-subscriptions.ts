import type Stripe from 'stripe';
import type { MonthlySnapshot } from '../../core/monthly/monthly-projection';
import { ok } from '../../core/base/result';
import type { Clock } from '../store/clock';
import { endSubscription } from './end-subscription';
import type { OpenCheckout, PaymentsResult, TipReference } from './payments';
import { customersOf } from './stripe-customers';
import { on } from './stripe-call';
import { askedOf, type Asked } from './stripe-failure';
import { paymentsOf } from './stripe-invoice';
import { makeProduct, openMonthlyPage, renameProduct } from './stripe-monthly-page';
import { isOpenPortal, makePortal, openPortal } from './stripe-portal';
import { invoiceSnapshot, subscriptionSnapshot } from './stripe-monthly-snapshot';
import { idOf, sessionSnapshot } from './stripe-snapshot';
import { madeSince } from './stripe-traces';
import type {
  AmountOfPeriod,
  MonthlyOrder,
  MonthlyWanted,
  Portal,
  PortalOrder,
  PortalVisit,
  ProductOrder,
  Subscriptions,
  WhichMonthlies,
} from './subscriptions';
import { referenceIn } from './webhook-event';

export class StripeSubscriptions implements Subscriptions {
  private readonly asked: Asked;

  constructor(
    private readonly stripe: Stripe,
    private readonly clock: Clock,
  ) {
    this.asked = askedOf(stripe);
  }

  snapshot(wanted: MonthlyWanted): Promise<PaymentsResult<MonthlySnapshot>> {
    const askedAt = this.clock.now();
    return this.asked(async () => {
      const session = wanted.subscriptionId === null ? await this.session(wanted) : null;
      const id = wanted.subscriptionId ?? session?.subscriptionId ?? null;
      if (id === null) return { askedAt, session, subscription: null, invoices: [] };
      const { account, invoicesSince } = wanted;
      const [subscription, invoices] = await Promise.all([
        this.stripe.subscriptions.retrieve(id, { expand: ['default_payment_method'] }, on(account)),
        this.invoices(account, id, invoicesSince),
      ]);
      const asking = subscription.status === 'past_due' ? await this.asking(account, invoices) : null;
      return {
        askedAt,
        session,
        subscription: subscriptionSnapshot(subscription),
        invoices: invoices.map((invoice) => invoiceSnapshot(invoice, invoice.id === asking)),
      };
    });
  }

  makeProduct(order: ProductOrder): Promise<PaymentsResult<{ readonly productId: string }>> {
    return this.asked(() => makeProduct(this.stripe, order));
  }

  renameProduct(account: string | null, productId: string, name: string): Promise<PaymentsResult<null>> {
    return this.asked(() => renameProduct(this.stripe, account, productId, name));
  }

  openPage(order: MonthlyOrder): Promise<PaymentsResult<OpenCheckout>> {
    return this.asked(() => openMonthlyPage(this.stripe, order));
  }

  stopAtPeriodEnd(
    account: string | null,
    subscriptionId: string,
    wish: 'stop' | 'keep',
  ): Promise<PaymentsResult<null>> {
    return this.asked(async () => {
      const change = { cancel_at_period_end: wish === 'stop' };
      await this.stripe.subscriptions.update(subscriptionId, change, on(account));
      return null;
    });
  }

  changeAmount(change: AmountOfPeriod): Promise<PaymentsResult<null>> {
    return this.asked(async () => {
      const { account, subscriptionId, itemId: id, productId: product, amount, currency, every } = change;
      const recurring = { interval: every, interval_count: 1 } as const;
      await this.stripe.subscriptions.update(
        subscriptionId,
        {
          items: [{ id, price_data: { currency, product, unit_amount: amount, recurring } }],
          proration_behavior: 'none',
          billing_cycle_anchor: { type: 'unchanged' },
        },
        on(account),
      );
      return null;
    });
  }

  invoicePage(account: string | null, invoiceId: string): Promise<PaymentsResult<string | null>> {
    return this.asked(async () => {
      const invoice = await this.stripe.invoices.retrieve(invoiceId, {}, on(account));
      return invoice.status === 'open' ? (invoice.hosted_invoice_url ?? null) : null;
    });
  }

  makePortal(order: PortalOrder): Promise<PaymentsResult<Portal>> {
    return this.asked(() => makePortal(this.stripe, order));
  }

  async openPortal(visit: PortalVisit): Promise<PaymentsResult<{ readonly url: string } | 'no-portal'>> {
    const opened = await this.asked(() => openPortal(this.stripe, visit));
    if (opened.ok || opened.problem.kind === 'unavailable') return opened;
    const stands = await this.asked(() => isOpenPortal(this.stripe, visit));
    // A removed configuration is not found. A lost account finds nothing at all, also no new one.
    const isGone = stands.ok ? !stands.value : stands.problem.kind === 'gone';
    return isGone ? ok('no-portal') : opened;
  }

  endNow(account: string | null, subscriptionId: string): Promise<PaymentsResult<null>> {
    return this.asked(async () => {
      await endSubscription(this.stripe, account, subscriptionId);
      return null;
    });
  }

  ofInvoice(account: string | null, invoiceId: string): Promise<PaymentsResult<TipReference | null>> {
    return this.asked(async () => {
      const invoice = await this.stripe.invoices.retrieve(invoiceId, {}, on(account));
      return referenceIn(invoice.parent?.subscription_details?.metadata);
    });
  }

  ofAddress(
    account: string | null,
    email: string,
    which: WhichMonthlies,
  ): Promise<PaymentsResult<readonly TipReference[]>> {
    return this.asked(async () => {
      const found: TipReference[] = [];
      for (const customer of await customersOf(this.stripe, account, email)) {
        // Without a status the list has those that have not ended.
        const status = which === 'all' ? ({ status: 'all' } as const) : {};
        const listed = this.stripe.subscriptions.list({ customer, limit: 100, ...status }, on(account));
        for await (const { metadata } of listed) {
          const reference = referenceIn(metadata);
          if (reference !== null) found.push(reference);
        }
      }
      return found;
    });
  }

  ofPayment(account: string | null, paymentIntentId: string): Promise<PaymentsResult<TipReference | null>> {
    return this.asked(async () => {
      const payment = { type: 'payment_intent', payment_intent: paymentIntentId } as const;
      const query = { payment, limit: 1, expand: ['data.invoice'] };
      const { data } = await this.stripe.invoicePayments.list(query, on(account));
      const invoice = data[0]?.invoice;
      if (typeof invoice !== 'object' || invoice.deleted === true) return null;
      return referenceIn(invoice.parent?.subscription_details?.metadata);
    });
  }

  private async session({ account, checkoutSessionId }: MonthlyWanted): Promise<MonthlySnapshot['session']> {
    if (checkoutSessionId === null) return null;
    const session = await this.stripe.checkout.sessions.retrieve(checkoutSessionId, {}, on(account));
    return { status: sessionSnapshot(session).status, subscriptionId: idOf(session.subscription) };
  }

  private async invoices(account: string | null, subscription: string, since: number | null) {
    const found: Stripe.Invoice[] = [];
    const query = { ...madeSince(since ?? 0), subscription, expand: ['data.payments'] };
    for await (const invoice of this.stripe.invoices.list(query, on(account))) found.push(invoice);
    return found;
  }

  /** The open invoice whose payment waits for the fan's bank. Only the payment says so. */
  private async asking(account: string | null, invoices: readonly Stripe.Invoice[]): Promise<string | null> {
    const [latest] = invoices
      .filter(({ status, attempted }) => status === 'open' && attempted)
      .toSorted((a, b) => b.created - a.created);
    const payment = latest === undefined ? undefined : paymentsOf(latest)[0];
    if (latest === undefined || payment === undefined) return null;
    const { status } = await this.stripe.paymentIntents.retrieve(payment.paymentIntentId, {}, on(account));
    return status === 'requires_action' ? (latest.id ?? null) : null;
  }
}
