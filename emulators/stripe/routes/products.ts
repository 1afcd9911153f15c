import { newPrice } from '../billing/subscriptions';
import { newProduct, formatPrice, formatProduct } from '../customers/catalogue';
import { mergeMetadata } from '../payments/intents';
import { MAXIMUM, checkCurrency } from '../reference/amounts';
import type { ProductEntity } from '../state/billing-entities';
import * as p from '../wire/parameters';
import { invalidParameter, missingParameter, refused } from '../wire/refusal';
import { by, keeping, resource, route, type Route } from './resource';

export const products = resource('product', {
  address: '/v1/products',
  called: 'product',
  param: 'id',
  format: (_, product) => formatProduct(product),
});

const createParams = p.parameters({
  name: p.required(p.text(250)),
  id: p.optional(p.text(100)),
  active: p.optional(p.flag),
  description: p.optional(p.text()),
  metadata: p.optional(p.metadata),
});

const create = route('secret', 'POST /v1/products', createParams, (sandbox, { account, params }) => {
  if (params.id !== undefined && sandbox.store.get('product', params.id))
    throw refused('Product already exists.', 'resource_already_exists', 'id');
  const product = newProduct(sandbox, {
    account,
    name: params.name,
    description: params.description ?? null,
    active: params.active ?? true,
    metadata: mergeMetadata({}, params.metadata ?? null),
    ...(params.id !== undefined && { id: params.id }),
  });
  return formatProduct(product);
});

const updateParams = p.parameters({
  name: p.optional(p.text(250)),
  active: p.optional(p.flag),
  description: p.optional(p.unsettable(p.text())),
  metadata: p.optional(p.unsettable(p.metadata)),
});

const update = route('secret', 'POST /v1/products/:id', updateParams, (sandbox, { account, id, params }) => {
  const product = products.find(sandbox, account, id);
  const changed: ProductEntity = {
    ...product,
    name: params.name ?? product.name,
    active: params.active ?? product.active,
    description: params.description === undefined ? product.description : params.description,
    metadata:
      params.metadata === undefined ? product.metadata : mergeMetadata(product.metadata, params.metadata),
    updated: sandbox.clock.seconds(),
  };
  sandbox.store.put('product', changed);
  return formatProduct(changed);
});

export const recurring = p.object({
  interval: p.required(p.oneOf('month', 'year')),
  interval_count: p.optional(oneCount),
});

/** The sandbox bills every month or every year. */
function oneCount(value: Parameters<p.Reader<number>>[0], param: string): number {
  const count = p.integer(1)(value, param);
  if (count !== 1) throw invalidParameter(param, 'The sandbox supports only an interval_count of 1.');
  return count;
}

const priceParams = p.parameters({
  currency: p.required(p.text(3)),
  unit_amount: p.required(p.integer(0, MAXIMUM)),
  product: p.optional(p.text()),
  product_data: p.optional(p.object({ name: p.required(p.text(250)), active: p.optional(p.flag) })),
  recurring: p.optional(recurring),
  active: p.optional(p.flag),
  lookup_key: p.optional(p.text(200)),
});

const createPrice = route('secret', 'POST /v1/prices', priceParams, (sandbox, { account, params }) => {
  const { product, product_data: inline, lookup_key: lookupKey = null } = params;
  if (product !== undefined && inline !== undefined)
    throw invalidParameter('product', 'You may only specify one of these parameters: product, product_data.');
  const sold =
    product === undefined
      ? inline && newProduct(sandbox, { account, description: null, ...inline })
      : products.find(sandbox, account, product, 'product');
  if (!sold) throw missingParameter('product');
  const holder = sandbox.store
    .all('price')
    .find((price) => price.account === account && price.lookupKey === lookupKey);
  if (lookupKey !== null && holder)
    throw refused(
      `A price (\`${holder.id}\`) already uses that lookup key.`,
      'resource_already_exists',
      'lookup_key',
    );
  const price = newPrice(sandbox, {
    account,
    product: sold.id,
    currency: checkCurrency(params.currency),
    unitAmount: params.unit_amount,
    interval: params.recurring?.interval ?? null,
    active: params.active ?? true,
    lookupKey,
  });
  return formatPrice(price);
});

export const prices = resource('price', {
  address: '/v1/prices',
  called: 'price',
  param: 'price',
  format: (_, price) => formatPrice(price),
});

export const productRoutes: readonly Route[] = [
  create,
  products.list({
    active: by(p.flag, (product) => product.active),
    ids: keeping(p.list(p.text()), (product, ids) => ids.includes(product.id)),
  }),
  products.retrieve,
  update,
  createPrice,
  prices.list({
    active: by(p.flag, (price) => price.active ?? false),
    lookup_keys: keeping(p.list(p.text()), (price, keys) => keys.includes(price.lookupKey ?? '')),
    product: by(p.text(), (price) => price.product),
  }),
  prices.retrieve,
];
