import type { Sandbox } from '../sandbox';
import type { ProductEntity } from '../state/billing-entities';

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
