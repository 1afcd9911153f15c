import { describe, expect, it } from 'vitest';
import { parseWith } from '@busker/core/base/result';
import { paths } from '@busker/core/documents/documents';
import { tipCreated } from '@busker/core/fan-api/tip-api';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import { runSweep } from '../jobs/run-sweep';
import type { PaymentsFailure } from '../stripe/payments';
import {
  adaDraft,
  adaPayments,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  fanOrigin,
  goodTip,
  paidTip,
  putPayments,
  refusedFields,
  sendEvent,
  sendTip,
  storedTips,
  tipSession,
  word,
  type Scenario,
} from '../testing/ada';
import { tipIn, totalsIn } from '../testing/stored-state';

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

const statusOf = (scenario: Scenario, tipId: string) => {
  const tip = tipDocument.decode(scenario.deps.store.dump()[paths.tip(adaUid, tipId)]);
  if (!tip.ok) throw new Error('No such tip');
  return tip.value.payment.status;
};

const onlyTip = (scenario: Scenario) =>
  Object.keys(scenario.deps.store.dump())
    .filter((path) => /\/tips\/[^/]+$/.test(path))
    .map((path) => path.split('/').at(-1) ?? '');

describe('a repeated request', () => {
  // Holds pay-068.
  it('gets the same answer, and is one tip with one intent', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario, { receiptEmail: 'zoe@fans.example' });
    const first = await scenario.call('POST', '/v1/tips', request);
    const again = await scenario.call('POST', '/v1/tips', request);
    expect({ status: again.status, json: again.json }).toEqual({ status: 201, json: first.json });
    expect(scenario.deps.payments.payments.size).toBe(1);
    expect(onlyTip(scenario)).toHaveLength(1);
  });

  // Holds pay-016.
  it('may have its UUID in capitals', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const first = await scenario.call('POST', '/v1/tips', request);
    const capitals = { ...request, clientRequestId: request.clientRequestId.toUpperCase() };
    const again = await scenario.call('POST', '/v1/tips', capitals);
    expect({ status: again.status, json: again.json }).toEqual({ status: 201, json: first.json });
    expect(onlyTip(scenario)).toHaveLength(1);
  });

  it('gets the same answer with a renewed session', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const first = await scenario.call('POST', '/v1/tips', request);
    scenario.deps.clock.advance(31 * 60_000);
    const renewed = { ...request, session: await tipSession(scenario) };
    expect((await scenario.call('POST', '/v1/tips', renewed)).json).toEqual(first.json);
  });

  it.each([
    ['is free again', {}],
    ['leads nowhere', { state: 'retired' }],
    ['belongs to another owner', { uid: 'uid-of-another' }],
  ])('is not told that nothing was charged for a paid tip when the handle %s', async (_why, change) => {
    const scenario = await adasScenario();
    const { store } = scenario.deps;
    const [paid, unpaid] = [await goodTip(scenario), await goodTip(scenario)];
    const { paymentIntentId } = await sendTip(scenario, paid);
    scenario.stripe.pay(paymentIntentId);
    await sendEvent(scenario, 'payment_intent.succeeded', {
      paymentIntentId,
      reference: { uid: adaUid, tipId: onlyTip(scenario)[0] ?? '' },
    });
    const path = paths.handle(paid.handle);
    const claim = store.dump()[path] ?? {};
    if (Object.keys(change).length === 0) await store.transaction(async (tx) => tx.remove(path));
    else store.put(path, { ...claim, ...change });
    const codes = [paid, unpaid].map(async (request) => {
      const answer = await scenario.call('POST', '/v1/tips', request);
      return answer.json['code'];
    });
    const refusal = 'uid' in change ? 'session-invalid' : 'profile-not-found';
    expect(await Promise.all(codes)).toEqual(['tip-not-changeable', refusal]);
  });

  // Holds pay-068.
  it('is one tip when both arrive at once', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const both = await Promise.all([1, 2, 3].map(() => scenario.call('POST', '/v1/tips', request)));
    expect(both.map((answer) => answer.status)).toEqual([201, 201, 201]);
    expect(new Set(both.map((answer) => answer.text)).size).toBe(1);
    expect(scenario.deps.payments.payments.size).toBe(1);
  });

  // Holds pay-068.
  it('overwrites nothing when it read before the first one was stored, and writes after that was paid', async () => {
    const scenario = await adasScenario();
    const { store } = scenario.deps;
    const request = await goodTip(scenario);
    const first = { answer: '' };
    const look = store.readVersioned.bind(store);
    store.readVersioned = async (docs) => {
      const seen = await look(docs);
      store.readVersioned = look;
      const answer = await scenario.call('POST', '/v1/tips', request);
      first.answer = answer.text;
      const paymentIntentId = word(answer, 'clientSecret').split('_secret_')[0] ?? '';
      scenario.stripe.pay(paymentIntentId);
      const reference = { uid: adaUid, tipId: word(answer, 'tipId') };
      await sendEvent(scenario, 'payment_intent.succeeded', { paymentIntentId, reference });
      return seen;
    };
    const late = await scenario.call('POST', '/v1/tips', request);
    expect({ status: late.status, text: late.text }).toEqual({ status: 201, text: first.answer });
    expect(tipIn(scenario, word(late, 'tipId'))).toMatchObject({ rev: 3, state: 'paid' });
    expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 500 });
    expect(scenario.deps.payments.payments.size).toBe(1);
  });

  it.each([
    { tipAmount: 600, total: 600 },
    { message: 'other' },
    { anonymous: true },
    { receiptEmail: 'other@fans.example' },
    { surface: 'hosted' as const },
  ])('is refused with another body: %j', async (change) => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario, { receiptEmail: 'zoe@fans.example' });
    await scenario.call('POST', '/v1/tips', request);
    const answer = await scenario.call('POST', '/v1/tips', { ...request, ...change });
    expect(answer).toMatchObject({ status: 409, json: { code: 'request-reused' } });
  });
});

