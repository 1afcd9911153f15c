import axe from 'axe-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Page } from '@playwright/test';
import { openBrowser, type OpenPage } from '../testing/open-browser';
import { ADA, openSandbox, type OpenSandbox } from '../testing/open-sandbox';
import { heard, mountCard, pay, typeCard } from '../testing/pay-page';

// A browser on a busy machine takes its time.
vi.setConfig({ testTimeout: 20_000 });

const PAGE = '<div id="pay"></div><button>After</button>';

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

async function newSecret(): Promise<string> {
  const intent = await sandbox.stripe.paymentIntents.create(
    { amount: 500, currency: 'usd', allowed_payment_method_types: ['card', 'link'] },
    { stripeAccount: ADA },
  );
  return intent.client_secret ?? '';
}

describe('the card form', () => {
  it('names every field, tells the browser what to fill in, and has no accessibility fault', async () => {
    await openPage(PAGE);
    const frame = await mountCard(page);
    const fields = [
      ['Card number', 'cc-number'],
      ['Expiration date', 'cc-exp'],
      ['Security code', 'cc-csc'],
      ['Country', 'country'],
      ['ZIP code', 'postal-code'],
    ] as const;
    for (const [label, autocomplete] of fields)
      expect(await frame.getByLabel(label).getAttribute('autocomplete')).toBe(autocomplete);
    await pay(page, await newSecret());
    const inner = page.frames().find((frame_) => frame_.url().endsWith('/frame/card'));
    await inner?.evaluate(axe.source);
    const faults = await inner?.evaluate(async () => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      return (await checker.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] })).violations.map(
        ({ id }) => id,
      );
    });
    expect(faults).toEqual([]);
  });

  it('says what is wrong with each field, and focuses the first', async () => {
    await openPage(PAGE);
    const frame = await mountCard(page);
    expect(await pay(page, 'pi_1_secret_1')).toMatchObject({ code: 'incomplete_number' });
    await expect
      .poll(() => frame.getByRole('alert').filter({ hasText: /./ }).allTextContents())
      .toHaveLength(3);
    expect(await frame.getByLabel('Card number').getAttribute('aria-invalid')).toBe('true');
    const cases = [
      ['4242424242424241', '12 / 40', '123', 'invalid_number'],
      ['4242424242424242', '13 / 40', '123', 'invalid_expiry_month'],
      ['4242424242424242', '12 / 20', '123', 'invalid_expiry_year_past'],
      ['4242424242424242', '12 / 40', '99', 'incomplete_cvc'],
      ['378282246310005', '12 / 40', '123', 'incomplete_cvc'],
    ] as const;
    for (const [number, expiry, cvc, code] of cases) {
      await typeCard(frame, number, expiry, cvc);
      expect(await pay(page, 'pi_1_secret_1')).toMatchObject({ code });
    }
  });

  it('spaces the number and the date while they are typed', async () => {
    await openPage(PAGE);
    const frame = await mountCard(page);
    await frame.getByLabel('Card number').pressSequentially('378282246310005');
    expect(await frame.getByLabel('Card number').inputValue()).toBe('3782 822463 10005');
    await frame.getByLabel('Expiration date').pressSequentially('430');
    expect(await frame.getByLabel('Expiration date').inputValue()).toBe('04 / 30');
  });

  it('speaks German when the page does', async () => {
    await openPage(PAGE);
    const frame = await mountCard(page, { locale: 'de' });
    await frame.getByLabel('Kartennummer').waitFor();
    expect(await frame.getByLabel('Ablaufdatum').getAttribute('placeholder')).toBe('MM / JJ');
  });

  it('asks for a postal code only where banks check it', async () => {
    await openPage(PAGE);
    const frame = await mountCard(page);
    await frame.getByLabel('Country').selectOption('DE');
    await expect.poll(() => frame.getByLabel('Postal code').isVisible()).toBe(false);
    await frame.getByLabel('Country').selectOption('GB');
    await expect.poll(() => frame.getByLabel('Postal code').isVisible()).toBe(true);
  });

  it('leaves out address fields on demand, and then needs them at confirmation', async () => {
    await openPage(PAGE);
    const fields = { billingDetails: { address: { country: 'never', postalCode: 'never' } } };
    const frame = await mountCard(page, { element: { fields } });
    await frame.getByRole('button', { name: 'Use a test card' }).click();
    expect(await frame.getByLabel('Country').isVisible()).toBe(false);
    const without = await pay(page, await newSecret());
    expect(without.threw).toContain('IntegrationError: You specified "never"');
    const address = { country: 'US', postal_code: '10001' };
    const confirmParams = { payment_method_data: { billing_details: { address } } };
    expect(await pay(page, await newSecret(), { confirmParams })).toEqual({ status: 'succeeded' });
  });

  it('follows the appearance and lets nothing else in', async () => {
    await openPage(PAGE);
    const frame = await mountCard(page, {
      appearance: {
        theme: 'night',
        variables: {
          colorBackground: 'rgb(1, 2, 3)',
          colorText: 'red; } body { display: none',
          wrongName: '1px',
        },
        rules: { '.Input': { borderRadius: '17px', backgroundImage: 'url(https://evil.example/x)' } },
      },
    });
    const looks = await frame.getByLabel('Card number').evaluate((box) => {
      const { backgroundColor, borderRadius, backgroundImage } = getComputedStyle(box);
      return {
        backgroundColor,
        borderRadius,
        backgroundImage,
        body: getComputedStyle(document.body).display,
      };
    });
    expect(looks).toEqual({
      backgroundColor: 'rgb(1, 2, 3)',
      borderRadius: '17px',
      backgroundImage: 'none',
      body: 'block',
    });
    expect(opened.complaints).toEqual([expect.stringContaining('wrongName')]);
  });

  it('keeps the keyboard: into the frame, through the fields, out again, and Escape is heard', async () => {
    await openPage(PAGE);
    const frame = await mountCard(page);
    await frame.getByLabel('Card number').focus();
    for (let count = 0; count < 6; count += 1) await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('After');
    await frame.getByLabel('Card number').press('Escape');
    await expect
      .poll(async () => (await heard(page)).map(([type]) => type))
      .toEqual(expect.arrayContaining(['focus', 'blur', 'escape']));
  });
});
