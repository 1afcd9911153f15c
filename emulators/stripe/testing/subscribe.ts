import type Stripe from 'stripe';
import { PUBLISHABLE_KEY } from './open-sandbox';

interface Where {
  readonly url: string;
  readonly stripe: Stripe;
}

export interface Wanted {
  readonly amount?: number;
  readonly currency?: string;
  readonly interval?: 'month' | 'year';
  readonly email?: string;
  readonly number?: string;
  readonly expiry?: readonly [month: number, year: number];
  readonly share?: number;
  readonly metadata?: Stripe.MetadataParam;
  readonly customer?: string;
}

/** A page of `mode: 'subscription'`, with the parameters of a monthly tip. */
export async function openSubscriptionPage(
  stripe: Stripe,
  on: Stripe.RequestOptions,
  wanted: Wanted = {},
): Promise<Stripe.Checkout.Session> {
  const { amount = 500, currency = 'eur', interval = 'month', share, metadata = { tip_id: 't1' } } = wanted;
  const { customer } = wanted;
  const product = await stripe.products.create({ name: 'Monthly tip for Ada' }, on);
  return stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      ui_mode: 'hosted_page',
      submit_type: 'subscribe',
      allowed_payment_method_types: ['card', 'link'],
      adaptive_pricing: { enabled: false },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency,
            unit_amount: amount,
            product: product.id,
            recurring: { interval, interval_count: 1 },
          },
        },
      ],
      subscription_data: {
        metadata,
        description: 'Monthly tip for Ada',
        billing_mode: { type: 'flexible' },
        invoice_settings: { footer: 'Stop or change it: https://busker.test/@ada/monthly' },
        ...(share !== undefined && { application_fee_percent: share }),
      },
      custom_text: { submit: { message: 'Today, then every month, until you stop.' } },
      client_reference_id: 't1',
      metadata,
      ...(customer !== undefined && { customer }),
      success_url: 'https://busker.test/t/1?cs={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://busker.test/@ada',
    },
    on,
  );
}

/** Sends a card from a page of the sandbox, as its script does. */
export async function enterCard(
  url: string,
  path: string,
  { number = '4242424242424242', expiry = [12, 2070], email = 'fan@example.com' }: Wanted = {},
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  const answer = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
    body: new URLSearchParams({
      ...(path.startsWith('/sandbox/checkout') && { email }),
      'card[number]': number,
      'card[exp_month]': String(expiry[0]),
      'card[exp_year]': String(expiry[1]),
      'card[cvc]': '123',
    }),
  });
  return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> };
}

/** A running subscription whose first payment was made on the page. Resolves with its id. */
export async function subscribe(
  { url, stripe }: Where,
  on: Stripe.RequestOptions,
  wanted: Wanted = {},
): Promise<string> {
  const page = await openSubscriptionPage(stripe, on, wanted);
  await enterCard(url, `/sandbox/checkout/${page.id}/pay`, wanted);
  const { subscription } = await stripe.checkout.sessions.retrieve(page.id, {}, on);
  if (typeof subscription !== 'string') throw new Error('The page made no subscription.');
  return subscription;
}
