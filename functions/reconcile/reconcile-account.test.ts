import { describe, expect, it } from 'vitest';
import { collections, paths } from '@busker/core/documents/documents';
import {
  encodeReconcile,
  newStripeAccount,
  paymentsDocument,
  stripeAccountDocument,
  type StripeAccountOwner,
} from '@busker/core/money-documents/stripe-account-document';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import { fakeTip } from '@busker/core/testing/fakes';
import { digestOf } from '../connect/follow-account';
import { runAnyJob } from '../jobs/recurring-jobs';
import type { AccountState } from '../stripe/payments';
import {
  adaPayments,
  bearerOf,
  emptyScenario,
  paidTip,
  sendEvent,
  sendTip,
  scenarioWithAccount,
  type Scenario,
} from '../testing/ada';
import { tipIn, totalsIn, workOff, aDayLater, reconcileDue } from '../testing/stored-state';
import { followUnsettled } from './follow-unsettled';
import { reconcileAll } from './reconcile-account';

const hour = 60 * 60_000;
const day = 24 * hour;

const accountOf = (index: number) => `acct_owner_${String(index).padStart(4, '0')}`;

/** A server with accounts that Stripe shows, all due. Their state is known, and the host's domain is registered on them. */
function serverWith(owners: readonly Partial<StripeAccountOwner>[]): Scenario {
  const scenario = emptyScenario({ mode: 'connect' });
  const { store, accounts, clock } = scenario.deps;
  for (const [index, fields] of owners.entries()) {
    const accountId = accountOf(index);
    const state: AccountState = {
      accountId,
      country: 'US',
      currency: 'usd',
      cardPayments: 'active',
      linkPayments: true,
      requirements: [],
    };
    accounts.states.set(accountId, state);
    const made = newStripeAccount(accountId, `uid-owner-${index}`, clock.now());
    const owner = {
      ...made,
      nextLookAt: clock.now(),
      stateSeen: digestOf(state),
      hostDomain: 'busker.test',
      ...fields,
    };
    store.put(paths.stripeAccount(accountId), stripeAccountDocument.encode(owner));
  }
  return scenario;
}

const many = (count: number, fields: (index: number) => Partial<StripeAccountOwner>) =>
  Array.from({ length: count }, (_, index) => fields(index));

function ownerAt({ deps }: Scenario, accountId: string): StripeAccountOwner {
  const decoded = stripeAccountDocument.decode(deps.store.dump()[paths.stripeAccount(accountId)]);
  if (!decoded.ok) throw new Error(`There is no account ${accountId}`);
  return decoded.value;
}

/** What happened between two moments. */
function counting({ deps: { accounts, payments, store } }: Scenario) {
  const [read, listed, requests] = [accounts.calls.length, payments.calls.length, store.requests];
  return () => ({
    accounts: accounts.calls.length - read,
    lists: payments.calls.slice(listed),
    requests: store.requests - requests,
  });
}

