import { endSubscription } from '../billing/subscriptions';
import { formatCustomer, formatDeletedCustomer, formatKnownCustomer } from '../customers/mails';
import { integer, optional, parameters, required, text } from '../wire/parameters';
import { invalidParameter, missingResource } from '../wire/refusal';
import { by, resource } from './resource';
import { route, type Route } from './route';

const customers = resource('customer', {
  address: '/v1/customers',
  called: 'customer',
  param: 'id',
  format: formatKnownCustomer,
});

/** Stripe's search finds a new customer only after up to a minute. */
const searchableAfter = 60;

/** The one query that is supported: `email:"…"`, with a backslash before a quote and before a backslash. */
const emailQuery = /^email:(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')$/;

const searchParams = parameters({
  query: required(text()),
  limit: optional(integer(1, 100)),
  page: optional(text()),
});

/** Capital letters make no difference here, unlike in the list. A page's name is the number of customers before it. */
const search = route('secret', 'GET /v1/customers/search', searchParams, (sandbox, { account, params }) => {
  const asked = emailQuery.exec(params.query);
  if (asked === null)
    throw invalidParameter('query', 'The sandbox supports the query email:"…" alone, and not this one.');
  const email = (asked[1] ?? asked[2] ?? '').replaceAll(/\\(.)/g, '$1').toLowerCase();
  const indexedUntil = sandbox.clock.seconds() - searchableAfter;
  const found = sandbox.store
    .all('customer')
    .filter(
      (customer) =>
        customer.account === account &&
        !customer.deleted &&
        customer.created <= indexedUntil &&
        customer.email.toLowerCase() === email,
    )
    .toReversed();
  const start = params.page === undefined ? 0 : Number(params.page);
  if (!Number.isSafeInteger(start) || start < 0)
    throw invalidParameter('page', `Invalid page: ${params.page ?? ''}`);
  const end = start + (params.limit ?? 10);
  return {
    object: 'search_result',
    url: '/v1/customers/search',
    has_more: end < found.length,
    next_page: end < found.length ? String(end) : null,
    data: found.slice(start, end).map((customer) => formatCustomer(sandbox, customer)),
  };
});

/** Deleting a customer cancels their subscriptions at once. */
const remove = route('secret', 'DELETE /v1/customers/:id', parameters({}), (sandbox, { account, id }) => {
  const customer = customers.find(sandbox, account, id);
  if (customer.deleted) throw missingResource('customer', id, 'id');
  const object = formatCustomer(sandbox, customer);
  for (const subscription of sandbox.store.all('subscription'))
    if (subscription.customer === id && subscription.status !== 'canceled')
      endSubscription(sandbox, subscription, { reason: 'cancellation_requested' });
  sandbox.store.put('customer', { ...customer, deleted: true });
  sandbox.emit({ account, type: 'customer.deleted', object });
  return formatDeletedCustomer(customer);
});

export const customerRoutes: readonly Route[] = [
  customers.list(
    // The address is compared as it was written, with its capital letters.
    { email: by(text(512), (customer) => customer.email) },
    { shows: (customer) => !customer.deleted },
  ),
  search,
  customers.retrieve,
  remove,
];
