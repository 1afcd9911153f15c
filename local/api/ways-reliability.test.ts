import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { waysFor } from '../../core/ways/ways-for';
import { openApi, type OpenApi } from './open-api';
import { listAtStripe } from './list-at-stripe';
import { unreliableRun } from './unreliable-run';
import { showAllWays } from './all-ways';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi({ LIMIT_FACTOR: '1000' }, { home: { country: 'NL', currency: 'eur' } });
  await showAllWays(api);
});
afterAll(() => api.close());

// The same faults are played with cards in reliability.test.ts.
const tips = Math.ceil(inject('unreliableTips') / 2);
const seed = 20_261_127;

interface Charged {
  readonly id: string;
  readonly payment_method_details: { readonly type: string };
}

// Holds pay-236.
it(
  'tips by every way of an account in euros agree with Stripe, and the totals are exact, after the same faults',
  async () => {
    const seen = await unreliableRun(api, tips, seed);
    expect(seen, `seed ${seed}`).toMatchObject({ differing: [], totalsExact: true, booksOff: 0 });
    expect(seen.paid).toBeGreaterThan(tips / 2);
    const charges = await listAtStripe<Charged>(api, '/v1/charges');
    const used = new Set(charges.map(({ payment_method_details: { type } }) => type));
    expect(used.size).toBeGreaterThan(5);
    expect([...used].filter((type) => !waysFor('eur', 'in-page').includes(type))).toEqual([]);
    // The timeout only ends a run that hangs.
  },
  6 * 60 * 60_000,
);
