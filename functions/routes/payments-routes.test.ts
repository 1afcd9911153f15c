import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents';
import { decodePayments } from '../../core/payments-document';
import {
  adaDraft,
  adasStage,
  adaToken,
  adaUid,
  bearerOf,
  emptyStage,
  putDraft,
  refusedFields,
  ring,
  signIn,
  type Stage,
} from '../testing/ada';

const connect = (stage: Stage, body: object = { country: 'US', currency: null }, token = adaToken) =>
  stage.call('POST', '/v1/me/payments/connect', body, bearerOf(token));

function paymentsIn(stage: Stage) {
  const payments = decodePayments(stage.deps.store.dump()[paths.payments(adaUid)]);
  if (!payments.ok) throw new Error('No payments');
  return payments.value;
}

/** Ada is signed in and has a draft, no payments yet. */
function newOwner(config: Parameters<typeof emptyStage>[0] = {}): Stage {
  const stage = emptyStage({ mode: 'connect', ...config });
  signIn(stage.deps, adaUid, adaToken);
  putDraft(stage.deps, adaUid, adaDraft);
  return stage;
}

const accountId = `acct_of_${adaUid}`;

function finishOnboarding(stage: Stage): void {
  const state = stage.deps.accounts.states.get(accountId);
  if (state)
    stage.deps.accounts.states.set(accountId, { ...state, cardPayments: 'active', requirements: [] });
}

describe('POST /v1/me/payments/connect', () => {
  it('makes one account and a new link each time', async () => {
    const stage = newOwner();
    const both = await Promise.all([connect(stage), connect(stage)]);
    expect(both.map((answer) => [answer.status, answer.json['url']])).toEqual([
      [200, `https://connect.test/setup/${accountId}/1`],
      [200, `https://connect.test/setup/${accountId}/2`],
    ]);
    expect(stage.deps.accounts.states.size).toBe(1);
    expect(paymentsIn(stage)).toMatchObject({
      accountId,
      country: 'US',
      currency: 'usd',
      cardPayments: 'restricted',
      requirements: ['individual.verification.document'],
    });
    expect((await connect(stage)).json['url']).toBe(`https://connect.test/setup/${accountId}/3`);
    expect(stage.deps.accounts.calls.filter((call) => call === 'createAccount').length).toBeLessThanOrEqual(
      2,
    );
  });

  it('is followed by events, and by asking', async () => {
    const stage = newOwner();
    await connect(stage);
    finishOnboarding(stage);
    expect((await ring(stage, 'account.updated', { account: accountId, objectId: accountId })).status).toBe(
      200,
    );
    expect(paymentsIn(stage)).toMatchObject({ cardPayments: 'active', requirements: [] });
    await stage.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken));
    expect((await stage.call('GET', '/v1/profiles/ada')).json['tips']).toMatchObject({ state: 'on' });
    const state = stage.deps.accounts.states.get(accountId);
    if (state) stage.deps.accounts.states.set(accountId, { ...state, cardPayments: 'restricted' });
    const asked = await stage.call('POST', '/v1/me/payments/refresh', undefined, bearerOf(adaToken));
    expect([asked.status, asked.json['cardPayments']]).toEqual([200, 'restricted']);
    expect((await stage.call('GET', '/v1/profiles/ada')).json['tips']).toMatchObject({ state: 'not-ready' });
  });

  it('hides tips when the owner cuts the connection at Stripe, and begins anew when asked', async () => {
    const stage = await adasStage({ mode: 'connect' });
    await connect(stage);
    stage.deps.accounts.states.clear();
    await stage.deps.store.transaction(async (tx) => tx.remove(paths.payments(adaUid)));
    await connect(stage);
    stage.deps.accounts.states.clear();
    await ring(stage, 'account.application.deauthorized', { account: accountId });
    expect(paymentsIn(stage)).toMatchObject({ cardPayments: 'none', disconnectedAt: stage.deps.clock.now() });
    expect((await stage.call('POST', '/v1/tip-sessions', { handle: 'ada' })).json['code']).toBe(
      'payments-not-ready',
    );
    expect((await connect(stage)).status).toBe(200);
    expect(paymentsIn(stage)).toMatchObject({ disconnectedAt: null, accountId });
  });

  it('takes the server’s own account in single mode, for the first owner alone', async () => {
    const stage = newOwner({ mode: 'single' });
    const answer = await connect(stage);
    expect([answer.status, answer.json['url']]).toEqual([200, null]);
    expect(paymentsIn(stage)).toMatchObject({ mode: 'single', accountId: null, cardPayments: 'active' });
    signIn(stage.deps, 'uid-eve', 'token-eve');
    expect((await connect(stage, undefined, 'token-eve')).json['code']).toBe('payments-not-ready');
  });

  it('says so when Stripe is away, refuses, or does not know of us', async () => {
    const stage = newOwner();
    stage.deps.accounts.failNext('createAccount', { kind: 'unavailable', error: new Error('cut') });
    expect((await connect(stage)).json['code']).toBe('service-unavailable');
    stage.deps.accounts.failNext('createAccount', {
      kind: 'refused',
      code: 'country_unsupported',
      requestId: null,
    });
    expect((await connect(stage)).json['code']).toBe('payment-refused');
    const asked = await stage.call('POST', '/v1/me/payments/refresh', undefined, bearerOf(adaToken));
    expect(asked.json['code']).toBe('payments-not-ready');
  });

  it.each([
    ['country', { country: 'us', currency: null }],
    ['country', { currency: null }],
    ['currency', { country: 'US', currency: 'USD' }],
    ['accountId', { country: 'US', currency: null, accountId: 'acct_eve' }],
  ])('refuses a wrong %s by its name', async (field, body) => {
    const answer = await connect(newOwner(), body);
    expect([answer.status, refusedFields(answer)]).toEqual([422, [field]]);
  });

  it('needs an owner whose token was not revoked', async () => {
    const stage = newOwner();
    stage.deps.idTokens.revoked.add(adaToken);
    expect((await connect(stage)).status).toBe(401);
  });
});
