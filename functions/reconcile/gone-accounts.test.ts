import { describe, expect, it } from 'vitest';
import { collections, paths } from '../../core/documents/documents';
import {
  paymentsDocument,
  stripeAccountDocument,
  encodeReconcile,
  newStripeAccount,
} from '../../core/money-documents/stripe-account-document';
import { adaPayments, emptyScenario, sendEvent, type Scenario } from '../testing/ada';
import { reconcileDue } from '../testing/without-events';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const expired = {
  kind: 'unavailable',
  error: new Error('Expired API Key provided'),
  key: { why: 'invalid', code: 'api_key_expired', requestId: 'req_9', permission: null },
} as const;

const uidOf = (index: number) => `uid-owner-${index}`;
const accountOf = (index: number) => `acct_owner_${index}`;

/** A server with this many owners, all of whom take cards. */
function serverWith(owners: number): Scenario {
  const scenario = emptyScenario({ mode: 'connect' });
  const { store, accounts } = scenario.deps;
  for (let index = 0; index < owners; index += 1) {
    const accountId = accountOf(index);
    const uid = uidOf(index);
    store.put(
      paths.stripeAccount(accountId),
      stripeAccountDocument.encode(newStripeAccount(accountId, uid, 0)),
    );
    store.put(paths.payments(uid), paymentsDocument.encode({ ...adaPayments, mode: 'connect', accountId }));
    const state = {
      accountId,
      country: 'US',
      currency: 'usd',
      cardPayments: 'active',
      linkPayments: true,
    } as const;
    accounts.states.set(accountId, { ...state, requirements: [] });
  }
  return scenario;
}

/** The indexes of the owners whose payments are marked as disconnected. */
function marked({ deps }: Scenario, owners: number): readonly number[] {
  const dump = deps.store.dump();
  const all = Array.from({ length: owners }, (_, index) => index);
  return all.filter((index) => {
    const payments = paymentsDocument.decode(dump[paths.payments(uidOf(index))]);
    return payments.ok && payments.value.disconnectedAt !== null;
  });
}

const errorsIn = ({ deps }: Scenario) =>
  deps.lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['severity'] === 'ERROR');

function ownerOf({ deps }: Scenario, index: number) {
  const decoded = stripeAccountDocument.decode(deps.store.get(paths.stripeAccount(accountOf(index))));
  if (!decoded.ok) throw new Error(`There is no account ${index}`);
  return decoded.value;
}

/** Stripe refuses the server's key for everything. */
function rollKey({ deps }: Scenario): void {
  deps.accounts.outage = expired;
  deps.payments.outage = expired;
}

/** Two looks, an hour apart: the second one marks an account that is gone. */
async function reconcileTwice({ deps }: Scenario): Promise<void> {
  await reconcileDue(deps);
  deps.clock.advance(hour);
  await reconcileDue(deps);
}

