import { describe, expect, it } from 'vitest';
import { adaToken, bearerOf, goodTip, paidTip, sendTip, type Scenario } from '../testing/ada';
import { scenarioWithAccount } from '../testing/known-account';
import { tipIn } from '../testing/stored-state';
import { runSweep, type SweepName } from './run-sweep';

const minute = 60_000;
const day = 24 * 60 * minute;
const cut = { kind: 'unavailable', error: new Error('socket hang up') } as const;

/** The errors that a sweep logged, which alerts are based on. */
async function errorsOf(scenario: Scenario, sweep: SweepName): Promise<readonly unknown[]> {
  const { lines } = scenario.deps;
  const before = lines.length;
  await runSweep(scenario.deps, sweep);
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
    const scenario = await scenarioWithAccount();
    const tips = await Promise.all([1, 2, 3].map(() => sendTip(scenario)));
    for (const { paymentIntentId } of tips) {
      scenario.stripe.pay(paymentIntentId);
      scenario.deps.payments.failNext('snapshot', cut);
    }
    scenario.deps.clock.advance(2 * minute + 1);
    expect(await errorsOf(scenario, 'every-5-minutes')).toEqual(missed('follow-open-tips', 3));
    scenario.deps.clock.advance(5 * minute);
    expect(await errorsOf(scenario, 'every-5-minutes')).toEqual([]);
    expect(tips.map(({ tipId }) => tipIn(scenario, tipId).state)).toEqual(['paid', 'paid', 'paid']);
  });

  it('logs a draft whose payment could not be created', async () => {
    const scenario = await scenarioWithAccount();
    for (let call = 0; call < 2; call += 1) scenario.deps.payments.failNext('createIntent', cut);
    await scenario.call('POST', '/v1/tips', await goodTip(scenario));
    scenario.deps.clock.advance(2 * minute + 1);
    expect(await errorsOf(scenario, 'every-5-minutes')).toEqual(missed('follow-open-tips', 1));
  });

  it('logs payments that could not be cancelled or read afterwards', async () => {
    for (const call of ['cancelIntent', 'snapshot'] as const) {
      const scenario = await scenarioWithAccount();
      await sendTip(scenario);
      scenario.deps.clock.advance(day + 1);
      scenario.deps.payments.failNext(call, cut);
      expect(await errorsOf(scenario, 'hourly'), call).toEqual(missed('end-abandoned', 1));
    }
  });

  it('logs a refund that could not be requested again', async () => {
    const scenario = await scenarioWithAccount();
    const tip = await paidTip(scenario);
    for (let call = 0; call < 2; call += 1) scenario.deps.refunds.failNext('createRefund', cut);
    await scenario.call('POST', `/v1/me/tips/${tip.tipId}/refunds`, refundBody, bearerOf(adaToken));
    scenario.deps.clock.advance(3 * minute);
    const reason = 'A refund could not be asked for again';
    expect(await errorsOf(scenario, 'hourly')).toEqual(missed('repeat-refunds', 1, reason));
    expect(tipIn(scenario, tip.tipId).refund).toMatchObject({ status: 'pending', pending: 200 });
  });

  it.each(['listBookings', 'listDisputes', 'listWarnings', 'snapshot'] as const)(
    'logs an account that could not be compared (%s)',
    async (call) => {
      const scenario = await scenarioWithAccount();
      const tip = await paidTip(scenario);
      scenario.stripe.refund(tip.paymentIntentId, 100);
      scenario.deps.payments.failNext(call, cut);
      expect(await errorsOf(scenario, 'daily')).toEqual([]);
      expect(await errorsOf(scenario, 'hourly')).toEqual(missed('reconcile', 1));
    },
  );
});

// Holds pay-097.
it('logs it when Stripe refuses the request', async () => {
  const scenario = await scenarioWithAccount();
  await sendTip(scenario);
  const refused = { kind: 'refused', code: 'secret_key_required', requestId: 'req_1' } as const;
  scenario.deps.payments.failNext('snapshot', refused);
  scenario.deps.clock.advance(2 * minute + 1);
  const reason = 'Stripe refused: secret_key_required';
  expect(await errorsOf(scenario, 'every-5-minutes')).toEqual(missed('follow-open-tips', 1, reason));
});

it('does not log a disconnected account: there is nothing to read', async () => {
  const scenario = await scenarioWithAccount();
  await sendTip(scenario);
  scenario.deps.payments.failNext('snapshot', { kind: 'gone' });
  scenario.deps.clock.advance(2 * minute + 1);
  expect(await errorsOf(scenario, 'every-5-minutes')).toEqual([]);
});
