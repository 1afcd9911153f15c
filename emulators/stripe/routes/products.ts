import { newProduct, formatPrice, formatProduct } from '../customers/catalogue';
import { mergeMetadata } from '../payments/intents';
import type { Sandbox } from '../state/sandbox';
import type { ProductEntity } from '../state/billing-entities';
import {
  listPage,
  paging,
  flag,
  list,
  metadata,
  optional,
  parameters,
  required,
  text,
  unsettable,
} from '../wire/parameters';
import { missingResource, refused } from '../wire/refusal';
import { route, type Route } from './route';

export function findProduct(
  { store }: Sandbox,
  account: string,
  id: string,
  param = 'product',
): ProductEntity {
  const product = store.get('product', id);
  if (!product || product.account !== account) throw missingResource('product', id, param);
  return product;
}

const createParams = parameters({
  name: required(text(250)),
  id: optional(text(100)),
  active: optional(flag),
  description: optional(text()),
  metadata: optional(metadata),
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

const retrieve = route('secret', 'GET /v1/products/:id', parameters({}), (sandbox, { account, id }) =>
  formatProduct(findProduct(sandbox, account, id, 'id')),
);

const updateParams = parameters({
  name: optional(text(250)),
  active: optional(flag),
  description: optional(unsettable(text())),
  metadata: optional(unsettable(metadata)),
});

const update = route('secret', 'POST /v1/products/:id', updateParams, (sandbox, { account, id, params }) => {
  const product = findProduct(sandbox, account, id, 'id');
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

const listParams = parameters({ ...paging, active: optional(flag), ids: optional(list(text())) });

const listAll = route('secret', 'GET /v1/products', listParams, ({ store }, { account, params }) => {
  const own = store
    .all('product')
    .filter(
      (product) =>
        product.account === account &&
        (params.active === undefined || product.active === params.active) &&
        (params.ids === undefined || params.ids.includes(product.id)),
    );
  return listPage('product', '/v1/products', own, params, formatProduct);
});

const retrievePrice = route('secret', 'GET /v1/prices/:id', parameters({}), ({ store }, { account, id }) => {
  const price = store.get('price', id);
  if (!price || price.account !== account) throw missingResource('price', id, 'price');
  return formatPrice(price);
});

const priceListParams = parameters({ ...paging, active: optional(flag), product: optional(text()) });

const listPrices = route('secret', 'GET /v1/prices', priceListParams, ({ store }, { account, params }) => {
  // No price of the sandbox can be used again, so none is active.
  const own = store
    .all('price')
    .filter(
      (price) =>
        price.account === account &&
        params.active !== true &&
        (params.product === undefined || price.product === params.product),
    );
  return listPage('price', '/v1/prices', own, params, formatPrice);
});

export const productRoutes: readonly Route[] = [create, listAll, retrieve, update, listPrices, retrievePrice];
