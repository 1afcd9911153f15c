import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerBank } from '../testing/hosted-page';
import { ADA, idOf, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';
import { enterCard, openSubscriptionPage, subscribe, type Wanted } from '../testing/subscribe';

const on = { stripeAccount: ADA };
let sandbox: OpenSandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});
afterEach(() => sandbox.close());

const begin = (wanted: Wanted = {}) => subscribe(sandbox, on, wanted);
const read = (id: string) =>
  sandbox.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice', 'default_payment_method'] }, on);
const latestOf = async (id: string) => (await read(id)).latest_invoice as Stripe.Invoice;
const visit = async (path: string, form?: Readonly<Record<string, string>>) => {
  const answer = await fetch(new URL(path, sandbox.url), {
    redirect: 'manual',
    ...(form && { method: 'POST', body: new URLSearchParams(form), headers: { origin: sandbox.url } }),
  });
  return { status: answer.status, to: answer.headers.get('location'), text: await answer.text() };
};
const renew = async (id: string) => {
  const { items } = await read(id);
  const due = (items.data[0]?.current_period_end ?? 0) + 2 * 3600;
  await sandbox.control('billing/advance', { to: due * 1000 });
};
const configure = (loginPage = true) =>
  sandbox.stripe.billingPortal.configurations.create(
    {
      features: {
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
        payment_method_update: { enabled: true },
        invoice_history: { enabled: true },
      },
      default_return_url: 'https://busker.test/@ada',
      login_page: { enabled: loginPage },
    },
    on,
  );
const portal = async (id: string, flow?: Stripe.BillingPortal.SessionCreateParams.FlowData) => {
  const { id: configuration } = await configure();
  const customer = idOf((await read(id)).customer);
  return sandbox.stripe.billingPortal.sessions.create(
    {
      customer,
      configuration,
      after_expiration: { type: 'customer_login' },
      ...(flow && { flow_data: flow }),
    },
    on,
  );
};

describe('the page of a subscription', () => {
  // Holds pay-364.
  it('makes a failed charge of one payment for a declined card, and the subscription of that payment for the next one', async () => {
    const page = await openSubscriptionPage(sandbox.stripe, on);
    const path = `/sandbox/checkout/${page.id}/pay`;
    expect((await enterCard(sandbox.url, path, { number: '4000000000009995' })).status).toBe(402);
    const made = async () => {
      const { stripe } = sandbox;
      const lists = [
        stripe.customers,
        stripe.subscriptions,
        stripe.invoices,
        stripe.paymentIntents,
        stripe.charges,
      ];
      return Promise.all(lists.map(async (each) => (await each.list({}, on)).data.length));
    };
    expect(await made()).toEqual([0, 0, 0, 1, 1]);
    const [tried] = (await sandbox.stripe.paymentIntents.list({}, on)).data;
    expect(tried).toMatchObject({ status: 'requires_payment_method', customer: null, metadata: {} });
    const by = { payment: { type: 'payment_intent' as const, payment_intent: tried?.id ?? '' } };
    expect((await sandbox.stripe.invoicePayments.list(by, on)).data).toEqual([]);
    await sandbox.webhooksIdle();
    const types = sandbox.endpoint.types().filter((type) => /^(payment_intent|charge)\./.test(type));
    expect(types).toEqual(['payment_intent.created', 'charge.failed', 'payment_intent.payment_failed']);
    await enterCard(sandbox.url, path);
    expect(await made()).toEqual([1, 1, 1, 1, 2]);
    expect((await sandbox.stripe.invoicePayments.list(by, on)).data).toHaveLength(1);
    const done = await sandbox.stripe.checkout.sessions.retrieve(
      page.id,
      { expand: ['invoice.payments.data.payment'] },
      on,
    );
    expect(done).toMatchObject({ status: 'complete', payment_status: 'paid', payment_intent: null });
    await sandbox.webhooksIdle();
    const completed = sandbox.endpoint.received.find(
      ({ event }) => event.type === 'checkout.session.completed',
    );
    expect(completed?.event.data.object).toMatchObject({ subscription: done.subscription });
  });

  it('shows how often, and what the shop wrote above the button', async () => {
    const page = await openSubscriptionPage(sandbox.stripe, on);
    const { text } = await visit(`/c/pay/${page.id}`);
    for (const part of ['per month', 'Today, then every month, until you stop.', 'Subscribe'])
      expect(text).toContain(part);
  });

  it('makes no subscription when the buyer fails 3-D Secure, and asks the renewals of one card again', async () => {
    const page = await openSubscriptionPage(sandbox.stripe, on);
    const path = `/sandbox/checkout/${page.id}/pay`;
    const answer = async (outcome: 'complete' | 'fail') => {
      const asked = await enterCard(sandbox.url, path, { number: '4000002760003184' });
      await answerBank(sandbox, asked, outcome);
    };
    await answer('fail');
    expect((await sandbox.stripe.subscriptions.list({}, on)).data).toEqual([]);
    await answer('complete');
    const { subscription } = await sandbox.stripe.checkout.sessions.retrieve(page.id, {}, on);
    const id = idOf(subscription ?? '');
    await renew(id);
    expect((await read(id)).status).toBe('past_due');
  });
});

