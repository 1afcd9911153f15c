import { describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import {
  paymentsDocument,
  stripeAccountDocument,
  type StripeAccountOwner,
} from '@busker/core/money-documents/stripe-account-document';
import { createApp } from '../app';
import { runSweep } from '../jobs/run-sweep';
import {
  adaDraft,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  paidTip,
  putDraft,
  scenarioWithAccount,
  type Scenario,
} from '../testing/ada';
import { tipIn, totalsIn, workOff, aDayLater, reconcileNow } from '../testing/stored-state';
import { totalsAgree } from './reconcile-account';

describe('go live', () => {
  const goal = { label: 'A new bow', amount: 5000 };
  const withGoal = { draft: { tips: { ...adaDraft.tips, showWall: true, goal } } };
  const account = {
    accountId: 'acct_ada',
    country: 'US',
    currency: 'usd',
    cardPayments: 'active',
    linkPayments: true,
    requirements: [],
  } as const;

  /** The same store with live keys; Stripe no longer has the objects of the test keys. */
  function withLiveKeys({ deps, ...scenario }: Scenario): Scenario {
    deps.accounts.states.clear();
    deps.payments.payments.clear();
    const live = { ...deps, config: { ...deps.config, livemode: true } };
    return { ...scenario, deps: live, app: createApp(live) };
  }

  function paymentsIn({ deps }: Scenario) {
    const payments = paymentsDocument.decode(deps.store.dump()[paths.payments(adaUid)]);
    if (!payments.ok) throw new Error('No payments');
    return payments.value;
  }

  /** With live keys and an account that takes cards. */
  async function goneLive(scenario: Scenario): Promise<Scenario> {
    const live = withLiveKeys(scenario);
    live.deps.accounts.states.set('acct_ada', account);
    await runSweep(live.deps, 'every-5-minutes');
    return live;
  }

  const goalOf = async ({ app }: Scenario): Promise<unknown> =>
    (await app.request('/v1/profiles/ada/wall')).json();

  // Holds pay-011.
  it('removes test tips from totals, goal and wall on a live server, and keeps them in the list', async () => {
    const scenario = await adasScenario({}, withGoal);
    const tips = [await paidTip(scenario, { name: 'Zoe' }), await paidTip(scenario)];
    expect(await goalOf(scenario)).toMatchObject({ goal: { reached: 1000 }, supporters: [{ name: 'Zoe' }] });
    const live = await goneLive(scenario);
    expect(await goalOf(live)).toMatchObject({ goal: { reached: 0 }, supporters: [] });
    expect(totalsIn(live).usd).toEqual({ count: 0, gross: 0, refunded: 0, disputed: 0 });
    for (const { tipId } of tips) {
      expect(tipIn(live, tipId)).toMatchObject({ state: 'paid', livemode: false, contrib: { count: 0 } });
    }
    expect(await totalsAgree(live.deps, adaUid)).toBe(true);
    expect(await runSweep(live.deps, 'every-5-minutes')).toMatchObject([
      { sweep: 'follow-open-tips' },
      { sweep: 'follow-monthlies' },
      { sweep: 'roll-up' },
    ]);
  });

  // Holds pay-011.
  it('restarts a goal from the test time at zero, so that real tips count in full', async () => {
    const scenario = await adasScenario();
    await paidTip(scenario);
    putDraft(scenario.deps, adaUid, { ...adaDraft, revision: 2, tips: { ...adaDraft.tips, goal } });
    await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
    await paidTip(scenario);
    const live = await goneLive(scenario);
    const real = { count: 1, gross: 700, refunded: 0, disputed: 0 };
    await live.deps.store.add(paths.total(adaUid, 'usd', 0), real, { v: 1, currency: 'usd' });
    expect(await goalOf(live)).toMatchObject({ goal: { reached: 700 } });
  });

  it('counts test tips while the server takes test payments', async () => {
    const scenario = await adasScenario({}, withGoal);
    await paidTip(scenario);
    await runSweep(scenario.deps, 'every-5-minutes');
    expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 500 });
  });

  // Holds pay-010.
  it('shows an owner within minutes that the test account is gone', async () => {
    const live = withLiveKeys(await adasScenario({ mode: 'connect' }, { payments: { mode: 'connect' } }));
    await runSweep(live.deps, 'every-5-minutes');
    const disconnectedAt = live.deps.clock.now();
    expect(paymentsIn(live)).toMatchObject({ livemode: true, cardPayments: 'none', disconnectedAt });
  });

  it("continues at once with the server's own account in single mode", async () => {
    const own = { mode: 'single', accountId: null } as const;
    const live = withLiveKeys(await adasScenario({ mode: 'single' }, { payments: own }));
    await runSweep(live.deps, 'every-5-minutes');
    expect(paymentsIn(live)).toMatchObject({ livemode: true, cardPayments: 'active', disconnectedAt: null });
  });
});

const hour = 60 * 60_000;
const day = 24 * hour;

function adasAccount({ deps }: Scenario): StripeAccountOwner {
  const decoded = stripeAccountDocument.decode(deps.store.dump()[paths.stripeAccount('acct_ada')]);
  if (!decoded.ok) throw new Error('Ada has no account');
  return decoded.value;
}

