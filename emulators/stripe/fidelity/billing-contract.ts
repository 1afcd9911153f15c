import { expect, it } from 'vitest';
import { idOf, refusal, openSubscriptionPage } from '../testing/open-sandbox';
import type { Contract } from './contract';

/**
 * Products, subscriptions, invoices and the customer portal. On Stripe no API finishes a page, so the target makes the
 * subscriptions by calls that the sandbox does not have.
 */
export function testBilling(c: Contract): void {
  const retrieve = (id: string, expand: string[] = []) =>
    c.stripe.subscriptions.retrieve(id, { expand }, c.on);

  it('creates, renames, reads and lists products', async () => {
    const made = await c.stripe.products.create({ name: 'Monthly tip', metadata: { owner_uid: 'u1' } }, c.on);
    expect(made).toMatchObject({ active: true, metadata: { owner_uid: 'u1' } });
    const renamed = await c.stripe.products.update(made.id, { name: 'Monthly tip for Ada' }, c.on);
    expect(renamed.name).toBe('Monthly tip for Ada');
    expect((await c.stripe.products.retrieve(made.id, {}, c.on)).name).toBe('Monthly tip for Ada');
    const { data } = await c.stripe.products.list({ ids: [made.id] }, c.on);
    expect(data.map(({ id }) => id)).toEqual([made.id]);
  });

  it('makes customers, and changes what is given and nothing else', async () => {
    const given = { email: 'jenny@example.com', name: 'Jenny', metadata: { a: 'b' } };
    const made = await c.stripe.customers.create(given, c.on);
    expect(made).toMatchObject({ ...given, currency: null, balance: 0, description: null });
    const named = await c.stripe.customers.update(made.id, { name: 'Jenny R.', metadata: { c: 'd' } }, c.on);
    expect(named).toMatchObject({ ...given, name: 'Jenny R.', metadata: { a: 'b', c: 'd' } });
    expect((await c.stripe.customers.update(made.id, { email: '' }, c.on)).email).toBeNull();
    const intent = { amount: 500, currency: 'eur', customer: made.id };
    expect((await c.stripe.paymentIntents.create(intent, c.on)).customer).toBe(made.id);
    const { data } = await c.stripe.paymentIntents.list({ customer: made.id }, c.on);
    expect(data.map(({ customer }) => customer)).toEqual([made.id]);
    const other = c.stripe.paymentIntents.create({ ...intent, customer: 'cus_none' }, c.on);
    expect(await refusal(other)).toMatchObject({ code: 'resource_missing', param: 'customer' });
    expect((await c.stripe.customers.create({}, c.on)).email).toBeNull();
  });

  it('has test clocks, whose customers no list shows that does not name the clock', async () => {
    const { testClocks } = c.stripe.testHelpers;
    const start = 1_800_000_000;
    const clock = await testClocks.create({ frozen_time: start, name: 'Next year' }, c.on);
    expect(clock).toMatchObject({ frozen_time: start, status: 'ready', name: 'Next year' });
    const email = `clock${Date.now()}@example.com`;
    const made = await c.stripe.customers.create({ email, test_clock: clock.id }, c.on);
    expect(made.test_clock).toBe(clock.id);
    const listed = async (by: object) => (await c.stripe.customers.list({ email, ...by }, c.on)).data.length;
    expect([await listed({}), await listed({ test_clock: clock.id })]).toEqual([0, 1]);
    for (const wrong of [start, start - 1, start + 4 * 365 * 24 * 3600])
      expect((await refusal(testClocks.advance(clock.id, { frozen_time: wrong }, c.on))).statusCode).toBe(
        400,
      );
    const going = await testClocks.advance(clock.id, { frozen_time: start + 3600 }, c.on);
    expect(going.status).toBe('advancing');
    const now = async () => (await testClocks.retrieve(clock.id, {}, c.on)).frozen_time;
    await expect.poll(now, { timeout: 60_000 }).toBe(start + 3600);
    expect((await testClocks.list({}, c.on)).data.map(({ id }) => id)).toContain(clock.id);
    expect((await testClocks.del(clock.id, {}, c.on)).deleted).toBe(true);
    expect(await c.stripe.customers.retrieve(made.id, {}, c.on)).toMatchObject({ deleted: true });
  });

  it('makes prices that pages sell once or every month, and refuses one for the other', async () => {
    const key = `book_${Date.now()}`;
    const book = { currency: 'eur', unit_amount: 900, product_data: { name: 'Book' } };
    const once = await c.stripe.prices.create({ ...book, lookup_key: key }, c.on);
    expect(once).toMatchObject({ active: true, type: 'one_time', recurring: null, lookup_key: key });
    const recurring = { interval: 'month' as const };
    const monthly = await c.stripe.prices.create({ ...book, recurring }, c.on);
    expect(monthly).toMatchObject({ type: 'recurring', recurring });
    const { data } = await c.stripe.prices.list({ lookup_keys: [key], active: true }, c.on);
    expect(data.map(({ id }) => id)).toEqual([once.id]);
    const again = c.stripe.prices.create({ ...book, lookup_key: key }, c.on);
    expect((await refusal(again)).param).toBe('lookup_key');
    const sell = (mode: 'payment' | 'subscription', price: string) =>
      c.stripe.checkout.sessions.create(
        { mode, line_items: [{ price, quantity: 1 }], success_url: 'https://example.com/' },
        c.on,
      );
    expect(await sell('payment', once.id)).toMatchObject({ amount_total: 900, mode: 'payment' });
    expect(await sell('subscription', monthly.id)).toMatchObject({ amount_total: 900, mode: 'subscription' });
    for (const wrong of [sell('payment', monthly.id), sell('subscription', once.id), sell('payment', 'no')])
      expect((await refusal(wrong)).type).toBe('StripeInvalidRequestError');
  });

  it('opens a page for a subscription without customer, subscription and intent', async () => {
    const page = await openSubscriptionPage(c.stripe, c.on);
    expect(page).toMatchObject({
      mode: 'subscription',
      status: 'open',
      customer: null,
      subscription: null,
      payment_intent: null,
      invoice: null,
    });
    expect((await c.stripe.checkout.sessions.expire(page.id, {}, c.on)).status).toBe('expired');
  });

  it('refuses payment_intent_data for a subscription', async () => {
    const params = {
      mode: 'subscription',
      success_url: 'https://example.com/',
      payment_intent_data: { description: 'x' },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'eur',
            unit_amount: 500,
            product_data: { name: 'A' },
            recurring: { interval: 'month' },
          },
        },
      ],
    };
    const denied = await refusal(c.stripe.rawRequest('POST', '/v1/checkout/sessions', params, c.on));
    expect(denied).toMatchObject({ statusCode: 400, param: 'payment_intent_data' });
  });

  it('has the metadata in the subscription and its invoice, and none in the intent', async () => {
    const id = await c.subscribe();
    const { latest_invoice: latest, items, metadata } = await retrieve(id);
    expect(metadata).toEqual({ tip_id: 't1' });
    expect(items.data[0]?.current_period_end).toBeGreaterThan(items.data[0]?.current_period_start ?? 0);
    const invoice = await c.stripe.invoices.retrieve(idOf(latest ?? ''), { expand: ['payments'] }, c.on);
    expect(invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_create',
      amount_paid: 500,
      parent: { subscription_details: { metadata: { tip_id: 't1' }, subscription: id } },
    });
    const intent = idOf(invoice.payments?.data[0]?.payment.payment_intent ?? '');
    expect((await c.stripe.paymentIntents.retrieve(intent, {}, c.on)).metadata).toEqual({});
    const by = { payment: { type: 'payment_intent' as const, payment_intent: intent } };
    const { data } = await c.stripe.invoicePayments.list(by, c.on);
    expect(data.map(({ invoice: of, status }) => [of, status])).toEqual([[invoice.id, 'paid']]);
    for (const change of [
      c.stripe.paymentIntents.cancel(intent, {}, c.on),
      c.stripe.paymentIntents.update(intent, { description: 'x' }, c.on),
    ])
      expect((await refusal(change)).statusCode).toBe(400);
  });

  it('stops at the end of the period, keeps it after all, and cancels at once', async () => {
    const id = await c.subscribe();
    const stopped = await c.stripe.subscriptions.update(id, { cancel_at_period_end: true }, c.on);
    expect(stopped.cancel_at).toBe(stopped.items.data[0]?.current_period_end);
    const kept = await c.stripe.subscriptions.update(id, { cancel_at_period_end: false }, c.on);
    expect(kept).toMatchObject({ cancel_at: null, canceled_at: null, status: 'active' });
    const ended = await c.stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false }, c.on);
    expect(ended).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'cancellation_requested' },
    });
    const late = await refusal(c.stripe.subscriptions.update(id, { cancel_at_period_end: false }, c.on));
    expect(late.statusCode).toBe(400);
  });

  it('takes another amount for the next period, without proration', async () => {
    const id = await c.subscribe();
    const { items, latest_invoice: latest, billing_cycle_anchor: anchor } = await retrieve(id);
    const [item] = items.data;
    const changed = await c.stripe.subscriptions.update(
      id,
      {
        items: [
          {
            id: item?.id ?? '',
            price_data: {
              currency: 'eur',
              product: idOf(item?.price.product ?? ''),
              unit_amount: 800,
              recurring: { interval: 'month' },
            },
          },
        ],
        proration_behavior: 'none',
        billing_cycle_anchor: { type: 'unchanged' },
      },
      c.on,
    );
    expect(changed.items.data[0]?.price.unit_amount).toBe(800);
    expect(changed).toMatchObject({ latest_invoice: latest, billing_cycle_anchor: anchor });
    const { id: price } = changed.items.data[0]?.price ?? { id: '' };
    expect((await c.stripe.prices.retrieve(price, {}, c.on)).recurring?.interval).toBe('month');
    const product = idOf(item?.price.product ?? '');
    expect((await c.stripe.prices.list({ product, limit: 1 }, c.on)).object).toBe('list');
  });

  it('lists subscriptions of a customer, invoices of a subscription, and customers by address', async () => {
    const id = await c.subscribe();
    const customer = idOf((await retrieve(id)).customer);
    const running = await c.stripe.subscriptions.list({ customer, status: 'all' }, c.on);
    expect(running.data.map((each) => each.id)).toEqual([id]);
    const query = { subscription: id, limit: 100, expand: ['data.payments'] };
    const { data } = await c.stripe.invoices.list(query, c.on);
    expect(data.map(({ payments }) => payments?.data.length)).toEqual([1]);
    const found = await c.stripe.customers.list({ email: 'fan@example.com', limit: 100 }, c.on);
    // A customer is found about a minute after it was made: what this says is the shape of the answer.
    const searched = await c.stripe.customers.search({ query: 'email:"FAN@example.com"', limit: 10 }, c.on);
    expect(searched.object).toBe('search_result');
    expect(found.data.map((each) => each.id)).toContain(customer);
  });

  it('pauses the collection of invoices, and resumes it', async () => {
    const id = await c.subscribe();
    const pause = { behavior: 'void' as const };
    const paused = await c.stripe.subscriptions.update(id, { pause_collection: pause }, c.on);
    expect(paused).toMatchObject({ status: 'active', pause_collection: { behavior: 'void' } });
    const resumed = await c.stripe.subscriptions.update(id, { pause_collection: '' }, c.on);
    expect(resumed.pause_collection).toBeNull();
  });

  it('deletes a customer, which ends their subscriptions', async () => {
    const id = await c.subscribe();
    const customer = idOf((await retrieve(id)).customer);
    expect(await c.stripe.customers.del(customer, {}, c.on)).toMatchObject({ deleted: true });
    expect((await retrieve(id)).status).toBe('canceled');
    expect(await c.stripe.customers.retrieve(customer, {}, c.on)).toMatchObject({ deleted: true });
  });

  it('refuses to pay a paid invoice, and to void it', async () => {
    const id = await c.subscribe();
    const invoice = idOf((await retrieve(id)).latest_invoice ?? '');
    expect((await refusal(c.stripe.invoices.pay(invoice, {}, c.on))).statusCode).toBe(400);
    expect((await refusal(c.stripe.invoices.voidInvoice(invoice, {}, c.on))).statusCode).toBe(400);
  });

  it('makes a portal configuration with a login page, and sessions of it', async () => {
    const made = await c.stripe.billingPortal.configurations.create(
      {
        name: 'Busker',
        metadata: { owner_uid: 'u1' },
        default_return_url: 'https://busker.test/@ada',
        business_profile: { headline: 'Monthly tips' },
        features: {
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
        },
        login_page: { enabled: true },
      },
      c.on,
    );
    expect(made.login_page.url).toMatch(/^https?:/);
    const { configurations, sessions } = c.stripe.billingPortal;
    expect((await configurations.retrieve(made.id, {}, c.on)).features.invoice_history.enabled).toBe(true);
    expect(
      (await configurations.list({ active: true, limit: 100 }, c.on)).data.map(({ id }) => id),
    ).toContain(made.id);
    const subscription = await c.subscribe();
    const customer = idOf((await retrieve(subscription)).customer);
    const session = await sessions.create(
      {
        customer,
        configuration: made.id,
        return_url: 'https://busker.test/t/1',
        locale: 'auto',
        flow_data: {
          type: 'subscription_cancel',
          subscription_cancel: { subscription },
          after_completion: { type: 'redirect', redirect: { return_url: 'https://busker.test/t/1' } },
        },
        after_expiration: { type: 'customer_login' },
      },
      c.on,
    );
    expect(session.url).toMatch(/^https?:/);
    await configurations.update(made.id, { active: false }, c.on);
    const inactive = await refusal(sessions.create({ customer, configuration: made.id }, c.on));
    expect(inactive.statusCode).toBe(400);
  });
}

/** Invoices that are due. The sandbox moves its clock; Stripe's moves only with test clocks, a month at a time. */
export function testDueInvoices(c: Contract): void {
  it('pays an open invoice outside of Stripe, and voids another', async () => {
    const [paid, voided] = [await c.subscribeOverdue(), await c.subscribeOverdue()];
    const open = async (id: string) =>
      idOf((await c.stripe.subscriptions.retrieve(id, {}, c.on)).latest_invoice ?? '');
    const done = await c.stripe.invoices.pay(await open(paid), { paid_out_of_band: true }, c.on);
    expect(done).toMatchObject({ status: 'paid', amount_paid_off_stripe: 500 });
    expect((await c.stripe.invoices.voidInvoice(await open(voided), {}, c.on)).status).toBe('void');
  });
}
