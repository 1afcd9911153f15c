import { describe, expect, it, test } from 'vitest';
import { noon } from '../testing/fakes';
import {
  fakeInvoice,
  fakeMonthly,
  fakeMonthlySnapshot,
  fakeSubscription,
  monthLater,
  openInvoice,
} from '../testing/monthly-fakes';
import { isOver, monthlyStates, subscriptionStatuses, type MonthlyState } from './monthly';
import { hasMonthlyNews, projectMonthly } from './monthly-projection';
import type { SubscriptionSnapshot } from './monthly-snapshot';

const active = projectMonthly(fakeMonthly(), fakeMonthlySnapshot());
const answered = (given: Partial<SubscriptionSnapshot>, invoices = [fakeInvoice()]) =>
  projectMonthly(active, fakeMonthlySnapshot({ subscription: fakeSubscription(given), invoices }));

const asks = openInvoice({ needsAction: true });
const rows: readonly [Partial<SubscriptionSnapshot>, MonthlyState][] = [
  [{ status: 'incomplete' }, 'starting'],
  [{ status: 'incomplete_expired' }, 'never-began'],
  [{ status: 'active' }, 'active'],
  [{ status: 'active', cancelAtPeriodEnd: true }, 'ending'],
  [{ status: 'active', cancelAt: monthLater + 5 }, 'ending'],
  [{ status: 'active', collectionPaused: { resumesAt: null } }, 'paused'],
  [{ status: 'active', collectionPaused: { resumesAt: 1 }, cancelAtPeriodEnd: true }, 'ending'],
  [{ status: 'paused' }, 'paused'],
  [{ status: 'trialing' }, 'active'],
  [{ status: 'past_due' }, 'overdue'],
  [{ status: 'unpaid' }, 'overdue'],
  [{ status: 'canceled' }, 'ended'],
];

// Holds pay-242.
describe('the state of a monthly tip', () => {
  test.each(rows)('%o reads as %s', (given, state) => {
    expect(answered(given).state).toBe(state);
  });

  it('is needs-action while the bank asks for the open invoice', () => {
    expect(answered({ status: 'past_due' }, [asks]).state).toBe('needs-action');
    expect(answered({ status: 'unpaid' }, [asks]).state).toBe('overdue');
  });

  it('is starting while Stripe’s page is open, and never-began once the page has run out', () => {
    const page = (status: 'open' | 'complete' | 'expired') =>
      fakeMonthlySnapshot({ session: { status, subscriptionId: null }, subscription: null, invoices: [] });
    expect(projectMonthly(fakeMonthly(), page('open')).state).toBe('starting');
    expect(projectMonthly(fakeMonthly(), page('complete')).state).toBe('starting');
    expect(projectMonthly(fakeMonthly(), page('expired')).state).toBe('never-began');
    expect(projectMonthly(active, page('expired')).state).toBe('active');
  });

  it('is not guessed for a status that Busker does not know', () => {
    expect(() => answered({ status: 'odd' as never })).toThrow('Unexpected value');
  });

  it('covers every status and every state of the list', () => {
    const statuses = new Set(rows.map(([{ status }]) => status));
    expect(subscriptionStatuses.filter((status) => !statuses.has(status))).toEqual([]);
    const states = new Set<MonthlyState>([...rows.map(([, state]) => state), 'needs-action']);
    expect(monthlyStates.filter((state) => !states.has(state))).toEqual([]);
    expect(monthlyStates.filter(isOver)).toEqual(['never-began', 'ended']);
  });

  // Holds pay-242.
  it('counts as monthly support only while it is active', () => {
    const counted = rows.filter(([given]) => answered(given).contrib.active === 1);
    expect(counted.map(([, state]) => state)).toEqual(['active', 'active']);
    expect(active.contrib).toEqual({ active: 1, perYear: 6444 });
  });
});

describe('what Stripe answers about a monthly tip', () => {
  it('names its objects, card and days', () => {
    expect(active).toMatchObject({
      stripe: { subscriptionId: 'sub_1', itemId: 'si_1', customerId: 'cus_1', latestInvoiceId: 'in_1' },
      card: { last4: '4242' },
      startedAt: noon,
      periodEnd: monthLater,
      nextChargeAt: monthLater,
      paidCycles: 1,
      lastPaidAt: noon + 1000,
      lastInvoiceAt: noon,
    });
  });

  it('changes nothing the second time, but the time of the answer', () => {
    const again = projectMonthly(active, fakeMonthlySnapshot({ askedAt: noon + 90_000 }));
    expect(again).toEqual({ ...active, syncedAt: noon + 90_000 });
    expect(hasMonthlyNews(active, again)).toBe(false);
    expect(hasMonthlyNews(fakeMonthly(), active)).toBe(true);
  });

  // Holds pay-243.
  it('leaves a monthly tip alone when the subscription is another one', () => {
    const others: Partial<SubscriptionSnapshot>[] = [
      { id: 'sub_2' },
      { tipId: 'tip2' },
      { uid: null },
      { livemode: true },
      { item: { ...fakeItem, currency: 'usd' } },
    ];
    const changed = others.map((given) => hasMonthlyNews(active, answered({ ...given, status: 'canceled' })));
    expect(changed).toEqual([false, false, false, false, false]);
  });

  it('has no next charge once it ends, pauses or has ended', () => {
    expect(answered({ cancelAtPeriodEnd: true })).toMatchObject({ nextChargeAt: null, endingAt: monthLater });
    expect(answered({ cancelAt: noon + 9 })).toMatchObject({ endingAt: noon + 9 });
    expect(answered({ collectionPaused: { resumesAt: 77 } })).toMatchObject({
      nextChargeAt: null,
      pausedUntil: 77,
    });
    expect(answered({ status: 'canceled', endedAt: noon + 5 })).toMatchObject({ endedAt: noon + 5 });
    expect(answered({ status: 'canceled' })).toMatchObject({ endedAt: noon + 60_000, nextChargeAt: null });
  });

  it('keeps what it knew when the owner has added a second item at Stripe', () => {
    const after = answered({ item: null, latestInvoiceId: null });
    expect(after).toMatchObject({ amount: 537, periodEnd: monthLater, stripe: { itemId: 'si_1' } });
  });
});

const fakeItem = {
  id: 'si_1',
  amount: 537,
  currency: 'eur',
  interval: 'month',
  intervalCount: 1,
  periodStart: noon,
  periodEnd: monthLater,
};

describe('a price that the owner changed at Stripe', () => {
  const priced = (item: Partial<typeof fakeItem> | { amount: null }) =>
    answered({ item: { ...fakeItem, ...item } });

  // Holds pay-244.
  it('is followed; what the fan added for the costs stays as far as it fits', () => {
    expect(priced({ amount: 800 })).toMatchObject({ amount: 800, tipAmount: 763, coverAmount: 37 });
    expect(priced({ amount: 20 })).toMatchObject({ amount: 20, tipAmount: 0, coverAmount: 20 });
    expect(priced({ amount: 800 }).contrib.perYear).toBe(9600);
    expect(priced({ amount: null })).toMatchObject({ amount: 537 });
  });

  it('may be yearly; an interval that Busker does not offer is left out', () => {
    expect(priced({ interval: 'year' })).toMatchObject({ every: 'year', contrib: { perYear: 537 } });
    expect(priced({ interval: 'week' })).toMatchObject({ every: 'month' });
    expect(priced({ interval: 'year', intervalCount: 2 })).toMatchObject({ every: 'month' });
  });
});
