import { afterAll, beforeAll, expect, it } from 'vitest';
import { stored } from '../../functions/store/store';
import { adaUid, openApi, type OpenApi } from './open-api';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const methodThatAsks = 'pm_card_threeDSecure2Required';

/** Confirms with a card that requires 3-D Secure, and fails the challenge. `false` = the payment is closed. */
async function failQuestion(paymentIntentId: string): Promise<boolean> {
  const confirmed = await api.pay(paymentIntentId, methodThatAsks);
  if (!confirmed.ok) return false;
  const { next_action: next } = (await confirmed.json()) as {
    readonly next_action: { readonly redirect_to_url: { readonly url: string } };
  };
  const source = new URL(next.redirect_to_url.url).searchParams.get('source') ?? '';
  const answer = await fetch(`${api.stripe.url}/sandbox/3ds/${paymentIntentId}/fail`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox_api' },
    body: new URLSearchParams({ source }),
  });
  expect(answer.status).toBe(200);
  return true;
}

// Holds web-064, pay-123.
it('closes a payment after the fourth of ten failed 3-D Secure challenges, and counts each of them', async () => {
  const { tipId, paymentIntentId } = await api.sendTip();
  const tipNow = () => api.deps.store.read(stored.tip(adaUid, tipId));
  const counted = [];
  for (let tried = 0; tried < 10; tried += 1) {
    if (!(await failQuestion(paymentIntentId))) break;
    await api.stripe.webhooksIdle();
    counted.push((await tipNow())?.payment.attempts);
  }
  expect(counted).toEqual([1, 2, 3, 4]);
  expect(await tipNow()).toMatchObject({ state: 'failed', payment: { status: 'canceled' } });
  expect((await api.pay(paymentIntentId)).status).toBe(400);
});

it('counts failed challenges whose events arrive late and all at once', async () => {
  const { tipId, paymentIntentId } = await api.sendTip();
  await api.control('webhookFaults', { hold: true });
  for (let tried = 0; tried < 3; tried += 1) expect(await failQuestion(paymentIntentId)).toBe(true);
  await api.control('webhookFaults', { hold: false });
  await api.control('deliveries/release');
  await api.stripe.webhooksIdle();
  expect((await api.deps.store.read(stored.tip(adaUid, tipId)))?.payment.attempts).toBe(3);
});