describe('a look', () => {
  // Holds host-032.
  it('of an idle account whose state stayed the same costs one call of Stripe and one write', async () => {
    const scenario = serverWith(many(20, () => ({})));
    const cost = counting(scenario);
    await reconcileDue(scenario.deps);
    const { accounts, lists, requests } = cost();
    expect({ accounts, lists }).toEqual({ accounts: 20, lists: [] });
    // The query, one write for each account, and the heartbeat.
    expect(requests).toBe(22);
    expect(ownerAt(scenario, accountOf(3))).toMatchObject({
      look: 'idle',
      stateAt: scenario.deps.clock.now() - 3000,
    });
  });

  // Holds host-032.
  it('lists what its class asks for, as often as its class asks', async () => {
    const now = emptyScenario().deps.clock.now();
    const scenario = serverWith([
      { look: 'active', lastTipAt: now - 40 * day, totalsAt: now },
      { look: 'cool', lastTipAt: now - 41 * day, totalsAt: now },
      { look: 'cool', lastTipAt: now - 170 * day, totalsAt: now },
      { look: 'idle', lastTipAt: now - 181 * day, totalsAt: now },
      { look: 'idle', lastTipAt: now - 300 * day, unsettledAt: now, totalsAt: now },
    ]);
    const cost = counting(scenario);
    await reconcileDue(scenario.deps);
    const count = (call: string) => cost().lists.filter((each) => each === call).length;
    // Disputes and warnings of a cool account were listed when it was connected.
    expect([count('listBookings'), count('listDisputes'), count('listWarnings'), cost().accounts]).toEqual([
      4, 2, 2, 1,
    ]);
    expect(
      many(5, (index) => ({ look: ownerAt(scenario, accountOf(index)).look })).map(({ look }) => look),
    ).toEqual(['active', 'cool', 'cool', 'idle', 'active']);
    for (let days = 0; days < 7; days += 1) {
      scenario.deps.clock.advance(day);
      await reconcileDue(scenario.deps);
    }
    expect(count('listIntents')).toBe(0);
    // The last one is idle after two more days. The cool ones list disputes and warnings after a week.
    expect(count('listBookings')).toBe(4 + 3 * 7 + 2);
    expect(count('listDisputes')).toBe(2 + 2 + 3);
  });

  it('keeps its time of day, and is due again a day later', async () => {
    const scenario = serverWith([{ look: 'active', lastTipAt: emptyScenario().deps.clock.now() }]);
    const due = scenario.deps.clock.now();
    scenario.deps.clock.advance(3 * hour);
    await reconcileDue(scenario.deps);
    expect(ownerAt(scenario, accountOf(0)).nextLookAt).toBe(due + day);
  });

  it('begins five a second', async () => {
    const scenario = serverWith(many(50, () => ({})));
    const began = scenario.deps.clock.now();
    await reconcileDue(scenario.deps);
    expect(scenario.deps.clock.now() - began).toBe(9000);
  });

  it('that fails is due again an hour later, and the round ends when Stripe answers for none', async () => {
    const scenario = serverWith(many(20, () => ({})));
    const cut = { kind: 'unavailable', error: new Error('cut') } as const;
    scenario.deps.accounts.failNext('readAccount', cut);
    await reconcileDue(scenario.deps);
    expect(scenario.deps.accounts.calls).toHaveLength(20);
    scenario.deps.accounts.outage = cut;
    scenario.deps.clock.advance(30 * day);
    const cost = counting(scenario);
    await reconcileDue(scenario.deps);
    expect(cost().accounts).toBe(5);
    scenario.deps.accounts.outage = null;
    scenario.deps.clock.advance(hour);
    await reconcileDue(scenario.deps);
    expect(cost().accounts).toBe(25);
  });
});

describe('a document that a later release wrote', () => {
  it('does not stop the looks at the accounts behind it, and is tried again a day later, otherwise unchanged', async () => {
    const scenario = serverWith(many(3, () => ({})));
    const { store, clock, accounts, lines } = scenario.deps;
    const newer = { v: 2, something: 'new' };
    for (let index = 0; index < 120; index += 1)
      store.put(`${collections.stripeAccounts}/acct_newer_${index}`, { ...newer, nextLookAt: new Date(1) });
    const began = clock.now();
    await reconcileDue(scenario.deps);
    expect(accounts.calls).toHaveLength(3);
    const { nextLookAt, ...rest } = store.dump()[`${collections.stripeAccounts}/acct_newer_0`] ?? {};
    expect({ nextLookAt, rest }).toEqual({ nextLookAt: new Date(began + day), rest: newer });
    expect(lines.filter((line) => line.includes('acct_newer_0 cannot be read'))).toHaveLength(1);
  });

  it('does not stop the daily question about unsettled tips', async () => {
    const scenario = serverWith([{ look: 'idle', nextLookAt: emptyScenario().deps.clock.now() + 9 * day }]);
    const { store, clock, lines } = scenario.deps;
    const createdAt = clock.now() - day;
    store.put(paths.tip('uid-a', 'newer'), { v: 9, createdAt: new Date(createdAt) });
    const { stripe, ...tip } = fakeTip({ tipId: 'good', ownerUid: 'uid-owner-0', createdAt });
    const good = { ...tip, stripe: { ...stripe, accountId: accountOf(0) } };
    store.put(paths.tip('uid-owner-0', 'good'), tipDocument.encode(good));
    await followUnsettled(scenario.deps);
    expect(ownerAt(scenario, accountOf(0)).nextLookAt).toBe(clock.now());
    expect(lines.filter((line) => line.includes('newer cannot be read'))).toHaveLength(1);
  });

  it('does not stop that question, nor a comparison by hand, when it is an account of a newer release', async () => {
    const scenario = serverWith([{ look: 'idle', nextLookAt: emptyScenario().deps.clock.now() + 9 * day }]);
    const { store, clock, lines, accounts } = scenario.deps;
    store.put(paths.stripeAccount('acct_newer'), { v: 9 });
    const tipAt = (accountId: string, tipId: string) => {
      const { stripe, ...tip } = fakeTip({ tipId, ownerUid: 'uid-owner-0', createdAt: clock.now() - day });
      store.put(
        paths.tip('uid-owner-0', tipId),
        tipDocument.encode({ ...tip, stripe: { ...stripe, accountId } }),
      );
    };
    tipAt('acct_newer', 'of-newer');
    tipAt(accountOf(0), 'good');
    await followUnsettled(scenario.deps);
    expect(ownerAt(scenario, accountOf(0)).nextLookAt).toBe(clock.now());
    const checked = accounts.calls.length;
    expect(await reconcileAll(scenario.deps)).toMatchObject([{ checked: 1, missed: 0 }]);
    expect(accounts.calls.length).toBeGreaterThan(checked);
    expect(lines.filter((line) => line.includes('acct_newer cannot be read')).length).toBeGreaterThanOrEqual(
      2,
    );
    expect(store.dump()[paths.stripeAccount('acct_newer')]).toEqual({ v: 9 });
  });
});

