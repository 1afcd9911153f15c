import { emitChange } from '../billing/records';
import { endSubscription } from '../billing/subscriptions';
import { formatCustomer, formatDeletedCustomer, formatKnownCustomer } from '../customers/mails';
import { mergeMetadata } from '../payments/intents';
import type { CustomerEntity } from '../state/billing-entities';
import * as p from '../wire/parameters';
import { integer, optional, parameters, required, text } from '../wire/parameters';
import { invalidParameter, missingResource } from '../wire/refusal';
import { email } from './payment-intents';
import { by, resource, route, type Route } from './resource';
import { takeTestClock } from './test-clocks';

const customers = resource('customer', {
  address: '/v1/customers',
  called: 'customer',
  param: 'id',
  format: formatKnownCustomer,
});

const createParams = parameters({
  email: optional(email),
  name: optional(text(256)),
  description: optional(text()),
  metadata: optional(p.metadata),
  test_clock: optional(text()),
});

const create = route('secret', 'POST /v1/customers', createParams, (sandbox, { account, params }) => {
  const customer: CustomerEntity = {
    id: sandbox.ids.next('cus'),
    account,
    created: sandbox.clock.seconds(),
    email: params.email ?? '',
    name: params.name ?? null,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata ?? null),
    country: null,
    postalCode: null,
    currency: '',
    balance: 0,
    invoices: 0,
    deleted: false,
    ...(params.test_clock !== undefined && {
      testClock: takeTestClock(sandbox, account, params.test_clock),
    }),
  };
  sandbox.store.put('customer', customer);
  const object = formatCustomer(sandbox, customer);
  sandbox.emit({ account, type: 'customer.created', object });
  return object;
});

const updateParams = parameters({
  email: optional(p.unsettable(email)),
  name: optional(p.unsettable(text(256))),
  description: optional(p.unsettable(text())),
  metadata: optional(p.unsettable(p.metadata)),
});

const update = route(
  'secret',
  'POST /v1/customers/:id',
  updateParams,
  (sandbox, { account, id, params: { metadata, ...given } }) => {
    const before = customers.find(sandbox, account, id);
    if (before.deleted) throw missingResource('customer', id, 'id');
    const after: CustomerEntity = {
      ...before,
      ...given,
      email: (given.email === undefined ? before.email : given.email) ?? '',
      metadata:
        metadata === undefined ? (before.metadata ?? {}) : mergeMetadata(before.metadata ?? {}, metadata),
    };
    const old = formatCustomer(sandbox, before);
    sandbox.store.put('customer', after);
    const object = formatCustomer(sandbox, after);
    emitChange(sandbox, { account, type: 'customer.updated', object }, old);
    return object;
  },
);

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
    {
      email: by(text(512), (customer) => customer.email),
      test_clock: by(text(), (customer) => customer.testClock),
    },
    // Customers of a test clock are listed only when that clock is named.
    { shows: ({ deleted, testClock }, { test_clock: asked }) => !deleted && testClock === asked },
  ),
  search,
  create,
  customers.retrieve,
  update,
  remove,
];
