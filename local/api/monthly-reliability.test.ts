import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { totalsAgree } from '../../functions/reconcile/reconcile-account';
import { adaUid, openApi, type OpenApi } from './open-api';
import { monthlyTipsOn } from './monthly-tips';
import { deleteUnderFaults } from './unreliable-deletion';
import { unreliableMonths } from './unreliable-months';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi({ LIMIT_FACTOR: '1000' }, { hasSandboxClock: true });
  await monthlyTipsOn(api);
});
afterAll(() => api.close());

const { fans, months } = inject('unreliableMonths');
const seed = 20_261_127;

/** The soak plays months for hours. In milliseconds. */
const patience = 6 * 60 * 60_000;

// Holds pay-301, pay-315.
it(
  `every monthly tip agrees with Stripe after months of lost, doubled and shuffled events and broken connections, the totals are exact, and the account that is then deleted while Stripe is unreliable has no monthly tip that runs, no open invoice, and books like Stripe’s (seed ${seed})`,
  async () => {
    const seen = await unreliableMonths(api, { fans, months, seed });
    expect(seen, `seed ${seed}`).toMatchObject({
      differing: [],
      monthliesOff: [],
      totalsExact: true,
      booksOff: 0,
    });
    expect(seen.monthlies).toBeGreaterThan(fans / 2);
    expect(seen.renewals).toBeGreaterThan(fans / 2);
    expect(await totalsAgree(api.deps, adaUid)).toBe(true);

    const { ranBefore, openBefore, running, open, books, atStripe } = await deleteUnderFaults(api);
    expect(ranBefore).toBeGreaterThan(1);
    expect(openBefore).toBeGreaterThan(0);
    expect({ running, open }).toEqual({ running: [], open: [] });
    expect(books).toEqual(atStripe);
  },
  patience,
);
