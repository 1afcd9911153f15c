import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { stored } from '../../functions/store/store';
import { runSweep } from '../../functions/jobs/run-sweep';
import { totalsAgree } from '../../functions/reconcile/reconcile-account';
import { adaUid, openApi, type OpenApi } from './open-api';
import { runs } from '../../core/testing/runs';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi({ LIMIT_FACTOR: '1000' });
});
afterEach(() => api.control('faults/clear'));
afterAll(() => api.close());

const tipOf = (tipId: string) => api.deps.store.read(stored.tip(adaUid, tipId));
const change = ({ tipId, tipToken }: { tipId: string; tipToken: string }, amount: number, sequence: number) =>
  api.call(
    'POST',
    `/v1/tips/${tipId}/amount`,
    { tipAmount: amount, coverCosts: false, total: amount, sequence },
    tipToken,
  );

/** What Stripe charged. The tip, its status for the fan and the owner's totals must have the same amount. */
async function charged({ tipId, tipToken, paymentIntentId }: Awaited<ReturnType<OpenApi['sendTip']>>) {
  await api.stripe.webhooksIdle();
  const intent = (await api.atStripe('GET', `/v1/payment_intents/${paymentIntentId}`)) as {
    readonly amount_received: number;
  };
  const amount = intent.amount_received;
  expect(await tipOf(tipId)).toMatchObject({ state: 'paid', amount, contrib: { count: 1, gross: amount } });
  const tip = await api.call('GET', `/v1/tips/${tipId}`, undefined, tipToken);
  expect(tip.json).toMatchObject({ status: 'paid', amount });
  expect(await totalsAgree(api.deps, adaUid)).toBe(true);
  return amount;
}

describe('a changed amount', () => {
  it('is charged as confirmed, even with many changes at the same time', async () => {
    const tip = await api.sendTip();
    const many = Array.from({ length: 25 }, (_, index) => change(tip, 50_000, index + 1));
    await Promise.all([...many, change(tip, 100, 26)]);
    // Answers may arrive in any order, so the fan's card repeats the change until an answer confirms it.
    expect((await change(tip, 100, 27)).json).toMatchObject({ amount: 100 });
    expect((await change(tip, 50_000, 3)).json['code']).toBe('tip-busy');
    expect((await api.pay(tip.paymentIntentId)).status).toBe(200);
    expect(await charged(tip)).toBe(100);
  });

  // Holds pay-090.
  it('is charged as Stripe confirmed it, for any order of slow and lost changes and the payment', async () => {
    const fault = fc.constantFrom(
      null,
      { kind: 'latency', milliseconds: 40 },
      { kind: 'fail', status: 429 },
      { kind: 'fail', status: 500, when: 'before' },
    );
    const wish = fc.record({ amount: fc.constantFrom(100, 300, 50_000), fault, wait: fc.boolean() });
    const play = fc.asyncProperty(fc.array(wish, { minLength: 1, maxLength: 4 }), async (wishes) => {
      await api.control('faults/clear');
      const tip = await api.sendTip();
      const under: Promise<{ readonly status: number }>[] = [];
      for (const [index, { amount, fault: given, wait }] of wishes.entries()) {
        if (given !== null) {
          const route = `POST /v1/payment_intents/${tip.paymentIntentId}`;
          await api.control('faults/add', { route, fault: given, times: 1 });
        }
        under.push(change(tip, amount, index + 1));
        if (wait) await under.at(-1);
      }
      const agreed = (await under.at(-1))?.status === 200;
      await api.pay(tip.paymentIntentId);
      await Promise.all(under);
      const amount = await charged(tip);
      expect(amount).toBe(agreed ? wishes.at(-1)?.amount : amount);
    });
    await fc.assert(play, { numRuns: runs(15) });
  });

  it('is refused during a 3-D Secure challenge', async () => {
    const tip = await api.sendTip();
    await api.pay(tip.paymentIntentId, 'pm_card_threeDSecure2Required');
    expect((await change(tip, 100, 1)).json['code']).toBe('tip-not-changeable');
    const intent = await api.atStripe('GET', `/v1/payment_intents/${tip.paymentIntentId}`);
    expect(intent).toMatchObject({ status: 'requires_action', amount: 500 });
  });
});

describe('an error that Stripe replays for the same idempotency key', () => {
  const keep = (route: string, when: 'during' | 'after') =>
    api.control('faults/add', { route, fault: { kind: 'fail', status: 500, when }, times: 1 });
  const intentsOf = async (tipId: string) => {
    const listed = await api.deps.payments.listIntents('acct_ada', 0);
    return listed.ok ? listed.value.filter(({ reference }) => reference?.tipId === tipId).length : undefined;
  };

  // Holds pay-094.
  it.each(['during', 'after'] as const)('does not block a tip in the page (%s the work)', async (when) => {
    const request = await api.tipRequest('elements');
    await keep('POST /v1/payment_intents', when);
    const first = await api.call('POST', '/v1/tips', request);
    const again = await api.call('POST', '/v1/tips', request);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.json).toEqual(first.json);
    expect(await intentsOf(again.json['tipId'] ?? '')).toBe(1);
  });

  it.each(['during', 'after'] as const)(
    'does not block a tip on Stripe’s page (%s the work)',
    async (when) => {
      const request = await api.tipRequest('hosted');
      await keep('POST /v1/checkout/sessions', when);
      const first = await api.call('POST', '/v1/tips', request);
      expect(first.status).toBe(201);
      expect(await api.payOnPage(first.json['url'] ?? '', '4242424242424242')).toBe(200);
      await api.stripe.webhooksIdle();
      expect(await tipOf(first.json['tipId'] ?? '')).toMatchObject({ state: 'paid' });
    },
  );

  it('delays a refund by a minute, and it is made once', async () => {
    const tip = await api.sendTip();
    await api.pay(tip.paymentIntentId);
    await api.stripe.webhooksIdle();
    await keep('POST /v1/refunds', 'during');
    const undo = () => api.call('POST', `/v1/tips/${tip.tipId}/undo`, {}, tip.tipToken);
    expect((await undo()).status).toBe(503);
    const later = { ...api.deps, clock: { now: () => Date.now() + 3 * 60_000 } };
    await runSweep(later, 'hourly');
    await runSweep(later, 'hourly');
    await api.stripe.webhooksIdle();
    expect(await tipOf(tip.tipId)).toMatchObject({
      state: 'refunded',
      refund: { refunded: 500, pending: 0 },
    });
  });
});
