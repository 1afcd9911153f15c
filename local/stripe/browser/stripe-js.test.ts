import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Page } from '@playwright/test';
import { openBrowser, type OpenPage } from '../testing/open-browser';
import { ADA, openSandbox, type OpenSandbox } from '../testing/open-sandbox';
import { cardFrame, challengeFrame, heard, mountCard, pay, typeCard } from '../testing/pay-page';

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 20_000 });

const PAGE = '<div id="pay"></div><button>After</button>';
const REAL_LOOKING = '4111111111111111';

let sandbox: OpenSandbox;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let opened: OpenPage;
let page: Page;

beforeAll(async () => {
  sandbox = await openSandbox();
  browser = await openBrowser(sandbox.stripeJsUrl);
}, 60_000);
afterAll(async () => {
  await browser.close();
  await sandbox.close();
});
afterEach(() => page.context().close());

async function openPage(...given: Parameters<typeof browser.open>): Promise<void> {
  opened = await browser.open(...given);
  ({ page } = opened);
}

async function newIntent(amount = 500, currency = 'usd') {
  const intent = await sandbox.stripe.paymentIntents.create(
    { amount, currency, allowed_payment_method_types: ['card', 'link'] },
    { stripeAccount: ADA },
  );
  return { id: intent.id, secret: intent.client_secret ?? '' };
}
const stateOf = (id: string) => sandbox.stripe.paymentIntents.retrieve(id, {}, { stripeAccount: ADA });

describe('paying in the card frame', () => {
  it('lets a fan pay through the real loader, and the card never meets the page', async () => {
    await openPage(PAGE);
    const frame = await mountCard(page);
    const intent = await newIntent();
    await typeCard(frame, '4242424242424242');
    expect(await pay(page, intent.secret)).toEqual({ status: 'succeeded' });
    expect((await stateOf(intent.id)).status).toBe('succeeded');
    const isForeign = await page.evaluate(() => {
      try {
        return window.frames[0]?.document === undefined;
      } catch {
        return true;
      }
    });
    expect(isForeign).toBe(true);
    expect(opened.complaints).toEqual([]);
    const types = (await heard(page)).map(([type]) => type);
    expect(types.slice(0, 2)).toEqual(['loaderstart', 'ready']);
    expect(await heard(page)).toContainEqual([
      'change',
      expect.objectContaining({ elementType: 'payment', complete: true, empty: false, collapsed: false }),
    ]);
  });

  it('tells of a decline and succeeds on the same intent with another card', async () => {
    await openPage(PAGE);
    const frame = await mountCard(page);
    const intent = await newIntent();
    await typeCard(frame, '4000000000000002');
    expect(await pay(page, intent.secret)).toEqual({
      code: 'card_declined',
      message: 'Your card was declined.',
    });
    await typeCard(frame, '4242424242424242');
    expect(await pay(page, intent.secret)).toEqual({ status: 'succeeded' });
  });

  it.each([
    ['Complete authentication', { status: 'succeeded' }, 'succeeded'],
    ['Fail authentication', { code: 'payment_intent_authentication_failure' }, 'requires_payment_method'],
    ['Close', { code: 'payment_intent_authentication_failure' }, 'requires_payment_method'],
  ])('shows 3-D Secure over everything: %s', async (button, outcome, status) => {
    await openPage(`${PAGE}<div style="position:fixed;inset:0;z-index:2147483600"></div>`);
    const frame = await mountCard(page);
    const intent = await newIntent();
    await typeCard(frame, '4000000000003220');
    const paying = pay(page, intent.secret);
    await challengeFrame(page).getByRole('button', { name: button, exact: true }).click();
    expect(await paying).toMatchObject(outcome);
    expect((await stateOf(intent.id)).status).toBe(status);
    expect(await page.locator('iframe[title="3D Secure authentication"]').count()).toBe(0);
  });

  it('refuses any card that is not a test card, and keeps its number nowhere', async () => {
    await openPage(PAGE);
    const frame = await mountCard(page);
    const intent = await newIntent();
    await typeCard(frame, REAL_LOOKING);
    const refused = await pay(page, intent.secret);
    expect(refused).toMatchObject({
      code: 'card_declined',
      message: expect.stringContaining('non test card'),
    });
    expect(JSON.stringify(refused)).not.toContain(REAL_LOOKING);
    expect((await stateOf(intent.id)).latest_charge).toBeNull();
  });

  it('says that the currency differs, before any attempt', async () => {
    await openPage(PAGE);
    const frame = await mountCard(page, { currency: 'eur' });
    const intent = await newIntent();
    await typeCard(frame, '4242424242424242');
    expect(await pay(page, intent.secret)).toMatchObject({
      message: 'The provided currency (eur) does not match the expected currency (usd).',
    });
    expect((await stateOf(intent.id)).last_payment_error).toBeNull();
  });

  it('goes back to the page when it asks for a redirect', async () => {
    await openPage(PAGE);
    const frame = await mountCard(page);
    const intent = await newIntent();
    await typeCard(frame, '4242424242424242');
    const back = `${new URL(page.url()).origin}/back`;
    void pay(page, intent.secret, { redirect: 'always', confirmParams: { return_url: back } }).catch(
      () => null,
    );
    await page.waitForURL(/\/back\?/);
    const query = new URL(page.url()).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      payment_intent: intent.id,
      payment_intent_client_secret: intent.secret,
      redirect_status: 'succeeded',
    });
  });
});

describe('where an element may live', () => {
  it('refuses a shadow root in Stripe’s words', async () => {
    await openPage('<div id="host"></div>');
    const thrown = await page.evaluate(async (key) => {
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

  it('works in a light child that a shadow root shows through a slot', async () => {
    await openPage('<div id="host"><div slot="pay" id="pay"></div></div>');
    await page.evaluate(() => {
      const root = document.querySelector('#host')?.attachShadow({ mode: 'open' });
      if (root) root.innerHTML = '<section><slot name="pay"></slot></section>';
    });
    const frame = await mountCard(page);
    const intent = await newIntent();
    await typeCard(frame, '4242424242424242');
    expect(await pay(page, intent.secret)).toEqual({ status: 'succeeded' });
  });

  it('is ready again, and empty, after the page moved it', async () => {
    await openPage(`${PAGE}<div id="elsewhere"></div>`);
    const frame = await mountCard(page);
    await typeCard(frame, '4242424242424242');
    await page.evaluate(() => {
      const child = document.querySelector('#pay');
      if (child) document.querySelector('#elsewhere')?.append(child);
      window.heard = [];
    });
    await expect.poll(async () => (await heard(page)).map(([type]) => type)).toContain('ready');
    expect(await cardFrame(page).getByLabel('Card number').inputValue()).toBe('');
  });

  it('tells that the frame did not load when the policy of the page blocks it', async () => {
    const policy = "frame-src 'none'";
    await openPage(PAGE, { headers: { 'content-security-policy': policy } });
    await page.clock.install();
    await mountCard(page);
    await page.clock.fastForward(11_000);
    await expect
      .poll(async () => (await heard(page)).find(([type]) => type === 'loaderror'))
      .toEqual([
        'loaderror',
        { elementType: 'payment', error: expect.objectContaining({ type: 'api_connection_error' }) },
      ]);
  });

  it('tells that the account takes no cards', async () => {
    await sandbox.control('accounts/capability', { account: ADA, cardPayments: 'restricted' });
    await openPage(PAGE);
    await mountCard(page);
    await expect.poll(async () => (await heard(page)).map(([type]) => type)).toContain('loaderror');
    await sandbox.control('accounts/capability', { account: ADA, cardPayments: 'active' });
  });
});
