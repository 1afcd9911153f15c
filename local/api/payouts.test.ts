import { afterAll, beforeAll, expect, it } from 'vitest';
import * as v from 'valibot';
import { balanceAnswer, payoutAnswer, payoutsAnswer, type AnsweredLine } from '../../core/books/books-api';
import { payoutSums } from '../../core/books/payout';
import { adaAccount, adaUid, openApi, type OpenApi } from './open-api';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi({ LIMIT_FACTOR: '1000' });
  api.deps.idTokens.signIn('token-ada', {
    uid: adaUid,
    guest: false,
    provider: 'password',
    email: 'ada@example.com',
    emailVerified: true,
    signedInAt: Date.now(),
  });
});
afterAll(() => api.close());

const read = async <S extends v.GenericSchema>(path: string, schema: S): Promise<v.InferOutput<S>> => {
  const { status, json } = await api.call('GET', path, undefined, 'token-ada');
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
  return v.parse(schema, json);
};
const payouts = async () => (await read('/v1/me/payouts', payoutsAnswer)).payouts;

/** All lines of a payout, page by page. */
async function linesOf(id: string): Promise<readonly AnsweredLine[]> {
  const lines: AnsweredLine[] = [];
  let after = '';
  for (;;) {
    const page = await read(`/v1/me/payouts/${id}${after}`, payoutAnswer);
    lines.push(...page.lines);
    if (page.next === null) return lines;
    after = `?after=${page.next}`;
  }
}

/** A tip whose money is available at once, booked at Stripe. */
async function availableTip(change: Record<string, unknown> = {}) {
  const tip = await api.sendTip(change);
  await api.pay(tip.paymentIntentId, 'pm_card_bypassPending');
  await api.control('clock/advance', { milliseconds: 500 });
  await expect
    .poll(() => api.atStripe('GET', `/v1/charges?payment_intent=${tip.paymentIntentId}`))
    .toMatchObject({ data: [{ balance_transaction: expect.stringMatching(/^txn_/) }] });
  await api.stripe.webhooksIdle();
  return tip;
}

/** Pays out what is available, and waits until Stripe says what is in it. */
async function payOut() {
  await api.control('payouts/now', { account: adaAccount });
  await api.control('clock/advance', { milliseconds: 2000 });
  await expect.poll(async () => (await payouts())[0]?.contents).toBe('listed');
}

// Holds pay-211.
it('an owner sees the tips, refunds, disputes, fees and failed payouts that add up to each payout', async () => {
  const before = await payouts();
  const kept = await availableTip({ name: 'Jörg' });
  const refunded = await availableTip();
  await api.atStripe('POST', '/v1/refunds', { payment_intent: refunded.paymentIntentId, amount: '200' });
  expect((await read('/v1/me/balance', balanceAnswer)).balances).toEqual([
    { currency: 'usd', available: 710, pending: 0 },
  ]);
  await payOut();
  const [first] = await payouts();
  const lines = await linesOf(first?.id ?? '');
  expect(first).toMatchObject({ amount: 710, status: 'pending' });
  expect(payoutSums(lines)).toMatchObject({ tips: 1000, refunds: -200, fees: -90, total: 710 });
  expect(lines.map(({ kind, tip }) => [kind, tip?.tipId])).toEqual([
    ['refund', refunded.tipId],
    ['tip', refunded.tipId],
    ['tip', kept.tipId],
  ]);
  expect(lines.at(-1)?.tip?.fan).toBe('Jörg');

  await api.control('payouts/fail', { payout: first?.id, code: 'no_account' });
  expect(await payouts()).toMatchObject([{ status: 'failed', failureCode: 'no_account' }, ...before]);
  expect((await read('/v1/me/balance', balanceAnswer)).paused).toBe(true);
  await api.control('payouts/bank', { account: adaAccount, number: '000123456789' });
  const disputed = await availableTip();
  await availableTip();
  await availableTip();
  await availableTip();
  await api.control('disputes/create', { charge: disputed.paymentIntentId });
  await payOut();
  const [second] = await payouts();
  const sums = payoutSums(await linesOf(second?.id ?? ''));
  expect(sums).toMatchObject({ payouts: 710, tips: 2000, disputes: -500, fees: -1680 });
  expect(sums.total).toBe(second?.amount);
});

it('a payout made by hand has no lines, and is itself a line of the next automatic one', async () => {
  await availableTip();
  const made = await api.atStripe('POST', '/v1/payouts', { amount: '50', currency: 'usd' });
  expect(made).toMatchObject({ automatic: false });
  const [byHand] = await payouts();
  expect(byHand).toMatchObject({ amount: 50, contents: 'never' });
  expect(await linesOf(byHand?.id ?? '')).toEqual([]);
  await payOut();
  const [next] = await payouts();
  const lines = await linesOf(next?.id ?? '');
  expect(lines.map(({ kind }) => kind).toSorted()).toEqual(['payout', 'tip']);
  expect(payoutSums(lines).total).toBe(next?.amount);
});
