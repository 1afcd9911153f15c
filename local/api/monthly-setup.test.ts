import { afterAll, beforeAll, expect, it } from 'vitest';
import { adaAccount, adaUid, openApi, type OpenApi } from './open-api';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const product = (handle: string) => ({
  account: adaAccount,
  uid: adaUid,
  name: `Monthly tip for @${handle}`,
});
const portal = (handle: string) => ({
  account: adaAccount,
  uid: adaUid,
  version: 1,
  headline: `Tips for @${handle}`,
  returnUrl: `https://busker.example/@${handle}`,
});

it('a product that was made and not stored is the same one again, and another one under a new handle', async () => {
  const { subscriptions } = api.deps;
  const made = await subscriptions.makeProduct(product('ada'));
  expect(made.ok).toBe(true);
  expect(await subscriptions.makeProduct(product('ada'))).toEqual(made);
  const renamed = await subscriptions.makeProduct(product('ada-sings'));
  expect(renamed.ok).toBe(true);
  expect(renamed).not.toEqual(made);
});

it('a portal that was made and not stored is the same one again, and another one under a new handle', async () => {
  const { subscriptions } = api.deps;
  const made = await subscriptions.makePortal(portal('ada'));
  expect(made.ok).toBe(true);
  expect(await subscriptions.makePortal(portal('ada'))).toEqual(made);
  const renamed = await subscriptions.makePortal(portal('ada-sings'));
  expect(renamed.ok).toBe(true);
  expect(renamed).not.toEqual(made);
});
