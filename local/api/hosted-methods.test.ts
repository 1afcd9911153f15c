import { afterAll, beforeAll, expect, it } from 'vitest';
import { stored } from '../../functions/store/store';
import { showAllMethods, adaUid, openApi, type OpenApi } from './open-api';
import { listAtStripe, type IntentAtStripe } from './list-at-stripe';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi({ LIMIT_FACTOR: '1000' }, { home: { country: 'NL', currency: 'eur' } });
  await showAllMethods(api);
});
afterAll(() => api.close());

const tipOf = (tipId: string) => api.deps.store.read(stored.tip(adaUid, tipId));

async function payOnPage(type: string, outcome: 'complete' | 'fail' | 'later') {
  const { json } = await api.call('POST', '/v1/tips', await api.tipRequest('hosted'));
  await api.payAtBankOnPage(json['url'] ?? '', type, outcome);
  await api.stripe.webhooksIdle();
  return { tipId: json['tipId'] ?? '', url: json['url'] ?? '' };
}

// Holds pay-235.
it('a fan pays on Stripe’s page at a bank; who fails there pays the same tip by card', async () => {
  const { tipId } = await payOnPage('ideal', 'complete');
  expect(await tipOf(tipId)).toMatchObject({ state: 'paid', stripe: { paymentMethodType: 'ideal' } });
  const failed = await payOnPage('bancontact', 'fail');
  expect((await tipOf(failed.tipId))?.state).not.toBe('paid');
  await api.payOnPage(failed.url, '4242424242424242');
  await api.stripe.webhooksIdle();
  expect(await tipOf(failed.tipId)).toMatchObject({ state: 'paid', stripe: { paymentMethodType: 'card' } });
});

// Holds pay-235.
it.each([
  ['pays', 'paid'],
  ['refuses', 'failed'],
])(
  'a bank that answers days after Stripe’s page and %s: the tip is first on its way, then %s',
  async (answer, end) => {
    const { tipId } = await payOnPage('amazon_pay', 'later');
    expect(await tipOf(tipId)).toMatchObject({ state: 'processing' });
    const intents = await listAtStripe<IntentAtStripe>(api, '/v1/payment_intents');
    const paymentIntent = intents.find(({ metadata }) => metadata.tip_id === tipId)?.id;
    await api.control('payments/settle', { paymentIntent, answer });
    await api.stripe.webhooksIdle();
    expect(await tipOf(tipId)).toMatchObject({ state: end });
  },
);
