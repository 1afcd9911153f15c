import { describe, expect, it } from 'vitest';
import { CARD_PAGE, cardPages } from '../testing/card-pages';
import { ADA } from '../testing/open-sandbox';
import { cardFrame, challengeFrame, elementEvents, mountCard, pay, typeCard } from '../testing/pay-page';

const cards = cardPages();
const REAL_LOOKING = '4111111111111111';
const stateOf = (id: string) => cards.sandbox.stripe.paymentIntents.retrieve(id, {}, { stripeAccount: ADA });

describe('paying in the card frame', () => {
  // Holds pay-183.
  it('completes a payment through the real loader, and the page never sees the card number', async () => {
    await cards.open(CARD_PAGE);
    const frame = await mountCard(cards.page);
    const intent = await cards.newIntent();
    await typeCard(frame, '4242424242424242');
    expect(await pay(cards.page, intent.secret)).toEqual({ status: 'succeeded' });
    expect((await stateOf(intent.id)).status).toBe('succeeded');
    const isForeign = await cards.page.evaluate(() => {
      try {
        return window.frames[0]?.document === undefined;
      } catch {
        return true;
      }
    });
    expect(isForeign).toBe(true);
    expect(cards.opened.pageProblems).toEqual([]);
    const types = (await elementEvents(cards.page)).map(([type]) => type);
    expect(types.slice(0, 2)).toEqual(['loaderstart', 'ready']);
    expect(await elementEvents(cards.page)).toContainEqual([
      'change',
      expect.objectContaining({ elementType: 'payment', complete: true, empty: false, collapsed: false }),
    ]);
  });

  it('reports a decline and succeeds on the same intent with another card', async () => {
    await cards.open(CARD_PAGE);
    const frame = await mountCard(cards.page);
    const intent = await cards.newIntent();
    await typeCard(frame, '4000000000000002');
    expect(await pay(cards.page, intent.secret)).toEqual({
      code: 'card_declined',
      message: 'Your card was declined.',
    });
    await typeCard(frame, '4242424242424242');
    expect(await pay(cards.page, intent.secret)).toEqual({ status: 'succeeded' });
  });

  it.each([
    ['Complete authentication', { status: 'succeeded' }, 'succeeded'],
    ['Fail authentication', { code: 'payment_intent_authentication_failure' }, 'requires_payment_method'],
    ['Close', { code: 'payment_intent_authentication_failure' }, 'requires_payment_method'],
  ])('shows the 3-D Secure challenge above everything else: %s', async (button, outcome, status) => {
    await cards.open(`${CARD_PAGE}<div style="position:fixed;inset:0;z-index:2147483600"></div>`);
    const frame = await mountCard(cards.page);
    const intent = await cards.newIntent();
    await typeCard(frame, '4000000000003220');
    const paying = pay(cards.page, intent.secret);
    await challengeFrame(cards.page).getByRole('button', { name: button, exact: true }).click();
    expect(await paying).toMatchObject(outcome);
    expect((await stateOf(intent.id)).status).toBe(status);
    expect(await cards.page.locator('iframe[title="3D Secure authentication"]').count()).toBe(0);
  });

  // Holds pay-180.
  it('refuses every card that is not a test card, and stores no part of its number', async () => {
    await cards.open(CARD_PAGE);
    const frame = await mountCard(cards.page);
    const intent = await cards.newIntent();
    await typeCard(frame, REAL_LOOKING);
    const refused = await pay(cards.page, intent.secret);
    expect(refused).toMatchObject({
      code: 'card_declined',
      message: expect.stringContaining('non test card'),
    });
    expect(JSON.stringify(refused)).not.toContain(REAL_LOOKING);
    expect((await stateOf(intent.id)).latest_charge).toBeNull();
  });

  // Holds pay-042.
  it('reports a different currency before any attempt', async () => {
    await cards.open(CARD_PAGE);
    const frame = await mountCard(cards.page, { currency: 'eur' });
    const intent = await cards.newIntent();
    await typeCard(frame, '4242424242424242');
    expect(await pay(cards.page, intent.secret)).toMatchObject({
      message: 'The provided currency (eur) does not match the expected currency (usd).',
    });
    expect((await stateOf(intent.id)).last_payment_error).toBeNull();
  });

  it('redirects to the return URL when the page asks for it', async () => {
    await cards.open(CARD_PAGE);
    const frame = await mountCard(cards.page);
    const intent = await cards.newIntent();
    await typeCard(frame, '4242424242424242');
    const back = `${new URL(cards.page.url()).origin}/back`;
    void pay(cards.page, intent.secret, { redirect: 'always', confirmParams: { return_url: back } }).catch(
      () => null,
    );
    await cards.page.waitForURL(/\/back\?/);
    const query = new URL(cards.page.url()).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      payment_intent: intent.id,
      payment_intent_client_secret: intent.secret,
      redirect_status: 'succeeded',
    });
  });
});

