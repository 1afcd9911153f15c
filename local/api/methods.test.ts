import { afterAll, beforeAll, expect, it } from 'vitest';
import * as v from 'valibot';
import { waysAnswer } from '../../core/dashboard-api/owner-api';
import { adaAccount, adaUid, openApi, type OpenApi } from './open-api';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi({ LIMIT_FACTOR: '1000' });
  api.deps.idTokens.signIn('token-ada', {
    uid: adaUid,
    guest: false,
    provider: 'password',
    email: 'ada@example.com',
    emailVerified: true,
    signedInAt: Date.now(),
  });
});
afterAll(() => api.close());

async function states() {
  const { status, json } = await api.call('GET', '/v1/me/ways', undefined, 'token-ada');
  expect(status).toBe(200);
  return Object.fromEntries(v.parse(waysAnswer, json).ways.map(({ type, state }) => [type, state]));
}
const setWay = (type: string, status: string) =>
  api.control('accounts/way', { account: adaAccount, type, status });

// Holds pay-228.
it('an owner sees the ways to pay as the account has and shows them at Stripe', async () => {
  expect(await states()).toMatchObject({
    card: 'on',
    apple_pay: 'on',
    link: 'on',
    amazon_pay: 'off',
    ideal: 'other-currency',
    wero: 'other-currency',
  });
  await setWay('amazon_pay', 'pending');
  await setWay('cashapp', 'inactive');
  expect(await states()).toMatchObject({ amazon_pay: 'waiting', cashapp: 'missing' });
  await setWay('amazon_pay', 'active');
  expect(await states()).toMatchObject({ amazon_pay: 'on' });
});
