import { formatCheckoutSession } from '../paying/checkout-session';
import { createSession, expireSession } from '../paying/checkout';
import { checkShareCountry, mergeMetadata } from '../payments/intents';
import type { Sandbox } from '../state/sandbox';
import type { PriceEntity, ProductEntity, SubscriptionPlan } from '../state/billing-entities';
import * as p from '../wire/parameters';
import { invalidParameter, missingParameter, refused } from '../wire/refusal';
import { allowedTypes, descriptorSuffix, email, knownCustomer, removedTypes } from './payment-intents';
import { prices, products, recurring } from './products';
import { by, resource, route, type Route } from './resource';
import { percent } from './subscriptions';

/** The hosted page's languages in Stripe. The sandbox's own page has English and German. */
const LOCALES = [
  'auto',
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'en-GB',
  'es',
  'es-419',
  'et',
  'fi',
  'fil',
  'fr',
  'fr-CA',
  'hr',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'ms',
  'mt',
  'nb',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sk',
  'sl',
  'sv',
  'th',
  'tr',
  'vi',
  'zh',
  'zh-HK',
  'zh-TW',
] as const;

/** `subscription_data` of a session. */
const subscriptionData = p.object({
  application_fee_percent: p.optional(percent),
  billing_mode: p.optional(p.object({ type: p.required(p.oneOf('flexible')) })),
  description: p.optional(p.text(500)),
  invoice_settings: p.optional(p.object({ footer: p.optional(p.text(5000)) })),
  metadata: p.optional(p.metadata),
});

interface Asked extends Sold {
  readonly message: string | undefined;
  readonly data: ReturnType<typeof subscriptionData> | undefined;
  readonly quantity: number;
  readonly hasIntentData: boolean;
}

