import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { tipDocument } from '../../core/money-documents/tip-document';
import {
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  refusedFields,
  sendEvent,
  sendTip,
  signIn,
  word,
} from '../testing/ada';
import {
  connect,
  paymentsIn,
  newOwner,
  accountId,
  secondId,
  finishOnboarding,
  publishedOwner,
  cutAtStripe,
} from '../testing/connecting-owner';

describe('POST /v1/me/payments/connect', () => {
  // Holds pay-004.
  it('creates one account, and a new link each time', async () => {
    const scenario = newOwner();
    const both = await Promise.all([connect(scenario), connect(scenario)]);
    expect(both.map((answer) => [answer.status, answer.json['url']])).toEqual([
      [200, `https://connect.test/setup/${accountId}/1`],
      [200, `https://connect.test/setup/${accountId}/2`],
    ]);
    expect(scenario.deps.accounts.states.size).toBe(1);
    expect(paymentsIn(scenario)).toMatchObject({
      accountId,
      country: 'US',
      currency: 'usd',
      cardPayments: 'restricted',
      requirements: ['individual.verification.document'],
    });
    expect((await connect(scenario)).json['url']).toBe(`https://connect.test/setup/${accountId}/3`);
    expect(
      scenario.deps.accounts.calls.filter((call) => call === 'createAccount').length,
    ).toBeLessThanOrEqual(2);
  });

  // Holds pay-020.
  it('the state follows events and requests', async () => {
    const scenario = newOwner();
    await connect(scenario);
    finishOnboarding(scenario);
    expect(
      (await sendEvent(scenario, 'account.updated', { account: accountId, objectId: accountId })).status,
    ).toBe(200);
    expect(paymentsIn(scenario)).toMatchObject({ cardPayments: 'active', requirements: [] });
    await scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken));
    expect((await scenario.call('GET', '/v1/profiles/ada')).json['tips']).toMatchObject({ state: 'on' });
    const state = scenario.deps.accounts.states.get(accountId);
    if (state) scenario.deps.accounts.states.set(accountId, { ...state, cardPayments: 'restricted' });
    const asked = await scenario.call('POST', '/v1/me/payments/refresh', undefined, bearerOf(adaToken));
    expect({ status: asked.status, cardPayments: asked.json['cardPayments'] }).toEqual({
      status: 200,
      cardPayments: 'restricted',
    });
    expect((await scenario.call('GET', '/v1/profiles/ada')).json['tips']).toMatchObject({
      state: 'not-ready',
    });
  });

  // Holds pay-021.
  it('tips are hidden after the owner disconnects at Stripe, and connecting starts again', async () => {
    const scenario = await publishedOwner();
    cutAtStripe(scenario);
    await sendEvent(scenario, 'account.application.deauthorized', { account: accountId });
    expect(paymentsIn(scenario)).toMatchObject({
      accountId,
      cardPayments: 'none',
      disconnectedAt: scenario.deps.clock.now(),
    });
    expect((await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' })).json['code']).toBe(
      'payments-not-ready',
    );
    expect((await connect(scenario)).json['url']).toBe(`https://connect.test/setup/${secondId}/2`);
    expect(paymentsIn(scenario)).toMatchObject({
      accountId: secondId,
      disconnectedAt: null,
      cardPayments: 'restricted',
    });
    finishOnboarding(scenario, secondId);
    await sendEvent(scenario, 'account.updated', { account: secondId, objectId: secondId });
    expect(paymentsIn(scenario)).toMatchObject({ accountId: secondId, cardPayments: 'active' });
    expect((await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' })).json['stripeAccount']).toBe(
      secondId,
    );
  });

  it('a disconnected owner can connect again each time, with a new account', async () => {
    const scenario = newOwner();
    for (const [turn, id] of [1, 2, 3].entries()) {
      expect((await connect(scenario)).json['url']).toBe(
        `https://connect.test/setup/acct_${id}_of_${adaUid}/${turn + 1}`,
      );
      cutAtStripe(scenario);
    }
  });

  it('connecting again works before any event of the disconnection', async () => {
    const scenario = await publishedOwner();
    cutAtStripe(scenario);
    expect((await connect(scenario)).json['url']).toBe(`https://connect.test/setup/${secondId}/2`);
  });

  // Holds pay-008.
  it('creates another account when Stripe repeats the answer about a disconnected one', async () => {
    const scenario = newOwner();
    scenario.deps.accounts.failNext(
      'createAccount',
      { kind: 'unavailable', error: new Error('lost') },
      'after',
    );
    expect((await connect(scenario)).json['code']).toBe('service-unavailable');
    cutAtStripe(scenario);
    expect((await connect(scenario)).json['url']).toBe(`https://connect.test/setup/${secondId}/1`);
    expect(paymentsIn(scenario)).toMatchObject({ accountId: secondId, disconnectedAt: null });
  });

  // Holds pay-009.
  it('follows only the new account, and keeps the tips of the earlier one', async () => {
    const scenario = await publishedOwner();
    const earlier = await sendTip(scenario);
    cutAtStripe(scenario);
    await connect(scenario);
    finishOnboarding(scenario, secondId);
    await sendEvent(scenario, 'account.updated', { account: secondId });
    for (const type of ['account.application.deauthorized', 'account.updated'])
      expect((await sendEvent(scenario, type, { account: accountId })).status).toBe(200);
    expect(paymentsIn(scenario)).toMatchObject({
      accountId: secondId,
      cardPayments: 'active',
      disconnectedAt: null,
    });
    const later = await sendTip(scenario);
    const both = [
      [earlier, accountId],
      [later, secondId],
    ] as const;
    for (const [{ paymentIntentId, tipId }, account] of both) {
      scenario.stripe.pay(paymentIntentId);
      const reference = { uid: adaUid, tipId };
      await sendEvent(scenario, 'payment_intent.succeeded', { account, paymentIntentId, reference });
      expect(tipDocument.decode(scenario.deps.store.dump()[paths.tip(adaUid, tipId)])).toMatchObject({
        value: { state: 'paid', stripe: { accountId: account } },
      });
    }
  });

  it('one account remains after two concurrent requests for different ones', async () => {
    const scenario = newOwner();
    const both = await Promise.all([connect(scenario), connect(scenario, { country: 'DE', currency: null })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const links = both.map((answer) => word(answer, 'url').replace(/\/\d+$/, ''));
    const { accountId: connected } = paymentsIn(scenario);
    expect(links).toEqual([1, 2].map(() => `https://connect.test/setup/${connected}`));
  });

  it('the new account has its own country', async () => {
    const scenario = await publishedOwner();
    cutAtStripe(scenario);
    await connect(scenario, { country: 'JP', currency: 'jpy' });
    expect(paymentsIn(scenario)).toMatchObject({ country: 'JP', feesCountry: 'JP', currency: 'jpy' });
  });

  // Holds pay-010.
  it('a test account takes no tips on a live server until its owner connects again', async () => {
    const scenario = await adasScenario(
      { mode: 'connect', livemode: true },
      { payments: { mode: 'connect' } },
    );
    const state = async () => (await scenario.call('GET', '/v1/profiles/ada')).json['tips'];
    expect(await state()).toMatchObject({ state: 'not-ready' });
    expect((await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' })).json['code']).toBe(
      'payments-not-ready',
    );
    expect((await scenario.call('GET', '/v1/me/sites', undefined, bearerOf(adaToken))).json['code']).toBe(
      'payments-not-ready',
    );
    expect((await connect(scenario)).json['url']).toBe(`https://connect.test/setup/${accountId}/1`);
    finishOnboarding(scenario);
    await sendEvent(scenario, 'account.updated', { account: accountId, livemode: true });
    expect(paymentsIn(scenario)).toMatchObject({ accountId, livemode: true, cardPayments: 'active' });
    expect(await state()).toMatchObject({ state: 'on' });
  });

  // Holds pay-024.
  it("uses the server's own account in single mode, for the first owner only", async () => {
    const scenario = newOwner({ mode: 'single' });
    const answer = await connect(scenario);
    expect({ status: answer.status, url: answer.json['url'] }).toEqual({ status: 200, url: null });
    expect(paymentsIn(scenario)).toMatchObject({ mode: 'single', accountId: null, cardPayments: 'active' });
    signIn(scenario.deps, 'uid-eve', 'token-eve');
    expect((await connect(scenario, undefined, 'token-eve')).json['code']).toBe('payments-not-ready');
  });

  it('has nothing to refresh before the first account', async () => {
    const scenario = newOwner();
    const asked = await scenario.call('POST', '/v1/me/payments/refresh', undefined, bearerOf(adaToken));
    expect(asked.json['code']).toBe('payments-not-ready');
  });

  it.each([
    ['country', { country: 'us', currency: null }],
    ['country', { currency: null }],
    ['currency', { country: 'US', currency: 'USD' }],
    ['accountId', { country: 'US', currency: null, accountId: 'acct_eve' }],
  ])('refuses an invalid %s, naming the field', async (field, body) => {
    const answer = await connect(newOwner(), body);
    expect({ status: answer.status, fields: refusedFields(answer) }).toEqual({
      status: 422,
      fields: [field],
    });
  });

  it('requires a token that was not revoked', async () => {
    const scenario = newOwner();
    scenario.deps.idTokens.revoked.add(adaToken);
    expect((await connect(scenario)).status).toBe(401);
  });
});
