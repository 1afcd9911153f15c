import { expect, it } from 'vitest';
import { bearerOf, ring, sendTip } from '../testing/ada';
import { stageWithAccount } from '../testing/known-account';
import { tipIn, totalsIn } from '../testing/look';
import { runSweep } from './run-sweep';

it('counts a payment whose new amount was written only after its success was heard of', async () => {
  const stage = await stageWithAccount();
  const { payments } = stage.deps;
  const { tipId, tipToken, paymentIntentId } = await sendTip(stage);
  // Between Stripe's yes to the new amount and our own write, the payment succeeds and its event comes.
  const changeIntent = payments.changeIntent.bind(payments);
  payments.changeIntent = async (change) => {
    const changed = await changeIntent(change);
    stage.stripe.pay(paymentIntentId);
    await ring(stage, 'payment_intent.succeeded', { paymentIntentId });
    return changed;
  };
  const wanted = { tipAmount: 300, coverCosts: false, total: 300 };
  await stage.call('POST', `/v1/tips/${tipId}/amount`, wanted, bearerOf(tipToken));
  expect(tipIn(stage, tipId)).toMatchObject({ amount: 300, moderation: { state: 'held' } });
  expect(totalsIn(stage)).toEqual({});
  await runSweep(stage.deps, 'daily');
  expect(tipIn(stage, tipId)).toMatchObject({ state: 'paid', moderation: { state: 'visible' } });
  expect(totalsIn(stage).usd).toMatchObject({ count: 1, gross: 300 });
});

it('tells of a held payment once, and again only when something about it is new', async () => {
  const stage = await stageWithAccount();
  const { paymentIntentId } = await sendTip(stage);
  const payment = stage.deps.payments.payments.get(paymentIntentId);
  if (payment) payment.intent = { ...payment.intent, amount: 5 };
  stage.stripe.pay(paymentIntentId);
  const told = (what: string) => stage.deps.lines.filter((line) => line.includes(what)).length;
  const days: [found: number, mismatches: number][] = [];
  for (const refunded of [0, 0, 0, 2, 0]) {
    if (refunded > 0) stage.stripe.refund(paymentIntentId, refunded);
    await runSweep(stage.deps, 'daily');
    days.push([told('behind-stripe'), told('payment-mismatch:amount')]);
  }
  expect(days).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
    [2, 1],
    [2, 1],
  ]);
});
