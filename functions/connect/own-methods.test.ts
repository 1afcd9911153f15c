import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { waysAnswer } from '../../core/dashboard-api/owner-api';
import { adaToken, adaUid, bearerOf, emptyScenario, signIn, type Scenario } from '../testing/ada';
import { stored } from '../store/stored';
import { scenarioWithAccount } from '../testing/known-account';

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
