import { describe, expect, it } from 'vitest';
import { parseWith } from '../../core/base/result';
import { tipCreated } from '../../core/fan-api/tip-api';
import {
  adaDraft,
  adaPayments,
  adasScenario,
  adaUid,
  fanOrigin,
  goodTip,
  putPayments,
  refusedFields,
  sendTip,
  storedTips,
  word,
} from '../testing/ada';

describe('POST /v1/tips', () => {
  // Holds web-056.
  it('stores the tip, creates one payment intent and returns its secret', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario, { name: ' Zo\u202ee ', message: 'Thank\n you', for: 'A post' });
    const answer = await scenario.call('POST', '/v1/tips', request);
    expect(answer.status).toBe(201);
    expect(parseWith(tipCreated, answer.json).ok).toBe(true);
    expect(answer.json).toMatchObject({ tipAmount: 500, coverAmount: 0, amount: 500, currency: 'usd' });
    const [path] = storedTips(scenario);
    expect(scenario.deps.store.dump()[path ?? '']).toMatchObject({
      rev: 2,
      state: 'pending',
      fan: { name: 'Zoe', message: 'Thank\nyou', anonymous: false },
      payment: { status: 'awaiting' },
      stripe: { accountId: 'acct_ada' },
      source: { origin: fanOrigin, for: 'A post' },
    });
    expect(scenario.deps.payments.calls).toEqual(['createIntent']);
  });

  // Holds web-030, pay-144.
  it('stores neither the secret nor the email address, and sends the address only to Stripe', async () => {
    const scenario = await adasScenario();
    const answer = await scenario.call(
      'POST',
      '/v1/tips',
      await goodTip(scenario, { receiptEmail: 'zoe@fans.example' }),
    );
    const kept = JSON.stringify(scenario.deps.store.dump()) + scenario.deps.lines.join('\n');
    expect(kept).not.toContain('zoe@fans.example');
    expect(kept).not.toContain('_secret_');
    expect(kept).not.toContain(word(answer, 'tipToken'));
    const [payment] = scenario.deps.payments.payments.values();
    expect(payment?.receiptEmail).toBe('zoe@fans.example');
  });

  // Holds pay-062.
  it('adds the costs when the fan covers them, and compares the total that the fan saw', async () => {
    const scenario = await adasScenario();
    const answer = await scenario.call(
      'POST',
      '/v1/tips',
      await goodTip(scenario, { coverCosts: true, total: 546 }),
    );
    expect(answer.json).toMatchObject({ tipAmount: 500, coverAmount: 46, amount: 546 });
  });

  // Holds pay-062.
  it.each([
    [{ total: 499 }, { tipAmount: 500, coverAmount: 0, amount: 500, currency: 'usd' }],
    [
      { coverCosts: true, total: 500 },
      { tipAmount: 500, coverAmount: 46, amount: 546, currency: 'usd' },
    ],
  ])('returns the right amounts when the total differs: %j', async (change, figures) => {
    const scenario = await adasScenario();
    const answer = await scenario.call('POST', '/v1/tips', await goodTip(scenario, change));
    expect({ status: answer.status, code: answer.json['code'], figures: answer.json['figures'] }).toEqual({
      status: 409,
      code: 'total-changed',
      figures,
    });
    expect(storedTips(scenario)).toEqual([]);
  });

  it('adds nothing when the owner does not offer it', async () => {
    const scenario = await adasScenario({}, { draft: { tips: { ...adaDraft.tips, coverCosts: false } } });
    const answer = await scenario.call(
      'POST',
      '/v1/tips',
      await goodTip(scenario, { coverCosts: true, total: 546 }),
    );
    expect(answer.json['figures']).toMatchObject({ coverAmount: 0, amount: 500 });
  });

  // Holds pay-002.
  it("adds the host's share if there is one, and none in single mode", async () => {
    const shared = await adasScenario({ mode: 'connect', platformFeeBps: 500 });
    await sendTip(shared);
    expect([...shared.deps.payments.payments.values()][0]?.order.applicationFee).toBe(25);
    const single = await adasScenario(
      { mode: 'single', platformFeeBps: 500 },
      { payments: { accountId: null } },
    );
    await sendTip(single);
    expect([...single.deps.payments.payments.values()][0]?.order).toMatchObject({
      applicationFee: 0,
      account: null,
    });
  });

  // Holds pay-421.
  it.each([
    ['US', 0],
    [null, 0],
    ['MX', 25],
  ] as const)(
    'takes the share of a Mexican account’s tips where the host is in %s: %i',
    async (home, share) => {
      const mexico = { country: 'MX', feesCountry: 'MX' };
      const scenario = await adasScenario({ mode: 'connect', platformFeeBps: 500 }, { payments: mexico });
      const { accounts } = scenario.deps;
      accounts.own = { ...accounts.own, country: home };
      const { json } = await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' });
      expect(json['fees'] ?? { platformBps: share * 20 }).toMatchObject({ platformBps: share * 20 });
      await sendTip(scenario);
      expect([...scenario.deps.payments.payments.values()][0]?.order.applicationFee).toBe(share);
      const asked = accounts.calls.filter((call) => call === 'readAccount').length;
      await sendTip(scenario);
      const askedAgain = accounts.calls.filter((call) => call === 'readAccount').length > asked;
      expect(askedAgain).toBe(home === null);
    },
  );

  it.each([
    ['handle', { handle: 'x' }],
    ['handle', { handle: undefined }],
    ['tipAmount', { tipAmount: '500' }],
    ['tipAmount', { tipAmount: 5.5 }],
    ['tipAmount', { tipAmount: -500 }],
    ['tipAmount', { tipAmount: 1e12 }],
    ['tipAmount', { tipAmount: null }],
    ['total', { total: 500.1 }],
    ['total', { total: undefined }],
    ['coverCosts', { coverCosts: 'yes' }],
    ['currency', { currency: 'USD' }],
    ['currency', { currency: 'xxx' }],
    ['name', { name: 7 }],
    ['name', { name: 'n'.repeat(41) }],
    ['message', { message: 'm'.repeat(201) }],
    ['message', { message: ['m'] }],
    ['anonymous', { anonymous: 1 }],
    ['for', { for: 'f'.repeat(121) }],
    ['placement', { placement: 'p'.repeat(61) }],
    ['receiptEmail', { receiptEmail: 'not an address' }],
    ['clientRequestId', { clientRequestId: '17' }],
    ['session', { session: '' }],
    ['session', { session: 'x'.repeat(2001) }],
    ['surface', { surface: 'iframe' }],
    ['challenge', { challenge: 7 }],
    ['amount', { amount: 1 }],
    ['account', { account: 'acct_eve' }],
  ])('refuses an invalid %s, naming the field: %j', async (field, change) => {
    const scenario = await adasScenario();
    const answer = await scenario.call('POST', '/v1/tips', { ...(await goodTip(scenario)), ...change });
    expect({ status: answer.status, fields: refusedFields(answer) }).toEqual({
      status: 422,
      fields: [field],
    });
    expect(storedTips(scenario)).toEqual([]);
    expect(scenario.deps.payments.calls).toEqual([]);
  });

  it.each([
    [99, 'amount-too-small'],
    [50_001, 'amount-too-large'],
  ])('refuses %d outside the limits, and returns the limits', async (amount, code) => {
    const scenario = await adasScenario();
    const answer = await scenario.call(
      'POST',
      '/v1/tips',
      await goodTip(scenario, { tipAmount: amount, total: amount }),
    );
    expect({ status: answer.status, code: answer.json['code'], fields: refusedFields(answer) }).toEqual({
      status: 422,
      code,
      fields: ['tipAmount'],
    });
    expect(answer.json['figures']).toEqual({ min: 100, max: 50000, step: 1 });
  });

  // Holds web-065.
  it('refuses an amount that the currency does not have', async () => {
    const scenario = await adasScenario(
      {},
      { payments: { country: 'IS', feesCountry: 'IS', currency: 'isk' } },
    );
    const change = { tipAmount: 50_050, total: 50_050, currency: 'isk' as const };
    const answer = await scenario.call('POST', '/v1/tips', await goodTip(scenario, change));
    expect({ status: answer.status, fields: refusedFields(answer) }).toEqual({
      status: 422,
      fields: ['tipAmount'],
    });
  });

  // Holds pay-056.
  it('refuses another currency than the account’s', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario, { currency: 'eur' });
    expect((await scenario.call('POST', '/v1/tips', request)).json['code']).toBe('currency-mismatch');
    putPayments(scenario.deps, adaUid, { ...adaPayments, currency: 'eur' });
    expect((await scenario.call('POST', '/v1/tips', request)).json['code']).toBe('currency-mismatch');
  });
});
