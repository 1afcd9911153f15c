import type Stripe from 'stripe';
import { ok } from '@busker/core/base/result';
import type { MonthlySnapshot } from '@busker/core/monthly/monthly-projection';
import { metadataKeys } from '@busker/core/tip-state/payment-snapshot';
import type { Clock } from '../clock';
import {
  referenceIn,
  type OpenCheckout,
  type PaymentsResult,
  type TipReference,
  type AmountOfPeriod,
  type MonthlyOrder,
  type MonthlyWanted,
  type Portal,
  type PortalOrder,
  type PortalVisit,
  type ProductOrder,
  type Subscriptions,
  type WhichMonthlies,
} from './payments';
import { keyIn, keyOfTexts, on, askedOf, failureOf, urlOf, type Asked } from './stripe-checkout';
import {
  paymentsOf,
  invoiceSnapshot,
  subscriptionSnapshot,
  idOf,
  sessionSnapshot,
  madeSince,
} from './stripe-payments';

/**
 * Cancels a subscription now and voids what can still be paid of it: cancelling stops only the automatic collection of what is open, and an uncollectible
 * invoice can still be paid by its link (https://docs.stripe.com/invoicing/integration/workflow-transitions).
 */
async function endSubscription(stripe: Stripe, account: string | null, id: string): Promise<void> {
  if (!(await isCanceled(stripe, account, id))) await cancelNow(stripe, account, id);
  for (const status of ['open', 'uncollectible'] as const) {
    const query = { subscription: id, status, limit: 100 };
    for await (const invoice of stripe.invoices.list(query, on(account)))
      if (invoice.id !== undefined) await voidInvoice(stripe, account, invoice.id);
  }
}

/** An event of the end can void it at the same time: then Stripe refuses the second call. */
async function voidInvoice(stripe: Stripe, account: string | null, id: string): Promise<void> {
  try {
    await stripe.invoices.voidInvoice(id, {}, on(account));
  } catch (error) {
    if (failureOf(error)?.kind !== 'refused') throw error;
    const { status } = await stripe.invoices.retrieve(id, {}, on(account));
    if (status === 'open' || status === 'uncollectible') throw error;
  }
}

const isCanceled = async (stripe: Stripe, account: string | null, id: string): Promise<boolean> =>
  (await stripe.subscriptions.retrieve(id, {}, on(account))).status === 'canceled';

/**
 * A DELETE has no idempotency key (https://docs.stripe.com/api/idempotent_requests). When its answer is lost, the SDK sends it again, and Stripe does not
 * find a subscription that is cancelled already.
 */
async function cancelNow(stripe: Stripe, account: string | null, id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false }, on(account));
  } catch (error) {
    const isMade = failureOf(error)?.kind === 'gone' && (await isCanceled(stripe, account, id));
    if (!isMade) throw error;
  }
}

/**
 * The ids of the customers with this address, whatever its capital letters. Stripe's list compares them and has every customer at once, so it is asked
 * for the address as typed and in lower case. Stripe's search ignores them (https://docs.stripe.com/search), but finds a new customer only after a
 * minute, or after an hour while Stripe has trouble, and is not offered to accounts in India: where Stripe refuses it, the lists alone count.
 */
export async function customersOf(
  stripe: Stripe,
  account: string | null,
  email: string,
): Promise<ReadonlySet<string>> {
  const spellings = [...new Set([email, email.toLowerCase()])];
  const found = await Promise.all([
    ...spellings.map((spelling) => listed(stripe, account, spelling)),
    searched(stripe, account, email),
  ]);
  return new Set(found.flat());
}

async function listed(stripe: Stripe, account: string | null, email: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of stripe.customers.list({ email, limit: 100 }, on(account))) ids.push(id);
  return ids;
}

const inQuotes = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

async function searched(stripe: Stripe, account: string | null, email: string): Promise<readonly string[]> {
  const ids: string[] = [];
  const query = { query: `email:${inQuotes(email)}`, limit: 100 };
  try {
    for await (const customer of stripe.customers.search(query, on(account)))
      // A search could find similar addresses, too.
      if (customer.email?.toLowerCase() === email.toLowerCase()) ids.push(customer.id);
  } catch (error) {
    if (failureOf(error)?.kind !== 'refused') throw error;
  }
  return ids;
}

/** One product for all monthly tips of an owner, so that they are one line in the owner's reports. */
async function makeProduct(
  stripe: Stripe,
  { account, uid, name }: ProductOrder,
): Promise<{ readonly productId: string }> {
  // A product that was made and not stored is asked for again, by then perhaps under another handle.
  const idempotencyKey = keyOfTexts(`prod:${uid}:${account ?? 'own'}:monthly:1`, [name]);
  const { id } = await stripe.products.create(
    { name, metadata: { [metadataKeys.uid]: uid } },
    { ...on(account), idempotencyKey },
  );
  return { productId: id };
}