describe('the job of looks', () => {
  const due = (scenario: Scenario) => scenario.deps.jobs.want('reconcile', 'all');

  it('looks at everybody once although it is killed again and again', async () => {
    const scenario = serverWith(many(400, () => ({})));
    const { store, clock, accounts } = scenario.deps;
    const id = await due(scenario);
    for (const commits of [40, 90, 130, 170]) {
      let left = commits;
      store.fault = (step) => {
        if (step !== 'commit') return;
        left -= 1;
        if (left < 0) throw new Error('killed');
      };
      await runAnyJob(scenario.deps, id).catch(() => undefined);
      store.fault = () => undefined;
      clock.advance(7 * 60_000);
    }
    await workOff(scenario.deps);
    const checked = accounts.calls.length;
    expect(checked).toBeGreaterThanOrEqual(400);
    expect(checked).toBeLessThanOrEqual(400 + 4 * 5);
    const left = await store.find(
      { from: collections.stripeAccounts, where: [['nextLookAt', '<=', new Date(clock.now())]], limit: 1 },
      () => null,
    );
    expect(left).toEqual([]);
  });

  it('goes on in a second slice after four minutes, and comes again an hour after the last one', async () => {
    const scenario = serverWith(many(1500, () => ({})));
    const id = await due(scenario);
    expect(await runAnyJob(scenario.deps, id)).toBe('due');
    expect(scenario.deps.accounts.calls.length).toBeLessThan(1500);
    await workOff(scenario.deps);
    expect(scenario.deps.accounts.calls).toHaveLength(1500);
    const task = scenario.deps.jobQueue.tasks.at(-1);
    expect(task?.at).toBe(scenario.deps.clock.now() + hour);
  });
});

