import axe from 'axe-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { openBrowser, challengeFrame } from '../testing/card-pages';
import {
  ADA,
  idOf,
  openSandbox,
  type OpenSandbox,
  PUBLISHABLE_KEY,
  refusal,
  enterCard,
  openSubscriptionPage,
  subscribe,
  type Wanted,
} from '../testing/open-sandbox';
import type Stripe from 'stripe';
import { answerBank } from '../testing/hosted-page';

describe('pages in a browser', () => {
  let sandbox: OpenSandbox;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let pageProblems: readonly string[];
  const onAda = { stripeAccount: ADA };

  beforeAll(async () => {
    sandbox = await openSandbox();
    browser = await openBrowser(sandbox.stripeJsUrl);
  });
  afterAll(async () => {
    await browser.close();
    await sandbox.close();
  });
  afterEach(() => page.context().close());

  async function goto(url: string, locale = 'en-US'): Promise<void> {
    ({ page, pageProblems } = await browser.open('', { locale }));
    await page.goto(url);
  }

  /** The buyer ends on the test's shop, which answers any path. */
  async function newSession(extra: { locale?: 'de' } = {}) {
    const { page: shop } = await browser.open('');
    const origin = new URL(shop.url()).origin;
    await shop.context().close();
    return sandbox.stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: { currency: 'usd', unit_amount: 546, product_data: { name: '<b>Tip</b> for Ada' } },
          },
        ],
        success_url: `${origin}/thanks?cs={CHECKOUT_SESSION_ID}`,
        cancel_url: `${origin}/back`,
        ...extra,
      },
      onAda,
    );
  }

  const faults = async (): Promise<string[]> => {
    await page.evaluate(axe.source);
    return page.evaluate(async () => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      const { violations } = await checker.run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'],
      });
      return violations.map(
        ({ id, nodes }) => `${id} ${nodes.map(({ target }) => String(target)).join(' ')}`,
      );
    });
  };

  async function fillCard(number: string): Promise<void> {
    await page.getByLabel('Email').fill('fan@example.com');
    await page.getByLabel('Card number').fill(number);
    await page.getByLabel('Expiration date').fill('12 / 40');
    await page.getByLabel('Security code').fill('123');
    await page.getByLabel('ZIP code').fill('10001');
  }

  describe('the hosted page', () => {
    // Holds pay-185.
    it('declines one card, accepts another, and returns to the shop', async () => {
      const session = await newSession();
      await goto(session.url ?? '');
      expect(await page.getByText('<b>Tip</b> for Ada').isVisible()).toBe(true);
      expect(await faults()).toEqual([]);
      await fillCard('4000000000009995');
      await page.getByRole('button', { name: 'Pay', exact: true }).click();
      await page.getByRole('alert').filter({ hasText: 'Your card has insufficient funds.' }).waitFor();
      await page.getByLabel('Card number').fill('4242424242424242');
      await page.getByRole('button', { name: 'Pay', exact: true }).click();
      await page.waitForURL(`**/thanks?cs=${session.id}`);
      await page.goto(session.url ?? `${sandbox.url}/c/pay/${session.id}`);
      expect(await page.getByRole('heading').textContent()).toBe('You’re all done here');
    });

    it('shows the 3-D Secure challenge', async () => {
      const session = await newSession();
      await goto(session.url ?? '');
      await fillCard('4000000000003220');
      await page.getByRole('button', { name: 'Pay', exact: true }).click();
      await challengeFrame(page).getByRole('button', { name: 'Fail authentication' }).click();
      await page.getByRole('alert').filter({ hasText: 'unable to authenticate' }).waitFor();
      await page.getByRole('button', { name: 'Pay', exact: true }).click();
      await challengeFrame(page).getByRole('button', { name: 'Complete authentication' }).click();
      await page.waitForURL('**/thanks?cs=*');
      expect(new URL(page.url()).searchParams.get('cs')).toBe(session.id);
    });

    it('shows errors for missing fields, in German when the shop asks for German', async () => {
      const session = await newSession({ locale: 'de' });
      await goto(session.url ?? '');
      await page.getByRole('button', { name: 'Bezahlen' }).click();
      await page.getByRole('alert').filter({ hasText: 'E-Mail-Adresse ist unvollständig' }).waitFor();
      await page.getByLabel('E-Mail').fill('fan@example.com');
      await page.getByRole('button', { name: 'Bezahlen' }).click();
      await page.getByRole('alert').filter({ hasText: 'Die Kartennummer ist unvollständig.' }).waitFor();
      await page.getByRole('link', { name: 'Zurück' }).click();
      await page.waitForURL('**/back');
      expect(pageProblems).toEqual([]);
    });
  });

  describe('onboarding and inspector', () => {
    // Holds pay-185.
    it('lets an owner finish onboarding by keyboard', async () => {
      const account = await sandbox.stripe.v2.core.accounts.create({
        display_name: 'Grace',
        dashboard: 'full',
      });
      const link = await sandbox.stripe.v2.core.accountLinks.create({
        account: account.id,
        use_case: {
          type: 'account_onboarding',
          account_onboarding: { refresh_url: `${sandbox.url}/refresh`, return_url: `${sandbox.url}/?back` },
        },
      });
      await goto(link.url);
      expect(await faults()).toEqual([]);
      await page.getByRole('button', { name: 'Complete', exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/?back');
      const include: ['configuration.merchant'] = ['configuration.merchant'];
      const after = await sandbox.stripe.v2.core.accounts.retrieve(account.id, { include });
      expect(after.configuration?.merchant?.capabilities?.card_payments?.status).toBe('active');
    });

    // Holds pay-185.
    it('show payments, events and objects, resend an event, set faults and advance the clock', async () => {
      await sandbox.stripe.paymentIntents.create(
        { amount: 500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true, use_stripe_sdk: true },
        onAda,
      );
      await sandbox.webhooksIdle();
      await goto(sandbox.url);
      const events = page.getByRole('region', { name: 'Events and deliveries' });
      const created = events.getByRole('row').filter({ hasText: 'payment_intent.created' }).first();
      await created.waitFor();
      expect(await faults()).toEqual([]);
      // Only of this type: deliveries of the test before may still arrive.
      const arrived = () =>
        sandbox.endpoint.types().filter((type) => type === 'payment_intent.created').length;
      const before = arrived();
      await created.getByRole('button', { name: 'Resend' }).click();
      await expect.poll(arrived).toBe(before + 1);
      await created.getByRole('button', { name: 'payment_intent.created' }).click();
      await page.getByRole('region', { name: 'Object' }).getByText('"object": "event"').waitFor();
      await page.getByRole('button', { name: 'Next call: fail with 429' }).click();
      await page.getByRole('cell', { name: '"status":429' }).waitFor();
      await page.getByRole('button', { name: 'Clear faults' }).click();
      await page.getByText('No faults are set.').waitFor();
      await page.getByRole('button', { name: 'Dispute' }).first().click();
      await page.getByRole('cell', { name: 'needs_response' }).waitFor();
      await page.getByRole('button', { name: 'Mark as won' }).click();
      await page.getByRole('cell', { name: 'won', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Advance clock by 1 day' }).click();
      await expect
        .poll(() => page.locator('#clock').textContent())
        .not.toContain(new Date().toISOString().slice(0, 10));
      expect(pageProblems).toEqual([]);
    });
  });
});

describe('addresses and texts', () => {
  let sandbox: OpenSandbox;

  beforeEach(async () => {
    sandbox = await openSandbox();
  });
  afterEach(() => sandbox.close());

  describe('addresses of pages', () => {
    const onAda = { stripeAccount: ADA };

    async function read(path: string, init: RequestInit = {}) {
      const answer = await fetch(new URL(path, sandbox.url), { redirect: 'manual', ...init });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text, to: answer.headers.get('location') };
    }

    const pay = () =>
      sandbox.stripe.paymentIntents.create(
        { amount: 500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true, use_stripe_sdk: true },
        onAda,
      );
    const openSession = (extra: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
      sandbox.stripe.checkout.sessions.create(
        {
          mode: 'payment',
          line_items: [
            {
              quantity: 1,
              price_data: { currency: 'jpy', unit_amount: 500, product_data: { name: 'Tip for @ada' } },
            },
          ],
          success_url: 'https://busker.test/t/1?cs={CHECKOUT_SESSION_ID}',
          cancel_url: 'https://busker.test/t/1?back',
          ...extra,
        },
        onAda,
      );
    const payPage = (session: string, card: Record<string, string>) =>
      read(`/sandbox/checkout/${session}/pay`, {
        method: 'POST',
        headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
        body: new URLSearchParams({
          email: 'fan@example.com',
          'card[number]': '4242424242424242',
          'card[exp_month]': '12',
          'card[exp_year]': '2040',
          'card[cvc]': '123',
          ...card,
        }),
      });
    const policyOf = ({ headers }: { readonly headers: Headers }) =>
      headers.get('content-security-policy') ?? '';

    describe('sandbox pages', () => {
      it.each([
        ['/c/pay/cs_test_unknown'],
        ['/receipts/ch_unknown'],
        ['/sandbox/3ds/pi_unknown?source=x'],
        ['/connect/setup/unknown'],
      ])('answer %s with a page that says that nothing is there', async (path) => {
        const { status, text } = await read(path);
        expect([status, text.includes('Nothing to do here')]).toEqual([404, true]);
      });

      // Holds pay-185.
      it('refuse to be framed, except the card form and the 3-D Secure challenge, and their scripts load from any site', async () => {
        for (const path of ['/', '/c/pay/cs_test_unknown', '/receipts/ch_unknown'])
          expect(policyOf(await read(path))).toContain("frame-ancestors 'none'");
        for (const path of ['/frame/card', '/sandbox/3ds/pi_unknown'])
          expect(policyOf(await read(path))).toContain('frame-ancestors *');
        const style = await read('/sandbox.css');
        expect(style.headers.get('content-type')).toContain('text/css');
        expect(style.headers.get('access-control-allow-origin')).toBe('*');
        expect((await read('/', { method: 'POST' })).status).not.toBe(200);
      });

      // Holds pay-185.
      it('show on a receipt what was paid and what was refunded', async () => {
        const { id, latest_charge: charge } = await pay();
        const address = `/receipts/${idOf(charge ?? '')}`;
        const paid = await read(address);
        expect(paid.status).toBe(200);
        const today = new Date().toISOString().slice(0, 8);
        for (const word of ['$5.00', '4242', 'Ada', today]) expect(paid.text).toContain(word);
        expect(paid.text).not.toContain('Refunded');
        await sandbox.stripe.refunds.create({ payment_intent: id, amount: 200 }, onAda);
        expect((await read(address)).text).toMatch(/Refunded<\/dt>\s*<dd>\$2\.00/);
      });

      // Holds pay-185.
      it('show the 3-D Secure challenge only for the payment that waits for it', async () => {
        const { id, next_action: action } = await sandbox.stripe.paymentIntents.create(
          {
            amount: 500,
            currency: 'usd',
            payment_method: 'pm_card_threeDSecure2Required',
            confirm: true,
            use_stripe_sdk: true,
          },
          onAda,
        );
        const address = String(action?.use_stripe_sdk?.['stripe_js']);
        const asked = await read(address);
        expect([asked.status, asked.text.includes('Confirm this payment')]).toEqual([200, true]);
        expect(asked.text).toContain(`data-intent="${id}"`);
        expect((await read(`/sandbox/3ds/${id}?source=other`)).status).toBe(404);
        expect((await read(`/sandbox/3ds/${id}`)).status).toBe(404);
      });
    });

    describe('the hosted page', () => {
      it('shows the amount and the recipient while the session is open, and links back to the shop', async () => {
        const { url } = await openSession();
        const { status, text } = await read(url ?? '');
        expect(status).toBe(200);
        for (const word of ['¥500', 'Tip for @ada', 'Ada', 'https://busker.test/t/1?back'])
          expect(text).toContain(word);
        expect(text).not.toContain('¥5.00');
      });

      // Holds pay-185.
      it("links to the shop's success URL after the payment, and to its cancel URL after the session has expired", async () => {
        const paid = await openSession();
        const answer = await payPage(paid.id, { 'card[exp_year]': '40' });
        expect(JSON.parse(answer.text)).toMatchObject({
          status: 'complete',
          redirect: `https://busker.test/t/1?cs=${paid.id}`,
          challenge: null,
          problem: null,
        });
        const { payment_intent: payment } = await sandbox.stripe.checkout.sessions.retrieve(
          paid.id,
          { expand: ['payment_intent.latest_charge'] },
          onAda,
        );
        expect(payment).toMatchObject({
          latest_charge: { payment_method_details: { card: { exp_month: 12, exp_year: 2040 } } },
        });
        const done = (await read(paid.url ?? '')).text;
        expect(done).toContain(`https://busker.test/t/1?cs=${paid.id}`);
        expect(done).not.toContain('id="pay"');
        const ended = await openSession();
        await sandbox.stripe.checkout.sessions.expire(ended.id, {}, onAda);
        const expired = (await read(ended.url ?? '')).text;
        expect(expired).toContain('https://busker.test/t/1?back');
        expect(expired).not.toContain('id="pay"');
      });

      // Holds pay-185.
      it('shows why a card was declined, stays open for another card, and accepts no other session', async () => {
        const { id } = await openSession();
        const look = async (): Promise<unknown> => {
          const headers = { authorization: `Bearer ${PUBLISHABLE_KEY}` };
          return JSON.parse((await read(`/sandbox/checkout/${id}`, { headers })).text);
        };
        const open = { status: 'open', redirect: null, challenge: null };
        expect(await look()).toEqual({ ...open, problem: null });
        const declined = await payPage(id, { 'card[number]': '4000000000009995' });
        expect(declined.text).toContain('insufficient funds');
        expect(await look()).toMatchObject({ ...open, problem: 'Your card has insufficient funds.' });
        await payPage(id, { 'card[number]': '4000000000003220' });
        expect(await look()).toMatchObject({
          ...open,
          challenge: { place: 'above', address: expect.stringContaining('/sandbox/3ds/pi_') as unknown },
        });
        const unknown = await payPage('cs_test_unknown', {});
        expect([unknown.status, unknown.text.includes('resource_missing')]).toEqual([404, true]);
        expect((await payPage(id, { 'card[cvc]': '12345' })).status).toBe(400);
      });
    });

    describe('onboarding', () => {
      // Holds pay-185.
      it('accepts one answer, and only from the page that was opened', async () => {
        const { id } = await sandbox.stripe.v2.core.accounts.create({
          display_name: 'Grace',
          dashboard: 'full',
        });
        const { url } = await sandbox.stripe.v2.core.accountLinks.create({
          account: id,
          use_case: {
            type: 'account_onboarding',
            account_onboarding: {
              refresh_url: 'https://busker.test/again',
              return_url: 'https://busker.test/back',
            },
          },
        });
        const answer = async (choice: string) => {
          const { status, to } = await read(url, { method: 'POST', body: new URLSearchParams({ choice }) });
          return [status, to];
        };
        expect(await answer('complete')).toEqual([303, 'https://busker.test/again']);
        const page = await read(url);
        expect(page.text).toContain('Grace');
        expect(policyOf(page)).toContain("frame-ancestors 'none'");
        expect(await answer('sabotage')).toEqual([404, null]);
        expect(await answer('toString')).toEqual([404, null]);
        expect(await answer('complete')).toEqual([303, 'https://busker.test/back']);
        expect(await answer('more')).toEqual([303, 'https://busker.test/back']);
        expect(
          (await sandbox.stripe.v2.core.accounts.retrieve(id, { include: ['requirements'] })).requirements
            ?.entries,
        ).toEqual([]);
      });
    });
  });

  describe('pages of subscriptions', () => {
    const on = { stripeAccount: ADA };

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
  });
});
