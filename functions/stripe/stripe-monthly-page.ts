import type Stripe from 'stripe';
import { metadataKeys } from '../../core/tip/state/payment-snapshot';
import type { OpenCheckout } from './payments';
import { keyIn, keyOfTexts, on } from './stripe-call';
import type { MonthlyOrder, ProductOrder } from './subscriptions';
import { urlOf } from './stripe-checkout';

/** One product for all monthly tips of an owner, so that they are one line in the owner's reports. */
export async function makeProduct(
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

export async function renameProduct(
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
export async function openMonthlyPage(stripe: Stripe, order: MonthlyOrder): Promise<OpenCheckout> {
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
