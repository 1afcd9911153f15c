import { checkShareCountry, mergeMetadata } from '../payments/intents';
import type { Sandbox } from '../sandbox';
import type { SubscriptionPlan } from '../state/checkout-entities';
import { metadata, object, oneOf, optional, required, text } from '../wire/parameters';
import { invalidParameter, missingParameter } from '../wire/refusal';
import { findProduct } from './products';
import { percent } from './subscription-params';

/** `subscription_data` of a session. */
export const subscriptionData = object({
  application_fee_percent: optional(percent),
  billing_mode: optional(object({ type: required(oneOf('flexible')) })),
  description: optional(text(500)),
  invoice_settings: optional(object({ footer: optional(text(5000)) })),
  metadata: optional(metadata),
});

interface Asked {
  readonly product: string | undefined;
  readonly interval: 'month' | 'year' | undefined;
  readonly message: string | undefined;
  readonly data: ReturnType<typeof subscriptionData> | undefined;
  readonly quantity: number;
  readonly hasIntentData: boolean;
}

/** What a session of `mode: 'subscription'` sells. */
export function planOf(sandbox: Sandbox, account: string, asked: Asked): SubscriptionPlan {
  if (asked.hasIntentData)
    throw invalidParameter(
      'payment_intent_data',
      'You can not pass `payment_intent_data` in `subscription` mode.',
    );
  if (asked.interval === undefined) throw missingParameter('line_items[0][price_data][recurring]');
  if (asked.quantity !== 1)
    throw invalidParameter('line_items[0][quantity]', 'The sandbox supports only one of a recurring price.');
  const share = asked.data?.application_fee_percent;
  if (share !== undefined && account === sandbox.platform)
    throw invalidParameter(
      'subscription_data[application_fee_percent]',
      'Can only apply an application_fee_percent with a Stripe-Account header.',
    );
  if (share !== undefined) checkShareCountry(sandbox, account);
  return {
    product:
      asked.product === undefined
        ? null
        : findProduct(sandbox, account, asked.product, 'line_items[0][price_data][product]').id,
    interval: asked.interval,
    metadata: mergeMetadata({}, asked.data?.metadata ?? null),
    description: asked.data?.description ?? null,
    footer: asked.data?.invoice_settings?.footer ?? null,
    applicationFeePercent: share ?? null,
    message: asked.message ?? null,
    made: null,
  };
}

/** The other half of the modes: what only a payment or only a subscription may have. */
export function checkPaymentMode(asked: Asked): void {
  if (asked.data !== undefined)
    throw invalidParameter(
      'subscription_data',
      'You can only pass `subscription_data` in `subscription` mode.',
    );
  if (asked.interval !== undefined)
    throw invalidParameter(
      'line_items',
      'You must provide one-time prices in `payment` mode. Use `subscription` mode for recurring prices.',
    );
}
