import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { totalsShardDocument, sumTotals } from '../../core/money-documents/tip-document';
import { stored } from '../../functions/store/store';
import { adaUid, openApi, type OpenApi } from './open-api';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const tipOf = (tipId: string) => api.deps.store.read(stored.tip(adaUid, tipId));

async function totals() {
  const found = await api.deps.store.find(
    { from: paths.totals(adaUid), limit: 50 },
    totalsShardDocument.decode,
  );
  return sumTotals(found.flatMap(({ value }) => (value.ok ? [value.value] : [])));
}

/** What all tips until now have added to the totals. */
const counted = async () => (await totals()).usd ?? { count: 0, gross: 0 };

describe('a tip through the whole server', () => {
  it('is paid at Stripe, and the webhook updates the store', async () => {
    const before = await counted();
    const tip = await api.sendTip({ name: 'Zoe', receiptEmail: 'zoe@fans.example' });
    expect((await tipOf(tip.tipId))?.payment.status).toBe('awaiting');
    expect((await api.pay(tip.paymentIntentId)).status).toBe(200);
    await api.stripe.webhooksIdle();
    expect(await tipOf(tip.tipId)).toMatchObject({
      state: 'paid',
      stripe: { paymentIntentId: tip.paymentIntentId, brand: 'visa', last4: '4242' },
      fan: { name: 'Zoe' },
    });
    const answer = await api.call('GET', `/v1/tips/${tip.tipId}`, undefined, tip.tipToken);
    expect(answer.json).toMatchObject({ status: 'paid', amount: 500 });
    const { count, gross } = before;
    expect(await totals()).toEqual({
      usd: { count: count + 1, gross: gross + 500, refunded: 0, disputed: 0 },
    });
  });

  it('survives a declined card: one tip, one intent, then another amount and another card', async () => {
    const before = await counted();
    const tip = await api.sendTip();
    expect((await api.pay(tip.paymentIntentId, 'pm_card_visa_chargeDeclined')).status).toBe(402);
    await api.stripe.webhooksIdle();
    expect((await tipOf(tip.tipId))?.payment).toMatchObject({ status: 'awaiting', attempts: 1 });
    const wanted = { tipAmount: 300, coverCosts: true, total: 340 };
    const changed = await api.call('POST', `/v1/tips/${tip.tipId}/amount`, wanted, tip.tipToken);
    expect(changed.json).toMatchObject({ amount: 340 });
    expect((await api.pay(tip.paymentIntentId)).status).toBe(200);
    await api.stripe.webhooksIdle();
    expect(await tipOf(tip.tipId)).toMatchObject({ state: 'paid', amount: 340 });
    expect((await counted()).gross).toBe(before.gross + 340);
  });

  // Holds pay-101.
  it('is updated by polling when every webhook is lost', async () => {
    await api.control('webhookFaults', { drop: 1 });
    const tip = await api.sendTip();
    await api.pay(tip.paymentIntentId);
    const answer = await api.call('GET', `/v1/tips/${tip.tipId}`, undefined, tip.tipToken);
    expect(answer.json).toMatchObject({ status: 'paid' });
    await api.control('webhookFaults', { drop: 0 });
  });

  it.each([
    { kind: 'cut', when: 'before' },
    { kind: 'cut', when: 'after' },
    { kind: 'fail', status: 409 },
  ])('uses one intent although Stripe’s first answer was lost: %j', async (fault) => {
    await api.control('faults/add', { route: 'POST /v1/payment_intents', fault, times: 1 });
    const tip = await api.sendTip();
    expect((await tipOf(tip.tipId))?.payment.status).toBe('awaiting');
    await api.control('faults/clear');
  });

  it('is not updated by a webhook whose signature is wrong', async () => {
    const answer = await fetch(`${api.url}/v1/stripe/webhook`, {
      method: 'POST',
      headers: { 'stripe-signature': 't=1,v1=00' },
      body: '{}',
    });
    expect(answer.status).toBe(400);
  });

  // Holds pay-145.
  it('leaves no secret in the log', async () => {
    const tip = await api.sendTip({ name: 'Zoe', receiptEmail: 'zoe@fans.example' });
    await api.pay(tip.paymentIntentId);
    await api.stripe.webhooksIdle();
    expect(api.lines.length).toBeGreaterThan(10);
    expect(api.lines.join('\n')).not.toMatch(/_secret_|sk_test|whsec|zoe@|Zoe/);
  });
});
