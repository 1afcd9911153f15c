import type Stripe from 'stripe';
import { metadataKeys } from '../../core/tip/state/payment-snapshot';
import {
  referenceIn,
  type CheckoutOrder,
  type ListedCheckout,
  type OpenCheckout,
  type PaymentsResult,
} from './payments';
import { keyIn, on, statementSuffix, askedOf, type Asked } from './stripe-call';

/** Stripe's own payment page, for pages that cannot show a card form. */
export class StripeCheckout {
  private readonly asked: Asked;

  constructor(private readonly stripe: Stripe) {
    this.asked = askedOf(stripe);
  }

  open(order: CheckoutOrder): Promise<PaymentsResult<OpenCheckout>> {
    const { account, uid, tipId, amount, currency, applicationFee, receiptEmail } = order;
    const metadata = { [metadataKeys.tipId]: tipId, [metadataKeys.uid]: uid };
    return this.asked(async () => {
      const session = await this.stripe.checkout.sessions.create(
        {
          mode: 'payment',
          ui_mode: 'hosted_page',
          // Always sent, since the owner's setting at Stripe could show another currency, 2 to 4 % dearer than what the sheet said.
          adaptive_pricing: { enabled: order.fanCurrency },
          allowed_payment_method_types: [...order.ways],
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency,
                unit_amount: amount,
                product_data: { name: order.title, description: order.detail },
              },
            },
          ],
          payment_intent_data: {
            metadata,
            description: order.description,
            statement_descriptor_suffix: statementSuffix,
            ...(applicationFee > 0 ? { application_fee_amount: applicationFee } : {}),
            ...(receiptEmail === null ? {} : { receipt_email: receiptEmail }),
          },
          ...(receiptEmail === null ? {} : { customer_email: receiptEmail }),
          client_reference_id: tipId,
          metadata,
          success_url: order.returnUrl,
          cancel_url: order.returnUrl,
          expires_at: Math.floor(order.expiresAt / 1000),
        },
        { ...on(account), idempotencyKey: keyIn(order.keyRound, `tip:${tipId}:cs:1`) },
      );
      return { sessionId: session.id, url: urlOf(session) };
    });
  }

  read(account: string | null, sessionId: string): Promise<PaymentsResult<OpenCheckout | 'closed'>> {
    return this.asked(async () => {
      const session = await this.stripe.checkout.sessions.retrieve(sessionId, {}, on(account));
      return session.status === 'open' ? { sessionId, url: urlOf(session) } : 'closed';
    });
  }

  list(account: string | null, since: number): Promise<PaymentsResult<readonly ListedCheckout[]>> {
    return this.asked(async () => {
      const found: ListedCheckout[] = [];
      const query = { created: { gte: Math.floor(since / 1000) }, limit: 100 };
      for await (const { id, metadata } of this.stripe.checkout.sessions.list(query, on(account))) {
        found.push({ sessionId: id, reference: referenceIn(metadata) });
      }
      return found;
    });
  }

  expire(account: string | null, sessionId: string): Promise<PaymentsResult<null>> {
    return this.asked(async () => {
      await this.stripe.checkout.sessions.expire(sessionId, {}, on(account));
      return null;
    });
  }
}

export function urlOf(session: Stripe.Checkout.Session): string {
  if (session.url === null) throw new Error('Stripe answered an open hosted session without its address');
  return session.url;
}
