import type { Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js';
import type { FrameLocator, Page } from '@playwright/test';
import { ADA, PUBLISHABLE_KEY } from './open-sandbox';

declare global {
  interface Window {
    loadStripe: (key: string, options?: { stripeAccount?: string; locale?: string }) => Promise<Stripe>;
    stripe: Stripe;
    elements: StripeElements;
    payment: StripePaymentElement;
    elementEvents: [string, unknown][];
    outcome: unknown;
  }
}

export interface MountOptions {
  readonly amount?: number;
  readonly currency?: string;
  /** The ways to pay that the page allows. */
  readonly types?: string[];
  readonly locale?: string;
  readonly appearance?: object;
  readonly element?: object;
  readonly into?: string;
}

/**
 * Loads Stripe.js through the real loader and mounts a Payment Element. The page records its events in
 * `elementEvents`.
 */
export async function mountCard(page: Page, options: MountOptions = {}): Promise<FrameLocator> {
  await page.evaluate(
    async ({ key, account, given }) => {
      window.stripe = await window.loadStripe(key, { stripeAccount: account });
      window.elements = window.stripe.elements({
        mode: 'payment',
        amount: given.amount ?? 500,
        currency: given.currency ?? 'usd',
        allowedPaymentMethodTypes: given.types ?? ['card', 'link'],
        locale: (given.locale ?? 'en') as 'en',
        appearance: given.appearance ?? {},
      });
      window.payment = window.elements.create('payment', given.element ?? {});
      window.elementEvents = [];
      const hear = (type: 'ready') =>
        window.payment.on(type, (event) => void window.elementEvents.push([type, event]));
      for (const type of ['loaderstart', 'ready', 'change', 'focus', 'blur', 'escape', 'loaderror'])
        hear(type as 'ready');
      window.payment.mount(given.into ?? '#pay');
    },
    { key: PUBLISHABLE_KEY, account: ADA, given: options },
  );
  return cardFrame(page);
}

export const cardFrame = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Secure payment input frame"]');

export const challengeFrame = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="3D Secure authentication"]');

export async function typeCard(
  frame: FrameLocator,
  number: string,
  expiry = '12 / 40',
  cvc = '123',
): Promise<void> {
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiration date').fill(expiry);
  await frame.getByLabel('Security code').fill(cvc);
  await frame.getByLabel('ZIP code').fill('10001');
}

interface Outcome {
  readonly status?: string;
  readonly code?: string;
  readonly message?: string;
  readonly threw?: string;
}

/** Submits and confirms as a page does. Resolves with the status, the error, or the name of the exception. */
export function pay(page: Page, clientSecret: string, confirm: object = {}): Promise<Outcome> {
  return page.evaluate(
    async ({ secret, extra }) => {
      try {
        const checked = await window.elements.submit();
        if (checked.error) return { code: checked.error.code ?? '', message: checked.error.message ?? '' };
        const result = await window.stripe.confirmPayment({
          elements: window.elements,
          clientSecret: secret,
          redirect: 'if_required',
          ...extra,
        });
        return result.error
          ? { code: result.error.code ?? '', message: result.error.message ?? '' }
          : { status: result.paymentIntent.status };
      } catch (problem) {
        return { threw: problem instanceof Error ? `${problem.name}: ${problem.message}` : 'unknown' };
      }
    },
    { secret: clientSecret, extra: confirm },
  );
}

export const elementEvents = (page: Page): Promise<[string, unknown][]> =>
  page.evaluate(() => window.elementEvents);
