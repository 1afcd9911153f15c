import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import {
  stripeAccountDocument,
  type StripeAccountOwner,
} from '../../core/money-documents/stripe-account-document';
import { adaUid, paidTip, type Scenario } from '../testing/ada';
import { scenarioWithAccount } from '../testing/known-account';
import { tipIn, totalsIn } from '../testing/stored-state';
import { aDayLater, reconcileNow } from '../testing/without-events';
import { workOff } from '../testing/work-off';

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