/** What a session of `mode: 'subscription'` sells. */
function planOf(sandbox: Sandbox, account: string, asked: Asked): SubscriptionPlan {
  if (asked.hasIntentData)
    throw invalidParameter(
      'payment_intent_data',
      'You can not pass `payment_intent_data` in `subscription` mode.',
    );
  if (asked.interval === null) throw missingParameter('line_items[0][price_data][recurring]');
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
    product: asked.product?.id ?? null,
    ...(asked.price !== null && { price: asked.price }),
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
function checkPaymentMode(asked: Asked): void {
  if (asked.data !== undefined)
    throw invalidParameter(
      'subscription_data',
      'You can only pass `subscription_data` in `subscription` mode.',
    );
  if (asked.interval !== null)
    throw invalidParameter(
      'line_items',
      'You must provide one-time prices in `payment` mode. Use `subscription` mode for recurring prices.',
    );
}

const returnAddress: p.Reader<string> = (value, param) => {
  const url = p.text(5000)(value, param);
  if (!/^https?:\/\//.test(url) || !URL.canParse(url.replaceAll('{CHECKOUT_SESSION_ID}', 'x')))
    throw invalidParameter(param, 'Not a valid URL', 'url_invalid');
  return url;
};

const lineItem = p.object({
  quantity: p.optional(p.integer(1)),
  price: p.optional(p.text()),
  price_data: p.optional(
    p.object({
      currency: p.required(p.text(3)),
      unit_amount: p.required(p.integer(0)),
      product: p.optional(p.text()),
      product_data: p.optional(
        p.object({ name: p.required(p.text(250)), description: p.optional(p.text()) }),
      ),
      recurring: p.optional(recurring),
    }),
  ),
});

/** What the one line of a session sells. */
interface Sold {
  /** One that was made before; null = it is described inline. */
  readonly price: string | null;
  readonly product: ProductEntity | undefined;
  readonly name: string;
  readonly detail: string | null;
  readonly currency: string;
  readonly unitAmount: number;
  readonly interval: PriceEntity['interval'];
}

function soldBy(
  sandbox: Sandbox,
  account: string,
  { price, price_data: given }: ReturnType<typeof lineItem>,
): Sold {
  if ((price === undefined) === (given === undefined)) throw missingParameter('line_items[0][price]');
  if (given === undefined) {
    const { id, active, ...found } = prices.find(sandbox, account, price ?? '', 'line_items[0][price]');
    if (active !== true)
      throw invalidParameter(
        'line_items[0][price]',
        `The price specified is inactive. This field only accepts active prices.`,
      );
    const product = sandbox.store.get('product', found.product);
    const detail = product?.description ?? null;
    return { ...found, price: id, product, name: product?.name ?? '', detail };
  }
  const { product: known, product_data: inline, recurring: every, currency } = given;
  if ((known === undefined) === (inline === undefined))
    throw missingParameter('line_items[0][price_data][product_data]');
  const product =
    known === undefined
      ? undefined
      : products.find(sandbox, account, known, 'line_items[0][price_data][product]');
  return {
    price: null,
    product,
    name: product?.name ?? inline?.name ?? '',
    detail: product?.description ?? inline?.description ?? null,
    currency,
    unitAmount: given.unit_amount,
    interval: every?.interval ?? null,
  };
}

const createParams = p.parameters({
  mode: p.required(p.oneOf('payment', 'subscription')),
  ui_mode: p.optional(p.oneOf('elements', 'embedded_page', 'form', 'hosted_page')),
  line_items: p.required(p.list(lineItem)),
  adaptive_pricing: p.optional(p.object({ enabled: p.optional(p.flag) })),
  success_url: p.required(returnAddress),
  cancel_url: p.optional(returnAddress),
  client_reference_id: p.optional(p.text(200)),
  customer: p.optional(p.text()),
  customer_email: p.optional(email),
  expires_at: p.optional(p.integer()),
  allowed_payment_method_types: p.optional(allowedTypes),
  payment_method_types: p.optional(removedTypes),
  locale: p.optional(p.oneOf(...LOCALES)),
  submit_type: p.optional(p.oneOf('auto', 'book', 'donate', 'pay', 'subscribe')),
  custom_text: p.optional(p.object({ submit: p.optional(p.object({ message: p.required(p.text(1200)) })) })),
  subscription_data: p.optional(subscriptionData),
  metadata: p.optional(p.metadata),
  payment_intent_data: p.optional(
    p.object({
      metadata: p.optional(p.metadata),
      application_fee_amount: p.optional(p.integer(0)),
      description: p.optional(p.text()),
      receipt_email: p.optional(email),
      statement_descriptor_suffix: p.optional(descriptorSuffix),
    }),
  ),
});

const create = route('secret', 'POST /v1/checkout/sessions', createParams, (sandbox, { account, params }) => {
  if ((params.ui_mode ?? 'hosted_page') !== 'hosted_page')
    throw refused(
      `The sandbox supports only hosted pages; ui_mode ${params.ui_mode ?? ''} is not supported.`,
      undefined,
      'ui_mode',
    );
  const adaptive = params.adaptive_pricing?.enabled;
  if (adaptive === true && params.mode === 'subscription')
    throw refused(
      'The sandbox does not support adaptive pricing in `subscription` mode.',
      undefined,
      'adaptive_pricing[enabled]',
    );
  const [item, ...others] = params.line_items;
  if (!item || others.length > 0)
    throw invalidParameter('line_items', 'The sandbox supports only sessions with exactly one line item.');
  const intent = params.payment_intent_data;
  const sold = soldBy(sandbox, account, item);
  const asked = {
    ...sold,
    message: params.custom_text?.submit?.message,
    data: params.subscription_data,
    quantity: item.quantity ?? 1,
    hasIntentData: intent !== undefined,
  };
  if (params.mode === 'payment') checkPaymentMode(asked);
  const plan = params.mode === 'payment' ? null : planOf(sandbox, account, asked);
  const payer = knownCustomer(sandbox, account, params.customer);
  if (payer !== undefined && params.customer_email !== undefined)
    throw invalidParameter(
      'customer',
      'You may only specify one of these parameters: customer, customer_email.',
      'parameters_exclusive',
    );
  const session = createSession(sandbox, {
    account,
    name: sold.name,
    detail: sold.detail,
    unitAmount: sold.unitAmount,
    quantity: asked.quantity,
    currency: sold.currency,
    successUrl: params.success_url,
    cancelUrl: params.cancel_url ?? null,
    clientReferenceId: params.client_reference_id ?? null,
    customerEmail: params.customer_email ?? null,
    ...(payer !== undefined && { payer }),
    locale: params.locale ?? null,
    submitType: params.submit_type ?? null,
    allowedTypes: params.allowed_payment_method_types ?? null,
    metadata: mergeMetadata({}, params.metadata ?? null),
    intentMetadata: mergeMetadata({}, intent?.metadata ?? null),
    intentDescription: intent?.description ?? null,
    intentReceiptEmail: intent?.receipt_email ?? null,
    intentDescriptorSuffix: intent?.statement_descriptor_suffix ?? null,
    applicationFeeAmount: intent?.application_fee_amount ?? null,
    expiresAt: params.expires_at ?? null,
    ...(plan && { plan }),
    ...(adaptive !== undefined && { adaptivePricing: adaptive }),
  });
  return formatCheckoutSession(sandbox, session);
});

const sessions = resource('checkoutSession', {
  address: '/v1/checkout/sessions',
  called: 'checkout.session',
  param: 'session',
  format: formatCheckoutSession,
});

const expire = route(
  'secret',
  'POST /v1/checkout/sessions/:id/expire',
  p.parameters({}),
  (sandbox, { account, id }) => {
    const session = sessions.find(sandbox, account, id);
    if (session.status !== 'open')
      throw refused(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      );
    return formatCheckoutSession(sandbox, expireSession(sandbox, session));
  },
);

export const checkoutRoutes: readonly Route[] = [
  create,
  sessions.retrieve,
  expire,
  sessions.list({
    payment_intent: by(p.text(), (session) => session.paymentIntent),
    status: by(p.oneOf('open', 'complete', 'expired'), (session) => session.status),
  }),
];