describe('mounting', () => {
  // Holds pay-027.
  it("in a shadow root fails with Stripe's message", async () => {
    await cards.open('<div id="host"></div>');
    const thrown = await cards.page.evaluate(async (key) => {
      const root = document.querySelector('#host')?.attachShadow({ mode: 'open' });
      const place = document.createElement('div');
      root?.append(place);
      const stripe = await window.loadStripe(key);
      const element = stripe.elements({ mode: 'payment', amount: 500, currency: 'usd' }).create('payment');
      try {
        element.mount(place);
        return 'mounted';
      } catch (problem) {
        return problem instanceof Error ? `${problem.name}: ${problem.message}` : 'unknown';
      }
    }, 'pk_test_sandbox_unit');
    expect(thrown).toBe(
      'IntegrationError: Elements cannot be mounted in a ShadowRoot. Please mount in the Light DOM.',
    );
  });

  // Holds web-001, tag-058, pay-028.
  it('in a light DOM child that a shadow root shows through a slot works', async () => {
    await cards.open('<div id="host"><div slot="pay" id="pay"></div></div>');
    await cards.page.evaluate(() => {
      const root = document.querySelector('#host')?.attachShadow({ mode: 'open' });
      if (root) root.innerHTML = '<section><slot name="pay"></slot></section>';
    });
    const frame = await mountCard(cards.page);
    const intent = await cards.newIntent();
    await typeCard(frame, '4242424242424242');
    expect(await pay(cards.page, intent.secret)).toEqual({ status: 'succeeded' });
  });

  // Holds pay-030.
  it('survives a move in the DOM: the element is ready again, and empty', async () => {
    await cards.open(`${CARD_PAGE}<div id="elsewhere"></div>`);
    const frame = await mountCard(cards.page);
    await typeCard(frame, '4242424242424242');
    await cards.page.evaluate(() => {
      const child = document.querySelector('#pay');
      if (child) document.querySelector('#elsewhere')?.append(child);
      window.elementEvents = [];
    });
    await expect.poll(async () => (await elementEvents(cards.page)).map(([type]) => type)).toContain('ready');
    expect(await cardFrame(cards.page).getByLabel('Card number').inputValue()).toBe('');
  });

  // Holds pay-034.
  it("reports a load error when the page's Content-Security-Policy blocks the frame", async () => {
    const policy = "frame-src 'none'";
    await cards.open(CARD_PAGE, { headers: { 'content-security-policy': policy } });
    await cards.page.clock.install();
    await mountCard(cards.page);
    await cards.page.clock.fastForward(11_000);
    await expect
      .poll(async () => (await elementEvents(cards.page)).find(([type]) => type === 'loaderror'))
      .toEqual([
        'loaderror',
        { elementType: 'payment', error: expect.objectContaining({ type: 'api_connection_error' }) },
      ]);
  });

  it('reports a load error when the account cannot take cards', async () => {
    await cards.sandbox.control('accounts/capability', { account: ADA, cardPayments: 'restricted' });
    await cards.open(CARD_PAGE);
    await mountCard(cards.page);
    await expect
      .poll(async () => (await elementEvents(cards.page)).map(([type]) => type))
      .toContain('loaderror');
    await cards.sandbox.control('accounts/capability', { account: ADA, cardPayments: 'active' });
  });
});
