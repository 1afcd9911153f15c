import { describe, expect, it, test } from 'vitest';
import { fakeTip, noon } from '../testing/fakes';
import {
  fakeInvoice,
  fakeMonthly,
  fakeMonthlySnapshot,
  fakeSubscription,
  monthLater,
  openInvoice,
} from '../testing/monthly-fakes';
import { yearsAfter } from '../tip/tip';
import { isOver, monthlyStates, subscriptionStatuses, type MonthlyState } from './monthly';
import {
  cycleNumber,
  cycleTip,
  hasMonthlyNews,
  periodAfter,
  projectMonthly,
  type InvoiceSnapshot,
  type SubscriptionSnapshot,
} from './monthly-projection';

describe('monthly projection', () => {
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
      const changed = others.map((given) =>
        hasMonthlyNews(active, answered({ ...given, status: 'canceled' })),
      );
      expect(changed).toEqual([false, false, false, false, false]);
    });

    it('has no next charge once it ends, pauses or has ended', () => {
      expect(answered({ cancelAtPeriodEnd: true })).toMatchObject({
        nextChargeAt: null,
        endingAt: monthLater,
      });
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
});

describe('cycle tip', () => {
  const active = projectMonthly(fakeMonthly({ shareBps: 250 }), fakeMonthlySnapshot());
  const paid = openInvoice({
    status: 'paid',
    amountPaid: 537,
    payments: [
      { paymentIntentId: 'pi_declined', isPaid: false },
      { paymentIntentId: 'pi_2', isPaid: true },
    ],
  });
  const given = { tipId: 'tip2', first: fakeTip(), keepTipsYears: 2 };
  const made = (invoice: InvoiceSnapshot, first = fakeTip(), monthly = active) =>
    cycleTip(monthly, invoice, { ...given, first });

  // Holds pay-248.
  it('the tip of a later period has the paid amount, its payment and its period', () => {
    expect(made(paid)).toMatchObject({
      tipId: 'tip2',
      ownerUid: 'ada-uid',
      amount: 537,
      tipAmount: 500,
      coverAmount: 37,
      applicationFee: 13,
      stripe: { accountId: 'acct_ada', paymentIntentId: 'pi_2' },
      payment: { status: 'unknown' },
      state: 'pending',
      contrib: { count: 0 },
      cycle: {
        monthlyId: 'tip1',
        number: 2,
        invoiceId: 'in_2',
        subscriptionId: 'sub_1',
        period: { from: monthLater },
      },
      createdAt: monthLater,
    });
  });

  it('an invoice that is not paid makes a tip of what is due', () => {
    const due = made(openInvoice({ amountDue: 20 }));
    expect(due).toMatchObject({ amount: 20, tipAmount: 0, coverAmount: 20 });
  });

  // Holds pay-248.
  it('the fan’s name comes with each tip, the message only with the first one', () => {
    expect(made(paid)?.fan).toMatchObject({ name: 'Grace', message: null, anonymous: false });
    const nameless = { ...active, fan: { name: null, anonymous: true } };
    expect(made(paid, fakeTip(), nameless)).toMatchObject({
      fan: { name: null, message: null, anonymous: true, country: null },
      eraseTextsAt: null,
    });
    expect(made(paid)?.eraseTextsAt).toBe(yearsAfter(monthLater, 2));
  });

  it('a name that is hidden or held stays so; a first payment that did not match holds nothing', () => {
    const moderated = (moderation: ReturnType<typeof fakeTip>['moderation']) =>
      made(paid, fakeTip({ moderation }))?.moderation;
    expect(moderated({ state: 'hidden', reasons: [] })).toEqual({ state: 'hidden', reasons: [] });
    expect(moderated({ state: 'held', reasons: ['word'] })).toEqual({ state: 'held', reasons: ['word'] });
    const mismatch = { state: 'held' as const, reasons: ['payment-mismatch:amount'] };
    expect(moderated(mismatch)).toEqual({ state: 'visible', reasons: [] });
  });

  it('there is no tip without a payment or a subscription', () => {
    expect(made(openInvoice({ payments: [] }))).toBeNull();
    expect(cycleTip(fakeMonthly(), paid, given)).toBeNull();
  });

  it('a monthly tip whose start is not known counts from the invoice', () => {
    const unstarted = { ...active, startedAt: null };
    expect(cycleTip(unstarted, paid, given)?.cycle?.number).toBe(2);
  });
});

describe('charge days', () => {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const days = (anchor: number, every: 'month' | 'year', counts: readonly number[]) =>
    counts.map((count) => dayOf(periodAfter(anchor, every, count)));

  describe('the days of payment', () => {
    // Holds pay-241.
    it('from the 31st: the last day of shorter months, then the 31st again', () => {
      expect(days(Date.UTC(2027, 0, 31, 22, 5), 'month', [0, 1, 2, 3, 11, 12, 13])).toEqual([
        '2027-01-31',
        '2027-02-28',
        '2027-03-31',
        '2027-04-30',
        '2027-12-31',
        '2028-01-31',
        '2028-02-29',
      ]);
    });

    // Holds pay-241.
    it('yearly from 29 February: 28 February, and 29 February in leap years', () => {
      expect(days(Date.UTC(2028, 1, 29), 'year', [1, 2, 3, 4])).toEqual([
        '2029-02-28',
        '2030-02-28',
        '2031-02-28',
        '2032-02-29',
      ]);
    });

    it('keep the UTC time of day, whatever a clock change does to local time', () => {
      const anchor = Date.UTC(2027, 2, 27, 23, 59, 58) + 7;
      expect(new Date(periodAfter(anchor, 'month', 1)).toISOString()).toBe('2027-04-27T23:59:58.007Z');
    });
  });

  describe('the number of a period', () => {
    const anchor = Date.UTC(2027, 0, 31, 12);

    it('counts the periods since the first payment', () => {
      const numbers = [1, 2, 3, 12].map((count) =>
        cycleNumber(anchor, 'month', periodAfter(anchor, 'month', count), false),
      );
      expect(numbers).toEqual([2, 3, 4, 13]);
      expect(cycleNumber(anchor, 'month', anchor, true)).toBe(1);
    });

    it('is at least 2 for every invoice after the first', () => {
      expect(cycleNumber(anchor, 'month', anchor + 1, false)).toBe(2);
      expect(cycleNumber(anchor, 'year', anchor, false)).toBe(2);
    });

    it('counts an invoice that was made an hour late, or some seconds early', () => {
      const third = periodAfter(anchor, 'month', 2);
      expect(
        [third - 5000, third + 3_600_000].map((from) => cycleNumber(anchor, 'month', from, false)),
      ).toEqual([3, 3]);
    });
  });
});
