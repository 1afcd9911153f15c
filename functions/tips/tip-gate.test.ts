import { describe, expect, it } from 'vitest';
import {
  adaDraft,
  adaPayments,
  adasScenario,
  adaUid,
  bearerOf,
  fanOrigin,
  goodTip,
  putDraft,
  putPayments,
  sendTip,
  signIn,
  storedTips,
  tipSession,
} from '../testing/ada';

describe('the gate of POST /v1/tips', () => {
  // Holds pay-116.
  it('is valid only on its own page, for half an hour, unaltered', async () => {
    const scenario = await adasScenario();
    const session = await tipSession(scenario);
    const code = async (change: { session?: string; origin?: string }) => {
      const request = await goodTip(scenario, { session: change.session ?? session });
      const origin = change.origin ?? fanOrigin;
      return (await scenario.call('POST', '/v1/tips', request, { origin })).json['code'];
    };
    expect(await code({ origin: 'https://evil.example' })).toBe('session-invalid');
    expect(
      await code({
        session: `${session.slice(0, -5)}${session.at(-5) === 'A' ? 'B' : 'A'}${session.slice(-4)}`,
      }),
    ).toBe('session-invalid');
    const [payload, mac] = session.split('.');
    const forged = Buffer.from(String(payload), 'base64url').toString().replace('acct_ada', 'acct_eve');
    expect(await code({ session: `${Buffer.from(forged).toString('base64url')}.${mac}` })).toBe(
      'session-invalid',
    );
    expect(await code({ session: 'no-token' })).toBe('session-invalid');
    expect(storedTips(scenario)).toEqual([]);
    scenario.deps.clock.advance(30 * 60_000 - 1);
    expect(await code({})).toBeUndefined();
    expect(storedTips(scenario)).toHaveLength(1);
    scenario.deps.clock.advance(1);
    expect(await code({})).toBe('session-expired');
    expect(storedTips(scenario)).toHaveLength(1);
  });

  it('refuses the token of a tip', async () => {
    const scenario = await adasScenario();
    const { tipToken } = await sendTip(scenario);
    const answer = await scenario.call('POST', '/v1/tips', await goodTip(scenario, { session: tipToken }));
    expect(answer.json['code']).toBe('session-invalid');
  });

  it('stays valid while secrets are rotated', async () => {
    const scenario = await adasScenario({ secrets: ['old '.repeat(8)] });
    const session = await tipSession(scenario);
    const rotated = await adasScenario({ secrets: ['new '.repeat(8), 'old '.repeat(8)] });
    const request = await goodTip(rotated, { session });
    expect((await rotated.call('POST', '/v1/tips', request)).status).toBe(201);
    const dropped = await adasScenario({ secrets: ['new '.repeat(8)] });
    expect((await dropped.call('POST', '/v1/tips', request)).json['code']).toBe('session-invalid');
  });

  // Holds pay-116.
  it('is invalid for another profile', async () => {
    const scenario = await adasScenario();
    const session = await tipSession(scenario);
    signIn(scenario.deps, 'uid-eve', 'token-eve');
    putDraft(scenario.deps, 'uid-eve', { ...adaDraft, handle: 'eve' });
    putPayments(scenario.deps, 'uid-eve', adaPayments);
    const published = await scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf('token-eve'));
    expect(published.status).toBe(200);
    const answer = await scenario.call(
      'POST',
      '/v1/tips',
      await goodTip(scenario, { session, handle: 'eve' }),
    );
    expect(answer.json['code']).toBe('session-invalid');
    expect(storedTips(scenario)).toEqual([]);
  });

  // Holds pay-026.
  it('is refused when the owner is no longer ready, and nothing is created at Stripe', async () => {
    const scenario = await adasScenario();
    const session = await tipSession(scenario);
    const now = scenario.deps.clock.now();
    const changes = [
      { cardPayments: 'restricted' },
      { disconnectedAt: now },
      { pausedUntil: now + 1 },
    ] as const;
    for (const change of changes) {
      putPayments(scenario.deps, adaUid, { ...adaPayments, ...change });
      const answer = await scenario.call('POST', '/v1/tips', await goodTip(scenario, { session }));
      expect(answer).toMatchObject({ status: 409, json: { code: 'payments-not-ready' } });
    }
    expect({ storedTips: storedTips(scenario), calls: scenario.deps.payments.calls }).toEqual({
      storedTips: [],
      calls: [],
    });
  });

  // Holds pay-116.
  it('is invalid for another account', async () => {
    const scenario = await adasScenario();
    const session = await tipSession(scenario);
    putPayments(scenario.deps, adaUid, { ...adaPayments, accountId: 'acct_other' });
    const answer = await scenario.call('POST', '/v1/tips', await goodTip(scenario, { session }));
    expect(answer.json['code']).toBe('session-invalid');
  });
});
