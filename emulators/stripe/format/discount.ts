import type Stripe from 'stripe';
import type { DiscountAmount, DiscountEntity } from '../state/discount-entities';

export function formatDiscount(discount: DiscountEntity): Stripe.Discount {
  return {
    id: discount.id,
    object: 'discount',
    checkout_session: null,
    customer: discount.customer,
    customer_account: null,
    end: discount.end,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon: discount.coupon, type: 'coupon' },
    start: discount.start,
    subscription: discount.subscription,
    subscription_item: null,
  } satisfies Stripe.Discount;
}

/** The same amounts as credits before tax, which Stripe lists too. */
export const formatCredits = (amounts: readonly DiscountAmount[]) =>
  amounts.map(({ amount, discount }) => ({ amount, discount, type: 'discount' as const }));
