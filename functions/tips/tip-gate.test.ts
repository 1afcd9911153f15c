import { describe, expect, it } from 'vitest';
import {
  adaDraft,
  adaPayments,
  adasStage,
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
    const stage = await adasStage();
    const session = await tipSession(stage);
    const code = async (change: { session?: string; origin?: string }) => {
      const request = await goodTip(stage, { session: change.session ?? session });
      const origin = change.origin ?? fanOrigin;
      return (await stage.call('POST', '/v1/tips', request, { origin })).json['code'];
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
    expect(storedTips(stage)).toEqual([]);
    stage.deps.clock.advance(30 * 60_000 - 1);
    expect(await code({})).toBeUndefined();
    expect(storedTips(stage)).toHaveLength(1);
    stage.deps.clock.advance(1);
    expect(await code({})).toBe('session-expired');
    expect(storedTips(stage)).toHaveLength(1);
  });

  it('refuses the token of a tip', async () => {
    const stage = await adasStage();
    const { tipToken } = await sendTip(stage);
    const answer = await stage.call('POST', '/v1/tips', await goodTip(stage, { session: tipToken }));
    expect(answer.json['code']).toBe('session-invalid');
  });

  it('stays valid while secrets are rotated', async () => {
    const stage = await adasStage({ secrets: ['old '.repeat(8)] });
    const session = await tipSession(stage);
    const rotated = await adasStage({ secrets: ['new '.repeat(8), 'old '.repeat(8)] });
    const request = await goodTip(rotated, { session });
    expect((await rotated.call('POST', '/v1/tips', request)).status).toBe(201);
    const dropped = await adasStage({ secrets: ['new '.repeat(8)] });
    expect((await dropped.call('POST', '/v1/tips', request)).json['code']).toBe('session-invalid');
  });

  // Holds pay-116.
  it('is invalid for another profile', async () => {
    const stage = await adasStage();
    const session = await tipSession(stage);
    signIn(stage.deps, 'uid-eve', 'token-eve');
    putDraft(stage.deps, 'uid-eve', { ...adaDraft, handle: 'eve' });
    putPayments(stage.deps, 'uid-eve', adaPayments);
    const published = await stage.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf('token-eve'));
    expect(published.status).toBe(200);
    const answer = await stage.call('POST', '/v1/tips', await goodTip(stage, { session, handle: 'eve' }));
    expect(answer.json['code']).toBe('session-invalid');
    expect(storedTips(stage)).toEqual([]);
  });

  // Holds pay-026.
  it('is refused when the owner is no longer ready, and nothing is created at Stripe', async () => {
    const stage = await adasStage();
    const session = await tipSession(stage);
    const now = stage.deps.clock.now();
    const changes = [
      { cardPayments: 'restricted' },
      { disconnectedAt: now },
      { pausedUntil: now + 1 },
    ] as const;
    for (const change of changes) {
      putPayments(stage.deps, adaUid, { ...adaPayments, ...change });
      const answer = await stage.call('POST', '/v1/tips', await goodTip(stage, { session }));
      expect(answer).toMatchObject({ status: 409, json: { code: 'payments-not-ready' } });
    }
    expect({ storedTips: storedTips(stage), calls: stage.deps.payments.calls }).toEqual({
      storedTips: [],
      calls: [],
    });
  });

  // Holds pay-116.
  it('is invalid for another account', async () => {
    const stage = await adasStage();
    const session = await tipSession(stage);
    putPayments(stage.deps, adaUid, { ...adaPayments, accountId: 'acct_other' });
    const answer = await stage.call('POST', '/v1/tips', await goodTip(stage, { session }));
    expect(answer.json['code']).toBe('session-invalid');
  });
});
