import { testClockOf } from '../billing/invoices';
import { formatSubscription, updateSubscription } from '../billing/records';
import {
  changeMethod,
  changePrice,
  endSubscription,
  newPrice,
  pauseCollection,
  stopLater,
} from '../billing/subscriptions';
import { mergeMetadata } from '../payments/intents';
import { takePaymentMethod } from '../payments/payment-methods';
import { MAXIMUM, checkCurrency } from '../reference/amounts';
import type { SubscriptionEntity } from '../state/billing-entities';
import type { Sandbox } from '../state/sandbox';
import * as p from '../wire/parameters';
import { invalidParameter, missingResource, refused } from '../wire/refusal';
import { products, recurring } from './products';
import { by, keeping, resource, route, type Route } from './resource';

/** A percentage with at most two decimals, which Stripe wants above 0 and at most 100. */
export const percent: p.Reader<number> = (value, param) => {
  const given = typeof value === 'number' ? String(value) : value;
  const number =
    typeof given === 'string' && /^\d{1,3}(\.\d{1,2})?$/.test(given) ? Number(given) : Number.NaN;
  if (!(number >= 0 && number <= 100))
    throw invalidParameter(
      param,
      `Invalid decimal: ${JSON.stringify(value)}; must have at most two decimals.`,
    );
  return number;
};

const recurringPrice = { currency: p.required(p.text(3)), unit_amount: p.required(p.integer(0)) };

const feedback = p.oneOf(
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
);

const cancellationDetails = p.object({
  comment: p.optional(p.unsettable(p.text())),
  feedback: p.optional(p.unsettable(feedback)),
});

const item = p.object({
  id: p.required(p.text()),
  price_data: p.optional(
    p.object({ ...recurringPrice, product: p.required(p.text()), recurring: p.required(recurring) }),
  ),
});

const updateParams = p.parameters({
  application_fee_percent: p.optional(p.unsettable(percent)),
  billing_cycle_anchor: p.optional(p.object({ type: p.required(p.oneOf('unchanged')) })),
  cancel_at: p.optional(p.unsettable(p.integer(0))),
  cancel_at_period_end: p.optional(p.flag),
  cancellation_details: p.optional(cancellationDetails),
  default_payment_method: p.optional(p.text()),
  description: p.optional(p.unsettable(p.text(500))),
  items: p.optional(p.list(item)),
  metadata: p.optional(p.unsettable(p.metadata)),
  pause_collection: p.optional(
    p.unsettable(
      p.object({
        behavior: p.required(p.oneOf('keep_as_draft', 'mark_uncollectible', 'void')),
        resumes_at: p.optional(p.integer(0)),
      }),
    ),
  ),
  proration_behavior: p.optional(p.oneOf('none', 'create_prorations', 'always_invoice')),
});

const cancelParams = p.parameters({
  cancellation_details: p.optional(cancellationDetails),
  invoice_now: p.optional(p.flag),
  prorate: p.optional(p.flag),
});

type Update = ReturnType<typeof updateParams.read>;

const subscriptions = resource('subscription', {
  address: '/v1/subscriptions',
  called: 'subscription',
  param: 'id',
  format: formatSubscription,
});

const statuses = p.oneOf(
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
);

function hasStatus({ status }: SubscriptionEntity, wanted: string): boolean {
  if (wanted === 'all') return true;
  return status === (wanted === 'ended' ? 'canceled' : wanted);
}

const ONLY_ON_CANCELED = ['cancellation_details', 'metadata'];

function checkChangeable(subscription: SubscriptionEntity, params: Update): void {
  if (subscription.status !== 'canceled') return;
  if (Object.keys(params).some((name) => !ONLY_ON_CANCELED.includes(name)))
    throw refused('A canceled subscription can only update its cancellation_details and metadata.');
}

