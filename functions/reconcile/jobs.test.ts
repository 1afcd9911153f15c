import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { paymentsDocument } from '../../core/money-documents/stripe-account-document';
import { createApp } from '../app';
import { runSweep } from '../jobs/run-sweep';
import {
  adaDraft,
  adaToken,
  adaUid,
  adasScenario,
  bearerOf,
  paidTip,
  putDraft,
  type Scenario,
} from '../testing/ada';
import { tipIn, totalsIn } from '../testing/stored-state';
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