describe('a payment that could not be started', () => {
  // Holds pay-069.
  it.each(['before', 'after'] as const)(
    'can be repeated when Stripe did not answer (%s executing)',
    async (when) => {
      const scenario = await adasScenario();
      const request = await goodTip(scenario);
      scenario.deps.payments.failNext('createIntent', { kind: 'unavailable', error: new Error('cut') }, when);
      const failed = await scenario.call('POST', '/v1/tips', request);
      expect(failed).toMatchObject({ status: 503, json: { code: 'service-unavailable' } });
      const [tipId = ''] = onlyTip(scenario);
      expect(statusOf(scenario, tipId)).toBe('draft');
      const again = await scenario.call('POST', '/v1/tips', request);
      expect({ status: again.status, tipId: word(again, 'tipId') }).toEqual({ status: 201, tipId: tipId });
      expect(scenario.deps.payments.payments.size).toBe(1);
      expect(statusOf(scenario, tipId)).toBe('awaiting');
    },
  );

  // Holds pay-055.
  it.each([
    ['amount_too_small', 422, 'amount-too-small'],
    ['amount_too_large', 422, 'amount-too-large'],
    ['parameter_unknown', 502, 'payment-refused'],
  ])('ends when Stripe refuses it: %s', async (code, status, expected) => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    scenario.deps.payments.failNext('createIntent', { kind: 'refused', code, requestId: 'req_1' });
    const answer = await scenario.call('POST', '/v1/tips', request);
    expect(answer).toMatchObject({ status, json: { code: expected } });
    const [tipId = ''] = onlyTip(scenario);
    expect(statusOf(scenario, tipId)).toBe('failed');
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(502);
    expect(scenario.deps.lines.join('\n')).toContain(code);
  });

  // Holds pay-026.
  it('has the problem payments-not-ready when the account is gone', async () => {
    const scenario = await adasScenario();
    scenario.deps.payments.failNext('createIntent', { kind: 'gone' });
    const answer = await scenario.call('POST', '/v1/tips', await goodTip(scenario));
    expect(answer).toMatchObject({ status: 409, json: { code: 'payments-not-ready' } });
  });

  it('does not stop for a receipt that could not be mailed', async () => {
    const scenario = await adasScenario();
    scenario.deps.payments.failNext('mailReceipt', {
      kind: 'refused',
      code: 'email_invalid',
      requestId: null,
    });
    const request = await goodTip(scenario, { receiptEmail: 'zoe@fans.example' });
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(201);
  });

  it('answers 503 and stores nothing when the store is unavailable', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const { StoreUnavailable } = await import('../store/store');
    scenario.deps.store.fault = (step) => {
      if (step === 'commit') throw new StoreUnavailable(new Error('14 UNAVAILABLE'));
    };
    const answer = await scenario.call('POST', '/v1/tips', request);
    expect(answer).toMatchObject({ status: 503, json: { code: 'service-unavailable' } });
    scenario.deps.store.fault = () => undefined;
    expect(onlyTip(scenario)).toEqual([]);
    expect(scenario.deps.payments.calls).toEqual([]);
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(201);
  });
});

/** Stripe answers 500: it repeats this answer under the same key for a day. */
const kept: PaymentsFailure = { kind: 'unavailable', error: new Error('500'), answer: 'error' };

const stored = (scenario: Scenario) =>
  Object.keys(scenario.deps.store.dump()).flatMap((path) => /\/tips\/([^/]+)$/.exec(path)?.[1] ?? []);

