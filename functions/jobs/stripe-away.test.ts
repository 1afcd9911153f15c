import { describe, expect, it } from 'vitest';
import { adaToken, bearerOf, goodTip, paidTip, sendTip, type Stage } from '../testing/ada';
import { stageWithAccount } from '../testing/known-account';
import { tipIn } from '../testing/stored-state';
import { runSweep, type SweepName } from './run-sweep';

const minute = 60_000;
const day = 24 * 60 * minute;
const cut = { kind: 'unavailable', error: new Error('socket hang up') } as const;

/** The errors that a sweep logged, which alerts are based on. */
async function errorsOf(stage: Stage, sweep: SweepName): Promise<readonly unknown[]> {
  const { lines } = stage.deps;
  const before = lines.length;
  await runSweep(stage.deps, sweep);
  const written = lines.slice(before).map((line): unknown => JSON.parse(line));
  return written.filter((line) => JSON.stringify(line).includes('"severity":"ERROR"'));
}

const missed = (sweep: string, count: number, reason = 'socket hang up') => [
  expect.objectContaining({ message: 'sweep failed', sweep, missed: count, reason }),
];

const refundBody = { requestId: '0f9b1c2d-3e4f-4a5b-8c6d-cccccccccccc', amount: 200, reason: 'duplicate' };

describe('a sweep while Stripe is unavailable', () => {
  // Holds pay-097.
  it('logs one error for all tips that it could not sync, and none once Stripe is back', async () => {
    const stage = await stageWithAccount();
    const tips = await Promise.all([1, 2, 3].map(() => sendTip(stage)));
    for (const { paymentIntentId } of tips) {
      stage.stripe.pay(paymentIntentId);
      stage.deps.payments.failNext('snapshot', cut);
    }
    stage.deps.clock.advance(2 * minute + 1);
    expect(await errorsOf(stage, 'every-5-minutes')).toEqual(missed('follow-open-tips', 3));
    stage.deps.clock.advance(5 * minute);
    expect(await errorsOf(stage, 'every-5-minutes')).toEqual([]);
    expect(tips.map(({ tipId }) => tipIn(stage, tipId).state)).toEqual(['paid', 'paid', 'paid']);
  });

  it('logs a draft whose payment could not be created', async () => {
    const stage = await stageWithAccount();
    for (let call = 0; call < 2; call += 1) stage.deps.payments.failNext('createIntent', cut);
    await stage.call('POST', '/v1/tips', await goodTip(stage));
    stage.deps.clock.advance(2 * minute + 1);
    expect(await errorsOf(stage, 'every-5-minutes')).toEqual(missed('follow-open-tips', 1));
  });

  it('logs payments that could not be cancelled or read afterwards', async () => {
    for (const call of ['cancelIntent', 'snapshot'] as const) {
      const stage = await stageWithAccount();
      await sendTip(stage);
      stage.deps.clock.advance(day + 1);
      stage.deps.payments.failNext(call, cut);
      expect(await errorsOf(stage, 'hourly'), call).toEqual(missed('end-abandoned', 1));
    }
  });

  it('logs a refund that could not be requested again', async () => {
    const stage = await stageWithAccount();
    const tip = await paidTip(stage);
    for (let call = 0; call < 2; call += 1) stage.deps.refunds.failNext('createRefund', cut);
    await stage.call('POST', `/v1/me/tips/${tip.tipId}/refunds`, refundBody, bearerOf(adaToken));
    stage.deps.clock.advance(3 * minute);
    const reason = 'A refund could not be asked for again';
    expect(await errorsOf(stage, 'hourly')).toEqual(missed('repeat-refunds', 1, reason));
    expect(tipIn(stage, tip.tipId).refund).toMatchObject({ status: 'pending', pending: 200 });
  });

  it.each(['listBookings', 'listDisputes', 'listWarnings', 'snapshot'] as const)(
    'logs an account that could not be compared (%s)',
    async (call) => {
      const stage = await stageWithAccount();
      const tip = await paidTip(stage);
      stage.stripe.refund(tip.paymentIntentId, 100);
      stage.deps.payments.failNext(call, cut);
      expect(await errorsOf(stage, 'daily')).toEqual([]);
      expect(await errorsOf(stage, 'hourly')).toEqual(missed('reconcile', 1));
    },
  );
});

// Holds pay-097.
it('logs it when Stripe refuses the request', async () => {
  const stage = await stageWithAccount();
  await sendTip(stage);
  const refused = { kind: 'refused', code: 'secret_key_required', requestId: 'req_1' } as const;
  stage.deps.payments.failNext('snapshot', refused);
  stage.deps.clock.advance(2 * minute + 1);
  const reason = 'Stripe refused: secret_key_required';
  expect(await errorsOf(stage, 'every-5-minutes')).toEqual(missed('follow-open-tips', 1, reason));
});

it('does not log a disconnected account: there is nothing to read', async () => {
  const stage = await stageWithAccount();
  await sendTip(stage);
  stage.deps.payments.failNext('snapshot', { kind: 'gone' });
  stage.deps.clock.advance(2 * minute + 1);
  expect(await errorsOf(stage, 'every-5-minutes')).toEqual([]);
});
