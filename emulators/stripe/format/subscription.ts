import type Stripe from 'stripe';
import type { Sandbox } from '../sandbox';
import type { SubscriptionEntity } from '../state/billing-entities';
import { formatPlan, formatPrice } from './catalogue';

type Feedback = Stripe.Subscription.CancellationDetails['feedback'];

function formatItem(
  { store }: Pick<Sandbox, 'store'>,
  subscription: SubscriptionEntity,
): Stripe.SubscriptionItem {
  const price = store.get('price', subscription.item.price);
  if (!price) throw new Error(`The subscription ${subscription.id} lost its price.`);
  return {
    id: subscription.item.id,
    object: 'subscription_item',
    billing_thresholds: null,
    created: subscription.created,
    current_period_end: subscription.periodEnd,
    current_period_start: subscription.periodStart,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: formatPlan(price),
    price: formatPrice(price),
    quantity: 1,
    subscription: subscription.id,
    tax_rates: [],
  } satisfies Stripe.SubscriptionItem;
}

const formatPaused = (subscription: SubscriptionEntity): Stripe.Subscription.StatusDetails['paused'] => ({
  subscription: { type: 'pause_requested' },
  transitioned_at: subscription.pausedAt ?? subscription.created,
  type: 'subscription',
});

export function formatSubscription(
  sandbox: Pick<Sandbox, 'store' | 'platform'>,
  subscription: SubscriptionEntity,
): Stripe.Subscription {
  const { id, account, pauseCollection, cancellation } = subscription;
  const price = sandbox.store.get('price', subscription.item.price);
  return {
    id,
    object: 'subscription',
    application: account === sandbox.platform ? null : 'ca_sandbox',
    application_fee_percent: subscription.applicationFeePercent,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: subscription.anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: subscription.cancelAt,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: subscription.canceledAt,
    cancellation_details: {
      comment: cancellation.comment,
      feedback: cancellation.feedback as Feedback,
      feedback_option: null,
      reason: cancellation.reason,
    },
    collection_method: 'charge_automatically',
    created: subscription.created,
    currency: price?.currency ?? '',
    customer: subscription.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: subscription.defaultMethod,
    default_source: null,
    default_tax_rates: [],
    description: subscription.description,
    discounts: [...(subscription.discounts ?? [])],
    ended_at: subscription.endedAt,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: subscription.footer,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [formatItem(sandbox, subscription)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: subscription.latestInvoice,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: { ...subscription.metadata },
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: pauseCollection && {
      behavior: pauseCollection.behavior,
      resumes_at: pauseCollection.resumesAt,
    },
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: subscription.created,
    status: subscription.status,
    ...(subscription.status === 'paused' && { status_details: { paused: formatPaused(subscription) } }),
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  } satisfies Stripe.Subscription;
}