/** Milliseconds. A call that is lost is made again with a later publication or tip. */
const renamingTimeout = 5000;

async function renameProduct(
  stripe: Stripe,
  account: string | null,
  productId: string,
  name: string,
): Promise<null> {
  const briefly = { timeout: renamingTimeout, maxNetworkRetries: 0 };
  await stripe.products.update(productId, { name }, { ...on(account), ...briefly });
  return null;
}

/** Stripe's page where a monthly tip begins. The subscription is made when it is paid, so a card that is declined leaves none. */
async function openMonthlyPage(stripe: Stripe, order: MonthlyOrder): Promise<OpenCheckout> {
  const { account, uid, tipId, amount, currency, every, productId, shareBps } = order;
  const metadata = { [metadataKeys.tipId]: tipId, [metadataKeys.uid]: uid };
  const recurring = { interval: every, interval_count: 1 } as const;
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      ui_mode: 'hosted_page',
      submit_type: 'subscribe',
      adaptive_pricing: { enabled: false },
      allowed_payment_method_types: [...order.ways],
      line_items: [
        { quantity: 1, price_data: { currency, unit_amount: amount, product: productId, recurring } },
      ],
      subscription_data: {
        metadata,
        description: order.description,
        billing_mode: { type: 'flexible' },
        invoice_settings: { footer: order.footer },
        // Two decimals at most, and none on the server's own account.
        ...(shareBps > 0 && account !== null ? { application_fee_percent: shareBps / 100 } : {}),
      },
      custom_text: { submit: { message: order.message } },
      client_reference_id: tipId,
      metadata,
      success_url: order.returnUrl,
      cancel_url: order.returnUrl,
      expires_at: Math.floor(order.expiresAt / 1000),
    },
    { ...on(account), idempotencyKey: keyIn(order.keyRound, `tip:${tipId}:cs:1`) },
  );
  return { sessionId: session.id, url: urlOf(session) };
}

/** Free amounts are no prices that the portal could offer, so it changes none. Stopping there is as stopping here: at the end of the period. */
const features = {
  subscription_cancel: {
    enabled: true,
    mode: 'at_period_end',
    proration_behavior: 'none',
    cancellation_reason: { enabled: false, options: '' },
  },
  payment_method_update: { enabled: true },
  invoice_history: { enabled: true },
  customer_update: { enabled: true, allowed_updates: ['email', 'name'] },
  subscription_update: { enabled: false },
} as const satisfies Stripe.BillingPortal.ConfigurationCreateParams.Features;

async function makePortal(
  stripe: Stripe,
  { account, uid, version, headline, returnUrl }: PortalOrder,
): Promise<Portal> {
  const idempotencyKey = keyOfTexts(`portal:${uid}:${account ?? 'own'}:${version}`, [headline, returnUrl]);
  const made = await stripe.billingPortal.configurations.create(
    {
      name: 'Busker',
      metadata: { [metadataKeys.uid]: uid },
      default_return_url: returnUrl,
      business_profile: { headline },
      features: { ...features, customer_update: { enabled: true, allowed_updates: ['email', 'name'] } },
      login_page: { enabled: true },
    },
    { ...on(account), idempotencyKey },
  );
  return { configurationId: made.id, loginUrl: made.login_page.url };
}

/** The address lives for minutes. An old one asks for the fan's mail address instead of failing. */
async function openPortal(
  stripe: Stripe,
  { account, configurationId, customerId, returnUrl, flow }: PortalVisit,
): Promise<{ readonly url: string }> {
  const redirect = { type: 'redirect', redirect: { return_url: returnUrl } } as const;
  const { url } = await stripe.billingPortal.sessions.create(
    {
      customer: customerId,
      configuration: configurationId,
      return_url: returnUrl,
      locale: 'auto',
      after_expiration: { type: 'customer_login' },
      ...(flow === 'card' && { flow_data: { type: 'payment_method_update', after_completion: redirect } }),
    },
    on(account),
  );
  return { url };
}

/** Whether the configuration can be used: an owner can switch it off at Stripe. Asked only after a visit was refused. */
async function isOpenPortal(
  stripe: Stripe,
  { account, configurationId }: Pick<PortalVisit, 'account' | 'configurationId'>,
): Promise<boolean> {
  const { active } = await stripe.billingPortal.configurations.retrieve(configurationId, {}, on(account));
  return active;
}

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
