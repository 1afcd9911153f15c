import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { waysAnswer } from '@busker/core/dashboard-api/owner-api';
import { paths } from '@busker/core/documents/documents';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import { eventDocument } from '@busker/core/outbox-documents/event-document';
import { stored } from '../store/store';
import {
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  emptyScenario,
  refusedFields,
  sendEvent,
  sendTip,
  signIn,
  word,
  scenarioWithAccount,
  type Scenario,
  accountId,
  connect,
  cutAtStripe,
  finishOnboarding,
  newOwner,
  paymentsIn,
  publishedOwner,
  secondId,
} from '../testing/ada';
import { traces } from '../testing/stored-state';

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

  // Holds out-2046.
  it('the end of a payout is told to its owner once, and another account’s is nobody’s', async () => {
    const scenario = newOwner();
    await connect(scenario);
    finishOnboarding(scenario);
    const payout = {
      id: 'po_1',
      amount: 24_981,
      currency: 'usd',
      createdAt: 1,
      arrivesAt: 2,
      contents: 'listed',
      failureCode: null,
    } as const;
    const { payouts } = scenario.deps.payouts;
    payouts.push({ ...payout, status: 'pending' });
    const told = () =>
      Object.values(scenario.deps.store.dump()).flatMap((data) => {
        const read = eventDocument.decode(data);
        return read.ok && read.value.type.startsWith('payout.') ? [read.value.fact] : [];
      });
    const send = (type: string, account = accountId) =>
      sendEvent(scenario, type, { account, objectId: 'po_1' });
    expect((await send('payout.paid')).status).toBe(200);
    expect(told()).toEqual([]);
    payouts[0] = { ...payout, status: 'paid' };
    await send('payout.paid', 'acct_other');
    expect(told()).toEqual([]);
    await send('payout.paid');
    await send('payout.paid');
    const fact = { type: 'payout.paid', payoutId: 'po_1', amount: 24_981, currency: 'usd' };
    expect(told()).toEqual([fact]);
    payouts[0] = { ...payout, status: 'failed' };
    await send('payout.failed');
    expect(
      told()
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(['payout.failed', 'payout.paid']);
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

const poorKey = {
  error: new Error('The key lacks a permission'),
  key: {
    why: 'permission',
    code: 'invalid_request_error',
    requestId: 'req_2',
    permission: 'rak_accounts_write',
  },
} as const;

describe('connecting payments', () => {
  // Holds dash-084, pay-191.
  it.each([
    ['Stripe is away', { kind: 'unavailable', error: new Error('cut') }, 'service-unavailable'],
    [
      'the country is refused',
      { kind: 'refused', code: 'country_unsupported', requestId: 'req_1' },
      'account-refused',
    ],
    ['the key lacks a permission', { ...poorKey, kind: 'unavailable' }, 'stripe-key-refused'],
  ] as const)('answers with a separate problem code when %s', async (_, failure, code) => {
    const scenario = newOwner();
    scenario.deps.accounts.failNext('createAccount', failure);
    expect((await connect(scenario)).json['code']).toBe(code);
  });

  // Holds pay-191, host-038.
  it('logs each refusal with Stripe’s code and request id, and the permission that the key lacks', async () => {
    const scenario = newOwner();
    const { accounts, lines } = scenario.deps;
    accounts.failNext('createAccount', { kind: 'refused', code: 'country_unsupported', requestId: 'req_1' });
    await connect(scenario);
    accounts.failNext('createAccount', { ...poorKey, kind: 'unavailable' });
    await connect(scenario);
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const refused = logged.filter(({ message }) => message === 'connecting refused');
    expect(refused).toMatchObject([
      { code: 'country_unsupported', stripeRequestId: 'req_1', permission: null },
      { code: 'invalid_request_error', stripeRequestId: 'req_2', permission: 'rak_accounts_write' },
    ]);
    expect(logged.filter(({ message }) => message === 'Stripe key refused')).toHaveLength(1);
  });
});

const asked = (scenario: Scenario) => scenario.call('GET', '/v1/me/ways', undefined, bearerOf(adaToken));

const statesIn = (json: unknown) =>
  Object.fromEntries(v.parse(waysAnswer, json).ways.map(({ type, state }) => [type, state]));

// Holds pay-228.
describe('the ways to pay of an owner', () => {
  it('have the state that Stripe gives them now', async () => {
    const scenario = await scenarioWithAccount();
    const { ways: methods } = scenario.deps.accounts;
    methods.set('amazon_pay', { capability: 'pending', shown: true });
    methods.set('cashapp', { capability: 'restricted', shown: true });
    methods.set('google_pay', { capability: 'active', shown: false });
    const { status, json } = await asked(scenario);
    expect(status).toBe(200);
    expect(statesIn(json)).toMatchObject({
      card: 'on',
      link: 'on',
      apple_pay: 'on',
      google_pay: 'off',
      amazon_pay: 'waiting',
      cashapp: 'missing',
      ideal: 'other-currency',
      twint: 'other-currency',
    });
  });

  // Holds pay-412.
  it.each([
    ['allowed', true, 'US', 'missing', 'on'],
    ['not allowed', false, 'US', 'other-currency', 'other-currency'],
    ['allowed, and Stripe does not convert', true, 'IN', 'other-currency', 'other-currency'],
  ] as const)(
    'of other currencies, with the fan’s own %s',
    async (_when, fanCurrency, country, ideal, twint) => {
      const scenario = await scenarioWithAccount();
      const { store, accounts } = scenario.deps;
      const [profile, payments] = [
        await store.read(stored.profile(adaUid)),
        await store.read(stored.payments(adaUid)),
      ];
      if (profile === undefined || payments === undefined) throw new Error('Ada is not published');
      await store.transaction(async (tx) => {
        tx.write(stored.profile(adaUid), { ...profile, tips: { ...profile.tips, fanCurrency } });
        tx.write(stored.payments(adaUid), { ...payments, country });
      });
      accounts.ways.set('ideal', { capability: 'restricted', shown: true });
      accounts.ways.set('twint', { capability: 'active', shown: true });
      expect(statesIn((await asked(scenario)).json)).toMatchObject({
        card: 'on',
        ideal,
        twint,
        wero: 'other-currency',
      });
    },
  );

  it('are not there without an account', async () => {
    const scenario = emptyScenario();
    signIn(scenario.deps, adaUid, adaToken);
    const { status, json } = await asked(scenario);
    expect([status, json['code']]).toEqual([409, 'payments-not-ready']);
  });

  it('are asked for again when Stripe is away', async () => {
    const scenario = await scenarioWithAccount();
    scenario.deps.accounts.failNext('readMethods', { kind: 'unavailable', error: new Error('away') });
    const { status, json } = await asked(scenario);
    expect([status, json['code']]).toEqual([503, 'service-unavailable']);
    expect((await asked(scenario)).status).toBe(200);
  });

  it('are asked for again when Stripe refuses the question', async () => {
    const scenario = await scenarioWithAccount();
    scenario.deps.accounts.failNext('readMethods', {
      kind: 'refused',
      code: 'parameter_unknown',
      requestId: null,
    });
    const { status, json } = await asked(scenario);
    expect([status, json['code']]).toEqual([503, 'service-unavailable']);
  });

  it('belong to an account that the owner disconnected no more', async () => {
    const scenario = await scenarioWithAccount();
    scenario.deps.accounts.states.clear();
    const { status, json } = await asked(scenario);
    expect([status, json['code']]).toEqual([409, 'payments-not-ready']);
  });
});

describe('what connecting costs at Stripe', () => {
  // Holds host-079.
  it.each(['refresh', 'connect'])(
    '60 presses of %s make at most 40 calls of Stripe, and are told to wait',
    async (what) => {
      const scenario = await adasScenario({ limitFactor: 1 });
      const body = what === 'connect' ? { country: 'US', currency: null } : undefined;
      const press = () => scenario.call('POST', `/v1/me/payments/${what}`, body, bearerOf(adaToken));
      const { calls } = scenario.deps.accounts;
      const before = calls.length;
      const statuses = [];
      for (let n = 0; n < 15; n += 1) statuses.push((await press()).status);
      expect(statuses).toEqual(Array<number>(15).fill(200));
      const after = traces(scenario);
      for (let n = 15; n < 60; n += 1) {
        const refused = await press();
        expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
      }
      expect(traces(scenario)).toBe(after);
      expect(calls.length - before).toBeLessThanOrEqual(40);
    },
  );

  // Holds host-079.
  it('a draft that is published again unchanged writes nothing, and tells nobody', async () => {
    const scenario = await adasScenario();
    const publish = () => scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken));
    scenario.deps.clock.advance(60_000);
    const before = JSON.stringify(scenario.deps.store.dump());
    const answers = [];
    for (let n = 0; n < 25; n += 1) answers.push(await publish());
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(25).fill(200));
    expect(answers[0]?.json).toMatchObject({ handle: 'ada', revision: 1 });
    expect(JSON.stringify(scenario.deps.store.dump())).toBe(before);
  });
});
