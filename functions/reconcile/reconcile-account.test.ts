import { describe, expect, it } from 'vitest';
import { collections, paths } from '../../core/documents/documents';
import {
  stripeAccountDocument,
  newStripeAccount,
  type StripeAccountOwner,
} from '../../core/money-documents/stripe-account-document';
import { tipDocument } from '../../core/money-documents/tip-document';
import { fakeTip } from '../../core/testing/fakes';
import { digestOf } from '../connect/follow-account';
import type { AccountState } from '../stripe/payments';
import { runAnyJob } from '../jobs/recurring-jobs';
import { emptyScenario, type Scenario } from '../testing/ada';
import { reconcileDue } from '../testing/without-events';
import { workOff } from '../testing/work-off';
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
