import type Stripe from 'stripe';
import type { PriceEntity, ProductEntity } from '../state/billing-entities';
import type { Sandbox } from '../state/sandbox';

export function formatProduct(product: ProductEntity): Stripe.Product {
  return {
    id: product.id,
    object: 'product',
    active: product.active,
    created: product.created,
    default_price: null,
    description: product.description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: { ...product.metadata },
    name: product.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: product.updated,
    url: null,
  } satisfies Stripe.Product;
}

/** Decimals are texts on the wire; the SDK makes objects of them. */
export const decimal = (amount: number): Stripe.Decimal => String(amount) as unknown as Stripe.Decimal;

export function formatPrice(price: PriceEntity): Stripe.Price {
  return {
    id: price.id,
    object: 'price',
    active: price.active ?? false,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: price.lookupKey ?? null,
    metadata: {},
    nickname: null,
    product: price.product,
    recurring: price.interval && {
      interval: price.interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: price.interval === null ? 'one_time' : 'recurring',
    unit_amount: price.unitAmount,
    unit_amount_decimal: decimal(price.unitAmount),
  } satisfies Stripe.Price;
}

/** The older name of a price, which items still have. */
export function formatPlan(price: PriceEntity): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active ?? false,
    amount: price.unitAmount,
    amount_decimal: decimal(price.unitAmount),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.interval ?? 'month',
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  } satisfies Stripe.Plan;
}

type NewProduct = Pick<ProductEntity, 'account' | 'name' | 'description'> &
  Partial<Pick<ProductEntity, 'active' | 'metadata'>> & { readonly id?: string };

export function newProduct({ store, ids, clock }: Sandbox, given: NewProduct): ProductEntity {
  const now = clock.seconds();
  const product: ProductEntity = {
    active: true,
    metadata: {},
    ...given,
    id: given.id ?? ids.next('prod'),
    created: now,
    updated: now,
  };
  store.put('product', product);
  return product;
}
