import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { decodeStripeAccount, type StripeAccountOwner } from '../../core/documents/stripe-account-document';
import { adaUid, paidTip, type Stage } from '../testing/ada';
import { stageWithAccount } from '../testing/known-account';
import { tipIn, totalsIn } from '../testing/stored-state';
import { aDayLater, lookNow } from '../testing/without-events';
import { workOff } from '../testing/work-off';

const hour = 60 * 60_000;
const day = 24 * hour;

function adasAccount({ deps }: Stage): StripeAccountOwner {
  const decoded = decodeStripeAccount(deps.store.dump()[paths.stripeAccount('acct_ada')]);
  if (!decoded.ok) throw new Error('Ada has no account');
  return decoded.value;
}

describe('an idle account with a new tip', () => {
  it('is looked at within a day, and a lost refund is found a day later', async () => {
    const stage = await stageWithAccount();
    await lookNow(stage.deps);
    expect(adasAccount(stage)).toMatchObject({ look: 'idle' });
    const { tipId, paymentIntentId } = await paidTip(stage);
    stage.stripe.refund(paymentIntentId, 200);
    await aDayLater(stage);
    expect(adasAccount(stage)).toMatchObject({ look: 'active' });
    expect(tipIn(stage, tipId)).toMatchObject({ state: 'partially_refunded' });
    expect(totalsIn(stage).usd).toMatchObject({ refunded: 200 });
  });

  it('costs nothing while the tip is sent', async () => {
    const [withAccount, without] = [await stageWithAccount(), await stageWithAccount()];
    without.deps.store.drop(paths.stripeAccount('acct_ada'));
    const costs = [];
    for (const stage of [withAccount, without]) {
      const before = stage.deps.store.requests;
      await paidTip(stage);
      costs.push(stage.deps.store.requests - before);
    }
    expect(costs[0]).toBe(costs[1]);
  });

  // Holds host-033.
  it('syncs a refund of a tip of 170 days ago', async () => {
    const stage = await stageWithAccount();
    const { tipId, paymentIntentId } = await paidTip(stage);
    for (const days of [1, 60, 60, 49]) await aDayLater(stage, days);
    expect(adasAccount(stage).look).toBe('cool');
    stage.stripe.refund(paymentIntentId, 200);
    await aDayLater(stage);
    expect(tipIn(stage, tipId)).toMatchObject({ state: 'partially_refunded' });
  });
});

describe('when a fan opens the sheet', () => {
  const open = (stage: Stage) => stage.call('POST', '/v1/tip-sessions', { handle: 'ada' });
  const looks = ({ deps }: Stage) => deps.accounts.calls.filter((call) => call === 'readAccount').length;

  it('the account is asked about once, however often the sheet is opened, and not again for a day', async () => {
    const stage = await stageWithAccount();
    await lookNow(stage.deps);
    stage.deps.clock.advance(2 * day);
    const before = looks(stage);
    await Promise.all(Array.from({ length: 50 }, () => open(stage)));
    await workOff(stage.deps);
    expect(looks(stage) - before).toBe(1);
    stage.deps.clock.advance(23 * hour);
    await open(stage);
    await workOff(stage.deps);
    expect(looks(stage) - before).toBe(1);
    stage.deps.clock.advance(2 * hour);
    await open(stage);
    await workOff(stage.deps);
    expect(looks(stage) - before).toBe(2);
  });

  it('many sheets cost the store one write', async () => {
    const stage = await stageWithAccount();
    await lookNow(stage.deps);
    stage.deps.clock.advance(2 * day);
    const requests = async () => {
      const before = stage.deps.store.requests;
      await open(stage);
      return stage.deps.store.requests - before;
    };
    const [first, second] = [await requests(), await requests()];
    expect(first - second).toBe(2);
  });

  it('the fan gets an answer although the store takes no job', async () => {
    const stage = await stageWithAccount();
    await lookNow(stage.deps);
    stage.deps.clock.advance(2 * day);
    stage.deps.jobs.want = () => Promise.reject(new Error('away'));
    expect((await open(stage)).status).toBe(200);
    const waiting = await stageWithAccount();
    await lookNow(waiting.deps);
    waiting.deps.clock.advance(2 * day);
    waiting.deps.jobs.want = () => new Promise(() => undefined);
    expect((await open(waiting)).status).toBe(200);
  });
});

describe('totals', () => {
  // Holds pay-081, host-036.
  it('that were changed by one unit are found, logged and added up anew, without loading a tip', async () => {
    const stage = await stageWithAccount();
    const { paymentIntentId } = await paidTip(stage);
    await aDayLater(stage);
    const shard = Object.keys(stage.deps.store.dump()).find((path) => path.startsWith(paths.totals(adaUid)));
    await stage.deps.store.add(shard ?? '', { gross: 1 });
    expect(totalsIn(stage).usd).toMatchObject({ gross: 501 });
    // No tip since then: nothing is added up.
    await aDayLater(stage);
    expect(totalsIn(stage).usd).toMatchObject({ gross: 501 });
    const later = await paidTip(stage);
    for (const id of [paymentIntentId, later.paymentIntentId])
      stage.stripe.book(id, { id: `txn_${id}`, stripeFee: 45, applicationFee: 0, net: 455, currency: 'usd' });
    await aDayLater(stage);
    expect(totalsIn(stage).usd).toMatchObject({ count: 2, gross: 1000 });
    expect(stage.deps.lines.filter((line) => line.includes('totals-differ'))).toHaveLength(1);
  });

  // Holds pay-081.
  it('reports money without a tip, and wrong totals', async () => {
    const stage = await stageWithAccount();
    const tip = await paidTip(stage);
    await paidTip(stage);
    const balance = { id: 'txn', stripeFee: 45, applicationFee: 0, net: 455, currency: 'usd' };
    stage.stripe.book(tip.paymentIntentId, balance);
    await stage.deps.store.transaction(async (tx) => tx.remove(paths.tip(adaUid, tip.tipId)));
    await aDayLater(stage);
    const said = stage.deps.lines.join('\n');
    expect(said).toContain('paid-without-tip');
    expect(said).toContain('totals-differ');
  });
});
