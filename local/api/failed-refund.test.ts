import { afterAll, beforeAll, expect, it } from 'vitest';
import { totalsAgree } from '../../functions/reconcile/reconcile-account';
import { listAtStripe } from './list-at-stripe';
import { adaUid, openApi, type OpenApi } from './open-api';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

it('tells the fan that the bank returned the refund of their undo, and why', async () => {
  const { tipId, tipToken, paymentIntentId } = await api.sendTip();
  await api.pay(paymentIntentId, 'pm_card_visa');
  await api.stripe.webhooksIdle();
  const call = (method: string, path: string) =>
    api.call(method, `/v1/tips/${tipId}${path}`, undefined, tipToken);
  expect((await call('POST', '/undo')).json).toMatchObject({ status: 'refunded' });
  // Not a card whose refunds fail by time: on a slow machine that time passes before the undo is answered.
  const [refund] = await listAtStripe<{ readonly id: string }>(api, '/v1/refunds');
  await api.control('refunds/fail', { refund: refund?.id });
  await api.stripe.webhooksIdle();
  expect((await call('GET', '')).json).toMatchObject({
    status: 'paid',
    undoUntil: null,
    refundFailure: { amount: 500, why: 'card-closed' },
  });
  expect(await call('POST', '/undo')).toMatchObject({ status: 409, json: { code: 'undo-failed' } });
  expect((await call('GET', '/receipt?lang=en')).json).toMatchObject({ heading: 'The refund failed' });
  expect(await totalsAgree(api.deps, adaUid)).toBe(true);
});