describe('an idle account with a new tip', () => {
  it('is looked at within a day, and a lost refund is found a day later', async () => {
    const scenario = await scenarioWithAccount();
    await reconcileNow(scenario.deps);
    expect(adasAccount(scenario)).toMatchObject({ look: 'idle' });
    const { tipId, paymentIntentId } = await paidTip(scenario);
    scenario.stripe.refund(paymentIntentId, 200);
    await aDayLater(scenario);
    expect(adasAccount(scenario)).toMatchObject({ look: 'active' });
    expect(tipIn(scenario, tipId)).toMatchObject({ state: 'partially_refunded' });
    expect(totalsIn(scenario).usd).toMatchObject({ refunded: 200 });
  });

  it('costs nothing while the tip is sent', async () => {
    const [withAccount, without] = [await scenarioWithAccount(), await scenarioWithAccount()];
    without.deps.store.drop(paths.stripeAccount('acct_ada'));
    const costs = [];
    for (const scenario of [withAccount, without]) {
      const before = scenario.deps.store.requests;
      await paidTip(scenario);
      costs.push(scenario.deps.store.requests - before);
    }
    expect(costs[0]).toBe(costs[1]);
  });

  // Holds host-033.
  it('syncs a refund of a tip of 170 days ago', async () => {
    const scenario = await scenarioWithAccount();
    const { tipId, paymentIntentId } = await paidTip(scenario);
    for (const days of [1, 60, 60, 49]) await aDayLater(scenario, days);
    expect(adasAccount(scenario).look).toBe('cool');
    scenario.stripe.refund(paymentIntentId, 200);
    await aDayLater(scenario);
    expect(tipIn(scenario, tipId)).toMatchObject({ state: 'partially_refunded' });
  });
});

describe('when a fan opens the sheet', () => {
  const open = (scenario: Scenario) => scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' });
  const looks = ({ deps }: Scenario) => deps.accounts.calls.filter((call) => call === 'readAccount').length;

  it('the account is asked about once, however often the sheet is opened, and not again for a day', async () => {
    const scenario = await scenarioWithAccount();
    await reconcileNow(scenario.deps);
    scenario.deps.clock.advance(2 * day);
    const before = looks(scenario);
    await Promise.all(Array.from({ length: 50 }, () => open(scenario)));
    await workOff(scenario.deps);
    expect(looks(scenario) - before).toBe(1);
    scenario.deps.clock.advance(23 * hour);
    await open(scenario);
    await workOff(scenario.deps);
    expect(looks(scenario) - before).toBe(1);
    scenario.deps.clock.advance(2 * hour);
    await open(scenario);
    await workOff(scenario.deps);
    expect(looks(scenario) - before).toBe(2);
  });

  it('many sheets cost the store one write', async () => {
    const scenario = await scenarioWithAccount();
    await reconcileNow(scenario.deps);
    scenario.deps.clock.advance(2 * day);
    const requests = async () => {
      const before = scenario.deps.store.requests;
      await open(scenario);
      return scenario.deps.store.requests - before;
    };
    const [first, second] = [await requests(), await requests()];
    expect(first - second).toBe(2);
  });

  it('the fan gets an answer although the store takes no job', async () => {
    const scenario = await scenarioWithAccount();
    await reconcileNow(scenario.deps);
    scenario.deps.clock.advance(2 * day);
    scenario.deps.jobs.want = () => Promise.reject(new Error('away'));
    expect((await open(scenario)).status).toBe(200);
    const waiting = await scenarioWithAccount();
    await reconcileNow(waiting.deps);
    waiting.deps.clock.advance(2 * day);
    waiting.deps.jobs.want = () => new Promise(() => undefined);
    expect((await open(waiting)).status).toBe(200);
  });
});

describe('totals', () => {
  // Holds pay-081, host-036.
  it('that were changed by one unit are found, logged and added up anew, without loading a tip', async () => {
    const scenario = await scenarioWithAccount();
    const { paymentIntentId } = await paidTip(scenario);
    await aDayLater(scenario);
    const shard = Object.keys(scenario.deps.store.dump()).find((path) =>
      path.startsWith(paths.totals(adaUid)),
    );
    await scenario.deps.store.add(shard ?? '', { gross: 1 });
    expect(totalsIn(scenario).usd).toMatchObject({ gross: 501 });
    // No tip since then: nothing is added up.
    await aDayLater(scenario);
    expect(totalsIn(scenario).usd).toMatchObject({ gross: 501 });
    const later = await paidTip(scenario);
    for (const id of [paymentIntentId, later.paymentIntentId])
      scenario.stripe.book(id, {
        id: `txn_${id}`,
        stripeFee: 45,
        applicationFee: 0,
        net: 455,
        currency: 'usd',
      });
    await aDayLater(scenario);
    expect(totalsIn(scenario).usd).toMatchObject({ count: 2, gross: 1000 });
    expect(scenario.deps.lines.filter((line) => line.includes('totals-differ'))).toHaveLength(1);
  });

  // Holds pay-081.
  it('reports money without a tip, and wrong totals', async () => {
    const scenario = await scenarioWithAccount();
    const tip = await paidTip(scenario);
    await paidTip(scenario);
    const balance = { id: 'txn', stripeFee: 45, applicationFee: 0, net: 455, currency: 'usd' };
    scenario.stripe.book(tip.paymentIntentId, balance);
    await scenario.deps.store.transaction(async (tx) => tx.remove(paths.tip(adaUid, tip.tipId)));
    await aDayLater(scenario);
    const said = scenario.deps.lines.join('\n');
    expect(said).toContain('paid-without-tip');
    expect(said).toContain('totals-differ');
  });
});