describe('the page of an invoice', () => {
  it('pays what a saved card could not, and keeps the new card', async () => {
    const id = await begin();
    await sandbox.control('billing/renewals', { subscription: id, answer: 'decline' });
    await renew(id);
    const invoice = await latestOf(id);
    const page = new URL(invoice.hosted_invoice_url ?? '').pathname;
    expect((await visit(page)).text).toContain('Pay €5.00');
    const card = `/sandbox/invoices/${page.slice(3)}/card`;
    expect((await enterCard(sandbox.url, card, { number: '4000000000000002' })).status).toBe(402);
    expect((await enterCard(sandbox.url, card, { number: '5555555555554444' })).status).toBe(200);
    const after = await read(id);
    expect(after.status).toBe('active');
    expect((after.default_payment_method as Stripe.PaymentMethod).card?.last4).toBe('4444');
    expect((await visit(page)).text).toContain('Paid');
    const late = await refusal(sandbox.stripe.invoices.voidInvoice(invoice.id, {}, on));
    expect(late.statusCode).toBe(400);
  });

  it('is unknown while the invoice is a draft', async () => {
    expect((await visit('/i/test_unknown')).status).toBe(404);
  });
});

describe('the portal', () => {
  it('stops and keeps a subscription', async () => {
    const id = await begin();
    const { pathname } = new URL((await portal(id)).url);
    expect((await visit(pathname)).text).toContain('€5.00 per month');
    expect((await visit(`${pathname}?stop=${id}`)).text).toContain('Nothing more is charged.');
    expect((await visit(pathname, { act: 'stop', subscription: id })).status).toBe(303);
    expect((await read(id)).cancel_at_period_end).toBe(true);
    await visit(pathname, { act: 'keep', subscription: id });
    expect((await read(id)).cancel_at_period_end).toBe(false);
    const foreign = await fetch(new URL(pathname, sandbox.url), {
      method: 'POST',
      headers: { origin: 'https://evil.test' },
      body: new URLSearchParams({ act: 'stop', subscription: id }),
    });
    expect(foreign.status).toBe(403);
    expect((await read(id)).cancel_at_period_end).toBe(false);
  });

  it('does nothing to another customer’s subscription', async () => {
    const [mine, other] = [await begin(), await begin({ email: 'other@example.com' })];
    const { pathname } = new URL((await portal(mine)).url);
    expect((await visit(pathname, { act: 'stop', subscription: other })).status).toBe(404);
    expect((await read(other)).cancel_at_period_end).toBe(false);
  });

  it('saves another card, which may fail later, and returns to the page that asked for it', async () => {
    const id = await begin();
    const back = 'https://busker.test/t/1';
    const session = await portal(id, {
      type: 'payment_method_update',
      after_completion: { type: 'redirect', redirect: { return_url: back } },
    });
    const { pathname } = new URL(session.url);
    expect((await visit(pathname)).text).toContain('Save card');
    const path = `/sandbox/portal/${pathname.split('/').at(-1) ?? ''}/card`;
    expect((await enterCard(sandbox.url, path, { number: '4000000000000002' })).status).toBe(402);
    const saved = await enterCard(sandbox.url, path, { number: '4000000000000341' });
    expect(saved.body['redirect']).toBe(back);
    await renew(id);
    expect((await read(id)).status).toBe('past_due');
  });

  it('leads an old link to the login page, which mails a new one to a customer and nothing to others', async () => {
    const id = await begin();
    const session = await portal(id);
    await sandbox.control('clock/advance', { milliseconds: 86_400_000 });
    const { to } = await visit(new URL(session.url).pathname);
    const login = new URL(to ?? '').pathname;
    expect((await visit(login)).text).toContain('Email');
    const same = await visit(login, { email: 'nobody@example.com' });
    expect((await visit(login, { email: 'FAN@example.com' })).text).toBe(same.text);
    const mails = (await sandbox.control('mails/list')) as { kind: string; to: string; link: string }[];
    const links = mails.filter(({ kind }) => kind === 'login');
    expect(links.map((mail) => mail.to)).toEqual(['fan@example.com']);
    expect((await visit(new URL(links[0]?.link ?? '').pathname)).text).toContain('Renews on');
  });
});

describe('the state', () => {
  it('tells the clock to anybody who may read it', async () => {
    await sandbox.control('clock/advance', { milliseconds: 5000 });
    expect(JSON.parse((await visit('/__sandbox/clock')).text)).toMatchObject({ offset: 5000 });
    expect((await visit('/__sandbox/reset')).status).toBe(405);
  });
});
