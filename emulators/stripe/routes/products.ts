import { newProduct, formatPrice, formatProduct } from '../customers/catalogue';
import { mergeMetadata } from '../payments/intents';
import type { ProductEntity } from '../state/billing-entities';
import * as p from '../wire/parameters';
import { refused } from '../wire/refusal';
import { by, keeping, resource } from './resource';
import { route, type Route } from './route';

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

const prices = resource('price', {
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
  prices.list({
    // No price of the sandbox can be used again, so none is active.
    active: by(p.flag, () => false),
    product: by(p.text(), (price) => price.product),
  }),
  prices.retrieve,
];