describe('a payment with a stored error at Stripe', () => {
  // Holds pay-094.
  it.each(['before', 'after'] as const)(
    'is created by the same request once Stripe recovers, only one in total (error %s the work)',
    async (when) => {
      const scenario = await adasScenario();
      const request = await goodTip(scenario);
      const { payments } = scenario.deps;
      payments.failNext('createIntent', kept, when);
      payments.failNext('createIntent', kept, when);
      const first = await scenario.call('POST', '/v1/tips', request);
      // If Stripe had created the payment, it is found at once.
      expect(first.status).toBe(when === 'before' ? 503 : 201);
      const again = await scenario.call('POST', '/v1/tips', request);
      expect({ status: again.status, size: payments.payments.size }).toEqual({ status: 201, size: 1 });
      const [tipId = ''] = stored(scenario);
      expect(tipIn(scenario, tipId)).toMatchObject({ payment: { status: 'awaiting' } });
      const id = word(again, 'clientSecret').split('_secret_')[0];
      expect(tipIn(scenario, tipId).stripe.paymentIntentId).toBe(id);
    },
  );

  it('is created by the sweep, and a repeated request returns it', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const { payments, clock } = scenario.deps;
    payments.failNext('createIntent', kept);
    payments.failNext('createIntent', kept);
    await scenario.call('POST', '/v1/tips', request);
    clock.advance(3 * 60_000);
    await runSweep(scenario.deps, 'every-5-minutes');
    expect(payments.payments.size).toBe(1);
    const again = await scenario.call('POST', '/v1/tips', request);
    expect({ status: again.status, size: payments.payments.size }).toEqual({ status: 201, size: 1 });
  });

  // Holds pay-094.
  it('is one payment for concurrent requests', async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const { payments } = scenario.deps;
    payments.failNext('createIntent', kept);
    payments.failNext('createIntent', kept);
    await scenario.call('POST', '/v1/tips', request);
    const answers = await Promise.all([1, 2, 3].map(() => scenario.call('POST', '/v1/tips', request)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(payments.payments.size).toBe(1);
  });

  it("keeps its key while Stripe's list cannot be read", async () => {
    const scenario = await adasScenario();
    const request = await goodTip(scenario);
    const { payments } = scenario.deps;
    payments.failNext('createIntent', kept);
    payments.failNext('listIntents', { kind: 'unavailable', error: new Error('cut') });
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(503);
    const [tipId = ''] = stored(scenario);
    expect(tipIn(scenario, tipId).keyRound).toBe(0);
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(201);
  });

  it.each(['before', 'after'] as const)(
    "behaves the same with Stripe's own page (error %s the work)",
    async (when) => {
      const scenario = await adasScenario();
      const request = await goodTip(scenario, { surface: 'hosted' });
      const { payments } = scenario.deps;
      payments.failNext('openCheckout', kept, when);
      payments.failNext('openCheckout', kept, when);
      await scenario.call('POST', '/v1/tips', request);
      const again = await scenario.call('POST', '/v1/tips', request);
      expect({ status: again.status, size: payments.sessions.size }).toEqual({ status: 201, size: 1 });
    },
  );
});

describe('a refund with a stored error at Stripe', () => {
  const requestId = '7d1f5c1e-2a3b-4c4d-8e5f-0a1b2c3d4e5f';
  const refund = (scenario: Scenario, tipId: string) =>
    scenario.call(
      'POST',
      `/v1/me/tips/${tipId}/refunds`,
      { requestId, amount: 200, reason: 'requested_by_customer' },
      bearerOf(adaToken),
    );
  const madeAt = (scenario: Scenario, id: string) => scenario.deps.payments.payments.get(id)?.refunds.length;

  // Holds pay-095.
  it('is made once, a minute later, under another key', async () => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = await paidTip(scenario);
    scenario.deps.refunds.failNext('createRefund', kept);
    expect((await refund(scenario, tipId)).status).toBe(503);
    expect((await refund(scenario, tipId)).status).toBe(503);
    expect(madeAt(scenario, paymentIntentId)).toBe(0);
    scenario.deps.clock.advance(60_000);
    expect((await refund(scenario, tipId)).status).toBeLessThan(300);
    await refund(scenario, tipId);
    expect(madeAt(scenario, paymentIntentId)).toBe(1);
    expect(tipIn(scenario, tipId).refund).toMatchObject({ refunded: 200, pending: 0 });
  });

  it('is found, however late, when it was made despite the error, and is not repeated', async () => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = await paidTip(scenario);
    scenario.deps.refunds.failNext('createRefund', kept, 'after');
    expect((await refund(scenario, tipId)).status).toBe(503);
    scenario.deps.clock.advance(26 * 60 * 60_000);
    scenario.deps.refunds.forgetKeys();
    await runSweep(scenario.deps, 'hourly');
    expect(madeAt(scenario, paymentIntentId)).toBe(1);
    expect(tipIn(scenario, tipId).refund).toMatchObject({ refunded: 200, pending: 0 });
  });

  it('is made once for concurrent requests of owner and sweep', async () => {
    const scenario = await adasScenario();
    const { tipId, paymentIntentId } = await paidTip(scenario);
    scenario.deps.refunds.failNext('createRefund', kept);
    await refund(scenario, tipId);
    scenario.deps.clock.advance(5 * 60_000);
    await Promise.all([refund(scenario, tipId), runSweep(scenario.deps, 'hourly'), refund(scenario, tipId)]);
    expect(madeAt(scenario, paymentIntentId)).toBe(1);
    expect(tipIn(scenario, tipId).ownerUid).toBe(adaUid);
  });
});