describe('what a look finds', () => {
  // Holds pay-131.
  it('counts a payment whose success arrived before its new amount was stored', async () => {
    const scenario = await scenarioWithAccount();
    const { payments } = scenario.deps;
    const { tipId, tipToken, paymentIntentId } = await sendTip(scenario);
    // Between Stripe's confirmation of the new amount and our own write, the payment succeeds and its event arrives.
    const changeIntent = payments.changeIntent.bind(payments);
    payments.changeIntent = async (change) => {
      const changed = await changeIntent(change);
      scenario.stripe.pay(paymentIntentId);
      await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId });
      return changed;
    };
    const wanted = { tipAmount: 300, coverCosts: false, total: 300 };
    await scenario.call('POST', `/v1/tips/${tipId}/amount`, wanted, bearerOf(tipToken));
    expect(tipIn(scenario, tipId)).toMatchObject({ state: 'paid', moderation: { state: 'visible' } });
    expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 300 });
  });

  // Holds pay-131.
  it('reports a held payment once, and again only when it changes', async () => {
    const scenario = await scenarioWithAccount();
    const { paymentIntentId } = await sendTip(scenario);
    const payment = scenario.deps.payments.payments.get(paymentIntentId);
    if (payment) payment.intent = { ...payment.intent, amount: 5 };
    scenario.stripe.pay(paymentIntentId);
    const balance = { id: 'txn', stripeFee: 45, applicationFee: 0, net: -40, currency: 'usd' };
    scenario.stripe.book(paymentIntentId, balance);
    const count = (what: string) => scenario.deps.lines.filter((line) => line.includes(what)).length;
    const days: [found: number, mismatches: number][] = [];
    for (const refunded of [0, 0, 0, 2, 0]) {
      if (refunded > 0) scenario.stripe.refund(paymentIntentId, refunded);
      await aDayLater(scenario);
      days.push([count('behind-stripe'), count('payment-mismatch:amount')]);
    }
    expect(days).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
      [2, 1],
      [2, 1],
    ]);
  });

  // Holds pay-083.
  it('syncs the fees of a payment whose balance event was lost', async () => {
    const scenario = await scenarioWithAccount();
    const { tipId, paymentIntentId } = await paidTip(scenario);
    await aDayLater(scenario);
    expect(tipIn(scenario, tipId).fees.net).toBeNull();
    const booking = { id: 'txn_1', currency: 'usd', stripeFee: 45, applicationFee: 0, net: 455 };
    scenario.stripe.book(paymentIntentId, booking);
    await aDayLater(scenario);
    expect(tipIn(scenario, tipId)).toMatchObject({
      stripe: { balanceTransactionId: 'txn_1' },
      fees: { stripe: 45, application: 0, net: 455, settlementCurrency: 'usd' },
    });
  });

  describe('weeks after a payment, without events', () => {
    /** A tip older than the listed payments, and its state after the daily sweep. */
    const weeksLater = async () => {
      const scenario = await scenarioWithAccount();
      const { tipId, paymentIntentId } = await paidTip(scenario);
      scenario.deps.clock.advance(30 * 24 * 60 * 60_000);
      const look = async () => {
        await aDayLater(scenario);
        return { tip: tipIn(scenario, tipId), totals: totalsIn(scenario).usd };
      };
      return { scenario, id: paymentIntentId, look };
    };
    const behind = ({ deps }: Scenario) => deps.lines.filter((line) => line.includes('behind-stripe')).length;

    // Holds pay-082.
    it('syncs a refund and its failure', async () => {
      const { scenario, id, look } = await weeksLater();
      scenario.stripe.refund(id, 200);
      expect(await look()).toMatchObject({ tip: { state: 'partially_refunded' }, totals: { refunded: 200 } });
      const payment = scenario.deps.payments.payments.get(id);
      if (payment) payment.refunds = payment.refunds.map((each) => ({ ...each, status: 'failed' }));
      expect(await look()).toMatchObject({ tip: { state: 'paid' }, totals: { refunded: 0 } });
      expect(behind(scenario)).toBe(2);
    });

    // Holds pay-082.
    it.each([
      ['won', { state: 'paid' }, 0],
      ['lost', { state: 'lost' }, 500],
      ['prevented', { state: 'paid' }, 0],
    ] as const)('syncs a dispute, and that it was %s', async (end, tip, disputed) => {
      const { scenario, id, look } = await weeksLater();
      scenario.stripe.dispute(id, 'needs_response');
      expect(await look()).toMatchObject({ tip: { state: 'disputed' }, totals: { disputed: 500 } });
      scenario.stripe.dispute(id, end);
      expect(await look()).toMatchObject({ tip, totals: { disputed } });
      expect(await look()).toMatchObject({ tip, totals: { disputed } });
      expect(behind(scenario)).toBe(2);
    });

    it('syncs an inquiry that closed before it was read, once', async () => {
      const { scenario, id, look } = await weeksLater();
      scenario.stripe.dispute(id, 'warning_closed');
      const ended = { status: 'none', amount: 500, disputeId: `dp_${id.slice(3)}` };
      expect((await look()).tip).toMatchObject({ state: 'paid', dispute: ended });
      await look();
      expect(behind(scenario)).toBe(1);
    });

    // Holds pay-082.
    it('syncs an inquiry, its new deadline, and its end', async () => {
      const { scenario, id, look } = await weeksLater();
      scenario.stripe.dispute(id, 'warning_needs_response');
      expect((await look()).tip.dispute).toMatchObject({ status: 'inquiry', dueBy: null });
      const payment = scenario.deps.payments.payments.get(id);
      if (payment) payment.disputes = payment.disputes.map((each) => ({ ...each, dueBy: 1000 }));
      expect((await look()).tip.dispute).toMatchObject({ status: 'inquiry', dueBy: 1000 });
      scenario.stripe.dispute(id, 'warning_closed');
      expect((await look()).tip.dispute).toMatchObject({ status: 'none' });
      await look();
      expect(behind(scenario)).toBe(3);
    });
  });
});

