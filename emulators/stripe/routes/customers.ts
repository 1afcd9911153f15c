import { endSubscription } from '../billing/subscriptions';
import { formatCustomer, formatDeletedCustomer } from '../format/customer';
import type { Sandbox } from '../sandbox';
import type { CustomerEntity } from '../state/billing-entities';
import { listPage, paging } from '../wire/lists';
import { optional, parameters, text } from '../wire/parameters';
import { missingResource } from '../wire/refusal';
import { route, type Route } from './route';

function findCustomer({ store }: Sandbox, account: string, id: string): CustomerEntity {
  const customer = store.get('customer', id);
  if (!customer || customer.account !== account) throw missingResource('customer', id, 'id');
  return customer;
}

const retrieve = route('secret', 'GET /v1/customers/:id', parameters({}), (sandbox, { account, id }) => {
  const customer = findCustomer(sandbox, account, id);
  return customer.deleted ? formatDeletedCustomer(customer) : formatCustomer(sandbox, customer);
});

const listParams = parameters({ ...paging, email: optional(text(512)) });

/** The address is compared as it was written, with its capital letters. */
const listAll = route('secret', 'GET /v1/customers', listParams, (sandbox, { account, params }) => {
  const own = sandbox.store
    .all('customer')
    .filter(
      (customer) =>
        customer.account === account &&
        !customer.deleted &&
        (params.email === undefined || customer.email === params.email),
    );
  return listPage('customer', '/v1/customers', own, params, (customer) => formatCustomer(sandbox, customer));
});

/** Deleting a customer cancels their subscriptions at once. */
const remove = route('secret', 'DELETE /v1/customers/:id', parameters({}), (sandbox, { account, id }) => {
  const customer = findCustomer(sandbox, account, id);
  if (customer.deleted) throw missingResource('customer', id, 'id');
  const object = formatCustomer(sandbox, customer);
  for (const subscription of sandbox.store.all('subscription'))
    if (subscription.customer === id && subscription.status !== 'canceled')
      endSubscription(sandbox, subscription, { reason: 'cancellation_requested' });
  sandbox.store.put('customer', { ...customer, deleted: true });
  sandbox.emit({ account, type: 'customer.deleted', object });
  return formatDeletedCustomer(customer);
});

export const customerRoutes: readonly Route[] = [listAll, retrieve, remove];
