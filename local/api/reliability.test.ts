import { afterAll, beforeAll, expect, it } from 'vitest';
import { totalsAgree } from '../../functions/sweeps/reconcile';
import { adaUid, openApi, type OpenApi } from './open-api';
import { unreliableRun } from './unreliable-run';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi({ LIMIT_FACTOR: '1000' });
}, 30_000);
afterAll(() => api.close());

// In full (2,000 tips) it is `npm run bench -- money`.
it('ends with every tip as Stripe has it and exact totals, whatever was lost, doubled, shuffled or cut', async () => {
  const seen = await unreliableRun(api, 24, 20_261_120);
  expect(seen).toMatchObject({ differing: [], totalsExact: true });
  expect(seen.paid).toBeGreaterThan(10);
  expect(seen.refunded).toBeGreaterThan(0);
  expect(await totalsAgree(api.deps, adaUid)).toBe(true);
}, 120_000);