describe('the looks at all accounts', () => {
  // Holds pay-188, host-034.
  it('mark nobody when the platform key was replaced, and log it once per run', async () => {
    const scenario = serverWith(20);
    rollKey(scenario);
    for (let days = 0; days < 3; days += 1) {
      await reconcileDue(scenario.deps);
      scenario.deps.clock.advance(day);
    }
    expect(marked(scenario, 20)).toEqual([]);
    const keys = errorsIn(scenario).filter(({ message }) => message === 'Stripe key refused');
    expect(keys).toHaveLength(3);
    expect(keys[0]).toMatchObject({ why: 'invalid', code: 'api_key_expired', stripeRequestId: 'req_9' });
  });

  // Holds pay-188.
  it('treat an account as gone only while Stripe answers for the server’s own account', async () => {
    const scenario = serverWith(1);
    scenario.deps.accounts.states.clear();
    const { accounts } = scenario.deps;
    const read = accounts.readAccount.bind(accounts);
    accounts.readAccount = (id) =>
      id === null ? Promise.resolve({ ok: false, problem: expired }) : read(id);
    await reconcileTwice(scenario);
    expect(marked(scenario, 1)).toEqual([]);
    accounts.readAccount = read;
    scenario.deps.clock.advance(hour);
    await reconcileTwice(scenario);
    expect(marked(scenario, 1)).toEqual([0]);
  });

  // Holds host-035.
  it('mark the one owner who disconnected, and nobody else, an hour after the first look', async () => {
    const scenario = serverWith(20);
    scenario.deps.accounts.states.delete(accountOf(7));
    await reconcileDue(scenario.deps);
    expect(marked(scenario, 20)).toEqual([]);
    scenario.deps.clock.advance(hour);
    await reconcileDue(scenario.deps);
    expect(marked(scenario, 20)).toEqual([7]);
    expect(errorsIn(scenario)).toEqual([]);
  });

  it('do not mark an account that is back an hour later', async () => {
    const scenario = serverWith(3);
    const { states } = scenario.deps.accounts;
    const state = states.get(accountOf(1));
    states.delete(accountOf(1));
    await reconcileDue(scenario.deps);
    if (state !== undefined) states.set(accountOf(1), state);
    for (let round = 0; round < 3; round += 1) {
      scenario.deps.clock.advance(hour);
      await reconcileDue(scenario.deps);
    }
    expect(marked(scenario, 3)).toEqual([]);
    expect(ownerOf(scenario, 1).goneSince).toBeNull();
  });

  // Holds pay-189.
  it.each([
    { owners: 20, gone: 3, expected: 3 },
    { owners: 20, gone: 4, expected: 0 },
    { owners: 450, gone: 4, expected: 4 },
    { owners: 450, gone: 5, expected: 0 },
  ])('with $gone of $owners accounts gone mark $expected', async ({ owners, gone, expected }) => {
    const scenario = serverWith(owners);
    for (let index = 0; index < gone; index += 1)
      scenario.deps.accounts.states.delete(accountOf(owners - 1 - index));
    await reconcileTwice(scenario);
    expect(marked(scenario, owners)).toHaveLength(expected);
    const alerts = errorsIn(scenario).filter(({ message }) => message === 'too many accounts gone');
    expect(alerts.map((line) => [line['gone'], line['looked']])[0]).toEqual(
      expected > 0 ? undefined : [gone, owners],
    );
  });

  it('compare the accounts that are gone with those an hour is about, and forget all of them however many', async () => {
    const scenario = serverWith(560);
    const { clock, store, accounts } = scenario.deps;
    const plan = (index: number, goneSince: number | null, nextLookAt: number) =>
      store.add(paths.stripeAccount(accountOf(index)), {}, encodeReconcile({ goneSince, nextLookAt }));
    for (let index = 0; index < 560; index += 1)
      await plan(index, index < 520 ? clock.now() : null, clock.now() + (index === 559 ? 0 : 10 * day));
    accounts.states.clear();
    await reconcileDue(scenario.deps);
    const all = await store.find(
      { from: collections.stripeAccounts, limit: 560 },
      stripeAccountDocument.decode,
    );
    expect(all.filter(({ value }) => !value.ok || value.value.goneSince !== null)).toEqual([]);
    // Five of 560 accounts are less than 1 %, but they are all that this hour checks.
    for (let index = 530; index < 535; index += 1) await plan(index, null, clock.now());
    await reconcileTwice(scenario);
    expect(marked(scenario, 560)).toEqual([]);
    const alerts = errorsIn(scenario).filter(({ message }) => message === 'too many accounts gone');
    expect(alerts.map(({ gone, looked: checked }) => [gone, checked]).slice(0, 2)).toEqual([
      [521, 521],
      [5, 5],
    ]);
  });

  it('do not count owners who disconnected earlier', async () => {
    const scenario = serverWith(20);
    for (const round of [0, 3, 6]) {
      for (const index of [0, 1, 2]) scenario.deps.accounts.states.delete(accountOf(round + index));
      await reconcileTwice(scenario);
      scenario.deps.clock.advance(30 * day);
    }
    expect(marked(scenario, 20)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('stop when too many accounts are gone, and later check all again', async () => {
    const scenario = serverWith(40);
    const { states } = scenario.deps.accounts;
    const before = new Map(states);
    states.clear();
    await reconcileDue(scenario.deps);
    expect(scenario.deps.accounts.calls.length).toBeLessThan(40);
    for (const [id, state] of before) states.set(id, state);
    await reconcileTwice(scenario);
    expect(marked(scenario, 40)).toEqual([]);
    expect(Array.from({ length: 40 }, (_, index) => ownerOf(scenario, index).goneSince)).toEqual(
      Array.from({ length: 40 }, () => null),
    );
  });

  // Holds pay-189.
  it('mark nobody when all accounts are gone and each run looks at one of them', async () => {
    const scenario = serverWith(20);
    const { clock, store, accounts } = scenario.deps;
    for (let index = 0; index < 20; index += 1)
      await store.add(
        paths.stripeAccount(accountOf(index)),
        {},
        encodeReconcile({ nextLookAt: clock.now() + index * 10 * minute }),
      );
    accounts.states.clear();
    for (let run = 0; run < 60; run += 1) {
      await reconcileDue(scenario.deps);
      clock.advance(10 * minute);
    }
    expect(marked(scenario, 20)).toEqual([]);
    expect(errorsIn(scenario).some(({ message }) => message === 'too many accounts gone')).toBe(true);
  });
});

describe('the event account.application.deauthorized', () => {
  // Holds pay-190.
  it('marks the account as disconnected at once, without asking Stripe', async () => {
    const scenario = serverWith(5);
    rollKey(scenario);
    const answer = await sendEvent(scenario, 'account.application.deauthorized', { account: accountOf(3) });
    expect(answer.status).toBe(200);
    expect(marked(scenario, 5)).toEqual([3]);
    expect(scenario.deps.accounts.calls).toEqual([]);
  });
});
