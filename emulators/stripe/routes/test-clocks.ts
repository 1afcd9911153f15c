import { endSubscription } from '../billing/subscriptions';
import { formatTestClock, inTestClock, monthsLater } from '../billing/invoices';
import { performBilling } from '../renewals/renew';
import type { TestClockEntity } from '../state/payment-entities';
import type { JobEntity, Sandbox } from '../state/sandbox';
import { integer, optional, pagesWithoutCreated, parameters, required, text } from '../wire/parameters';
import { refused } from '../wire/refusal';
import { resource, route, type Route } from './resource';

const clocks = resource('testClock', {
  address: '/v1/test_helpers/test_clocks',
  called: 'billing clock',
  param: 'test_clock',
  format: (_, clock) => formatTestClock(clock),
});

function emit(sandbox: Sandbox, type: string, clock: TestClockEntity, towards: number | null = null): void {
  const object = formatTestClock(clock, towards);
  sandbox.emit({ account: clock.account, type: `test_helpers.test_clock.${type}`, object });
}

const createParams = parameters({ frozen_time: required(integer(0)), name: optional(text(300)) });

const create = route(
  'secret',
  'POST /v1/test_helpers/test_clocks',
  createParams,
  (sandbox, { account, params }) => {
    const clock: TestClockEntity = {
      id: sandbox.ids.next('clock'),
      account,
      created: sandbox.clock.seconds(),
      name: params.name ?? null,
      frozenAt: params.frozen_time * 1000,
    };
    sandbox.store.put('testClock', clock);
    emit(sandbox, 'created', clock);
    return formatTestClock(clock);
  },
);

const customersOf = ({ store }: Sandbox, id: string) =>
  store.all('customer').filter(({ testClock, deleted }) => testClock === id && !deleted);

const subscriptionsOf = (sandbox: Sandbox, id: string) => {
  const ids = new Set(customersOf(sandbox, id).map((customer) => customer.id));
  return sandbox.store
    .all('subscription')
    .filter(({ customer, status }) => ids.has(customer) && status !== 'canceled');
};

/** Two intervals of the shortest subscription, or two years where there is none. */
function latest(sandbox: Sandbox, clock: TestClockEntity): number {
  const intervals = subscriptionsOf(sandbox, clock.id).map(
    ({ item }) => sandbox.store.get('price', item.price)?.interval,
  );
  return monthsLater(clock.frozenAt, intervals.includes('month') ? 2 : 24);
}

const planned = ({ store }: Sandbox, id: string, until = Number.POSITIVE_INFINITY): readonly JobEntity[] =>
  store
    .all('job')
    .filter(({ testClock, dueAt }) => testClock === id && dueAt <= until)
    .toSorted((a, b) => a.dueAt - b.dueAt);

const advance = route(
  'secret',
  'POST /v1/test_helpers/test_clocks/:id/advance',
  parameters({ frozen_time: required(integer(0)) }),
  (sandbox, { account, id, params }) => {
    const { store } = sandbox;
    const before = clocks.find(sandbox, account, id);
    const until = params.frozen_time * 1000;
    const refuse = (why: string) => refused(why, undefined, 'frozen_time');
    if (until <= before.frozenAt)
      throw refuse('The frozen_time must be after the clock’s current frozen_time.');
    if (until > latest(sandbox, before))
      throw refuse('A clock cannot be advanced by more than two intervals of its shortest subscription.');
    emit(sandbox, 'advancing', before, params.frozen_time);
    for (let [job] = planned(sandbox, id, until); job; [job] = planned(sandbox, id, until)) {
      const frozenAt = Math.max(job.dueAt, store.get('testClock', id)?.frozenAt ?? 0);
      store.put('testClock', { ...before, frozenAt });
      store.remove('job', job.id);
      if (job.task.kind === 'billing') performBilling(inTestClock(sandbox, id), job.task);
    }
    const after = { ...before, frozenAt: until };
    store.put('testClock', after);
    emit(sandbox, 'ready', after);
    // Stripe answers before the work is done; here it is done, and the next answer says so.
    return formatTestClock(before, params.frozen_time);
  },
);

/** Its customers go with it. */
const remove = route(
  'secret',
  'DELETE /v1/test_helpers/test_clocks/:id',
  parameters({}),
  (sandbox, { account, id }) => {
    const clock = clocks.find(sandbox, account, id);
    const here = inTestClock(sandbox, id);
    for (const subscription of subscriptionsOf(sandbox, id)) endSubscription(here, subscription, {});
    for (const customer of customersOf(sandbox, id))
      sandbox.store.put('customer', { ...customer, deleted: true });
    for (const { id: job } of planned(sandbox, id)) sandbox.store.remove('job', job);
    sandbox.store.remove('testClock', id);
    emit(sandbox, 'deleted', clock);
    return { id, object: 'test_helpers.test_clock', deleted: true };
  },
);

/** The clock that a new customer has. Stripe takes three customers for each. */
export function takeTestClock(sandbox: Sandbox, account: string, id: string): string {
  const clock = clocks.find(sandbox, account, id);
  if (customersOf(sandbox, id).length >= 3)
    throw refused('A test clock can have at most 3 customers.', undefined, 'test_clock');
  return clock.id;
}

export const testClockRoutes: readonly Route[] = [
  create,
  clocks.list({}, { pages: pagesWithoutCreated }),
  clocks.retrieve,
  advance,
  remove,
];