const minute = 60_000;
const expired = {
  kind: 'unavailable',
  error: new Error('Expired API Key provided'),
  key: { why: 'invalid', code: 'api_key_expired', requestId: 'req_9', permission: null },
} as const;

const uidOf = (index: number) => `uid-owner-${index}`;
const ownAccountOf = (index: number) => `acct_owner_${index}`;

/** A server with this many owners, all of whom take cards. */
function serverWithOwners(owners: number): Scenario {
  const scenario = emptyScenario({ mode: 'connect' });
  const { store, accounts } = scenario.deps;
  for (let index = 0; index < owners; index += 1) {
    const accountId = ownAccountOf(index);
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
  const decoded = stripeAccountDocument.decode(deps.store.get(paths.stripeAccount(ownAccountOf(index))));
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
    const scenario = serverWithOwners(20);
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
    const scenario = serverWithOwners(1);
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
    const scenario = serverWithOwners(20);
    scenario.deps.accounts.states.delete(ownAccountOf(7));
    await reconcileDue(scenario.deps);
    expect(marked(scenario, 20)).toEqual([]);
    scenario.deps.clock.advance(hour);
    await reconcileDue(scenario.deps);
    expect(marked(scenario, 20)).toEqual([7]);
    expect(errorsIn(scenario)).toEqual([]);
  });

  it('do not mark an account that is back an hour later', async () => {
    const scenario = serverWithOwners(3);
    const { states } = scenario.deps.accounts;
    const state = states.get(ownAccountOf(1));
    states.delete(ownAccountOf(1));
    await reconcileDue(scenario.deps);
    if (state !== undefined) states.set(ownAccountOf(1), state);
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
    const scenario = serverWithOwners(owners);
    for (let index = 0; index < gone; index += 1)
      scenario.deps.accounts.states.delete(ownAccountOf(owners - 1 - index));
    await reconcileTwice(scenario);
    expect(marked(scenario, owners)).toHaveLength(expected);
    const alerts = errorsIn(scenario).filter(({ message }) => message === 'too many accounts gone');
    expect(alerts.map((line) => [line['gone'], line['looked']])[0]).toEqual(
      expected > 0 ? undefined : [gone, owners],
    );
  });

  it('compare the accounts that are gone with those an hour is about, and forget all of them however many', async () => {
    const scenario = serverWithOwners(560);
    const { clock, store, accounts } = scenario.deps;
    const plan = (index: number, goneSince: number | null, nextLookAt: number) =>
      store.add(paths.stripeAccount(ownAccountOf(index)), {}, encodeReconcile({ goneSince, nextLookAt }));
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
    const scenario = serverWithOwners(20);
    for (const round of [0, 3, 6]) {
      for (const index of [0, 1, 2]) scenario.deps.accounts.states.delete(ownAccountOf(round + index));
      await reconcileTwice(scenario);
      scenario.deps.clock.advance(30 * day);
    }
    expect(marked(scenario, 20)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('stop when too many accounts are gone, and later check all again', async () => {
    const scenario = serverWithOwners(40);
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
    const scenario = serverWithOwners(20);
    const { clock, store, accounts } = scenario.deps;
    for (let index = 0; index < 20; index += 1)
      await store.add(
        paths.stripeAccount(ownAccountOf(index)),
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
    const scenario = serverWithOwners(5);
    rollKey(scenario);
    const answer = await sendEvent(scenario, 'account.application.deauthorized', {
      account: ownAccountOf(3),
    });
    expect(answer.status).toBe(200);
    expect(marked(scenario, 5)).toEqual([3]);
    expect(scenario.deps.accounts.calls).toEqual([]);
  });
});