/** The new price of the one item. The currency and the interval stay, and nothing is prorated. */
function withItems(sandbox: Sandbox, before: SubscriptionEntity, params: Update): SubscriptionEntity {
  const [item, ...others] = params.items ?? [];
  if (!item) return before;
  if (others.length > 0 || item.id !== before.item.id)
    throw missingResource('subscription item', others[0]?.id ?? item.id, 'items[0][id]');
  if (!item.price_data) return before;
  const { product, recurring, unit_amount: unitAmount } = item.price_data;
  const currency = checkCurrency(item.price_data.currency);
  const old = sandbox.store.get('price', before.item.price);
  if (old && currency !== old.currency)
    throw invalidParameter(
      'items[0][price_data][currency]',
      `The price specified only supports \`${currency}\`. This doesn't match the expected currency: \`${old.currency}\`.`,
    );
  if (old && recurring.interval !== old.interval)
    throw invalidParameter(
      'items[0][price_data][recurring][interval]',
      'The sandbox does not support another interval for a running subscription.',
    );
  if (unitAmount > MAXIMUM)
    throw invalidParameter('items[0][price_data][unit_amount]', 'Invalid amount', 'amount_too_large');
  if (params.proration_behavior !== 'none')
    throw invalidParameter(
      'proration_behavior',
      'The sandbox does not prorate. Send proration_behavior: none with another price.',
    );
  const { account } = before;
  products.find(sandbox, account, product, 'items[0][price_data][product]');
  const price = newPrice(sandbox, { account, product, currency, unitAmount, interval: recurring.interval });
  return changePrice(sandbox, before, price);
}

/** Texts, metadata and the platform's share. */
function withFields(sandbox: Sandbox, before: SubscriptionEntity, params: Update): SubscriptionEntity {
  const { cancellation_details: details, application_fee_percent: share } = params;
  if (share !== undefined && before.account === sandbox.platform)
    throw invalidParameter('application_fee_percent', 'Can only be set on a connected account.');
  return updateSubscription(sandbox, before, {
    ...(share !== undefined && { applicationFeePercent: share }),
    ...(params.description !== undefined && { description: params.description }),
    ...(params.metadata !== undefined && { metadata: mergeMetadata(before.metadata, params.metadata) }),
    ...(details && { cancellation: { ...before.cancellation, ...details } }),
  });
}

function withStop(sandbox: Sandbox, before: SubscriptionEntity, params: Update): SubscriptionEntity {
  const { cancel_at_period_end: atEnd, cancel_at: at } = params;
  if (atEnd !== undefined && at !== undefined)
    throw invalidParameter(
      'cancel_at',
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
      'parameters_exclusive',
    );
  if (at != null) {
    if (at <= sandbox.clock.seconds())
      throw invalidParameter('cancel_at', 'The timestamp must be in the future.');
    return stopLater(sandbox, before, at);
  }
  if (atEnd === true) return stopLater(sandbox, before, 'period-end');
  const keeps = at === null || atEnd === false;
  return keeps && before.cancelAt !== null ? stopLater(sandbox, before, null) : before;
}

const update = route(
  'secret',
  'POST /v1/subscriptions/:id',
  updateParams,
  (sandbox, { account, id, params }) => {
    const before = subscriptions.find(sandbox, account, id);
    checkChangeable(before, params);
    let after = withFields(sandbox, before, params);
    after = withItems(sandbox, after, params);
    after = withStop(sandbox, after, params);
    const { pause_collection: pause, default_payment_method: method } = params;
    if (pause !== undefined)
      after = pauseCollection(
        sandbox,
        after,
        pause && { behavior: pause.behavior, resumesAt: pause.resumes_at ?? null },
      );
    if (method !== undefined)
      after = changeMethod(sandbox, after, takePaymentMethod(sandbox, account, method).id);
    return formatSubscription(sandbox, after);
  },
);

const cancel = route(
  'secret',
  'DELETE /v1/subscriptions/:id',
  cancelParams,
  (sandbox, { account, id, params }) => {
    const before = subscriptions.find(sandbox, account, id);
    if (before.status === 'canceled') throw missingResource('subscription', id, 'id');
    if (params.prorate === true)
      throw invalidParameter('prorate', 'The sandbox does not prorate. Send prorate: false.');
    const details = params.cancellation_details ?? {};
    const ended = endSubscription(sandbox, before, { ...details, reason: 'cancellation_requested' });
    return formatSubscription(sandbox, ended);
  },
);

export const subscriptionRoutes: readonly Route[] = [
  subscriptions.list(
    {
      customer: by(p.text(), (subscription) => subscription.customer),
      price: by(p.text(), (subscription) => subscription.item.price),
      status: keeping(statuses, hasStatus),
      test_clock: keeping(p.text(), ({ id }, clock, sandbox) => testClockOf(sandbox, id) === clock),
    },
    // Without a status, Stripe leaves out what has been canceled.
    { shows: (subscription, { status }) => status !== undefined || subscription.status !== 'canceled' },
  ),
  subscriptions.retrieve,
  update,
  cancel,
];
