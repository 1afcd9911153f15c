import { describe, expect, it } from 'vitest';
import { parseWith } from '../../core/base/result';
import { tipSession as tipSessionShape } from '../../core/fan-api/tip-api';
import { adaDraft, adasScenario, fanOrigin } from '../testing/ada';

describe('POST /v1/tip-sessions', () => {
  // Holds pay-036.
  it("returns the sheet's data, and creates nothing", async () => {
    const scenario = await adasScenario();
    const before = scenario.deps.store.dump();
    const answer = await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' });
    expect(parseWith(tipSessionShape, answer.json).ok).toBe(true);
    expect(answer.json).toMatchObject({
      currency: 'usd',
      limits: { min: 100, max: 50000, step: 1 },
      presets: [300, 500, 1000],
      fees: { bps: 290, fixed: 30, platformBps: 0 },
      stripeAccount: 'acct_ada',
      expiresAt: scenario.deps.clock.now() + 30 * 60_000,
    });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(scenario.deps.store.dump()).toEqual(before);
    expect(scenario.deps.payments.calls).toEqual([]);
  });

  // Holds pay-134.
  it.each([
    ['tips are off', { draft: { tips: { ...adaDraft.tips, on: false } } }, 409, 'tips-off'],
    [
      'payments are restricted',
      { payments: { cardPayments: 'restricted' } as const },
      409,
      'payments-not-ready',
    ],
    ['the owner disconnected', { payments: { disconnectedAt: 1 } }, 409, 'payments-not-ready'],
    [
      'the site is not allowed',
      { draft: { allowedSites: ['https://only.example'] } },
      403,
      'site-not-allowed',
    ],
  ])('has the problem for the case that %s', async (_, change, status, code) => {
    const scenario = await adasScenario({}, change);
    const answer = await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' });
    expect(answer).toMatchObject({ status, json: { code } });
  });

  // Holds pay-134.
  it("accepts the owner's sites and our own pages", async () => {
    const scenario = await adasScenario({}, { draft: { allowedSites: [fanOrigin] } });
    for (const origin of [fanOrigin, 'https://busker.test']) {
      expect((await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' }, { origin })).status).toBe(
        200,
      );
    }
  });

  it.each([[{}], [{ handle: 7 }], [{ handle: 'ada', extra: 1 }], [{ handle: 'x' }], [null], [[]], ['ada']])(
    'refuses the body %j',
    async (body) => {
      const scenario = await adasScenario();
      const answer = await scenario.call('POST', '/v1/tip-sessions', JSON.stringify(body));
      expect(answer).toMatchObject({ status: 422, json: { code: 'invalid-fields' } });
    },
  );
});
