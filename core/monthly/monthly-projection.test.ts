import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  fakeTip,
  noon,
  fakeInvoice,
  fakeMonthly,
  fakeMonthlySnapshot,
  fakeSubscription,
  monthLater,
  openInvoice,
} from '../testing/fakes';
import { yearsAfter } from '../tip/tip';
import {
  isOver,
  monthlyStates,
  noSupport,
  subscriptionStatuses,
  type Monthly,
  type MonthlyState,
} from './monthly';
import {
  askedAfterEnd,
  askedAfterKeep,
  askedAfterWish,
  backInReach,
  cycleNumber,
  cycleTip,
  hasMonthlyNews,
  isElsewhere,
  isOutOfReach,
  nextLookAt,
  outOfReach,
  periodAfter,
  projectMonthly,
  type Asked,
  type InvoiceSnapshot,
  type SubscriptionSnapshot,
} from './monthly-projection';

describe('monthly projection', () => {
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
          fakeMonthlySnapshot({
            session: { status, subscriptionId: null },
            subscription: null,
            invoices: [],
          });
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
        expect(answered({ status: 'canceled' })).toMatchObject({
          endedAt: noon + 60_000,
          nextChargeAt: null,
        });
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
});

describe('asked', () => {
  const now = 5_000;
  const before = (what: 'stop' | 'end', reason: 'fan' | 'withdrawn' = 'fan'): Asked => ({
    what,
    reason,
    at: 1,
  });
  const stop = { what: 'stop', reason: 'owner' } as const;
  const end = { what: 'end', reason: 'owner' } as const;
  const withdraw = { what: 'end', reason: 'withdrawn' } as const;

  describe('what is asked of Stripe', () => {
    it.each([
      ['a stop, when nothing was asked', null, stop],
      ['an end after a stop', before('stop'), end],
      ['a withdrawal after a stop', before('stop'), withdraw],
      ['a withdrawal after another end', before('end'), withdraw],
    ])('is %s', (_, asked, wish) => {
      expect(askedAfterWish(fakeMonthly({ asked }), wish, now)).toEqual({ ...wish, at: now });
    });

    it.each([
      ['a second stop', before('stop'), stop],
      ['a stop after an end', before('end'), stop],
      ['a second end', before('end'), end],
      ['an end after a withdrawal', before('end', 'withdrawn'), end],
      ['a second withdrawal', before('end', 'withdrawn'), withdraw],
    ])('stays as it was after %s', (_, asked, wish) => {
      expect(askedAfterWish(fakeMonthly({ asked }), wish, now)).toBe(asked);
    });

    // Holds pay-400.
    it('is no stop any more after a keep, and still every end', () => {
      expect(askedAfterKeep(fakeMonthly({ asked: before('stop') }))).toBeNull();
      expect(askedAfterKeep(fakeMonthly({ asked: null }))).toBeNull();
      for (const asked of [before('end'), before('end', 'withdrawn')])
        expect(askedAfterKeep(fakeMonthly({ asked }))).toBe(asked);
    });

    it('is nothing more once it has ended, except for a withdrawal', () => {
      const ended = fakeMonthly({ state: 'ended', asked: null });
      expect(askedAfterWish(ended, end, now)).toBeNull();
      expect(askedAfterWish(ended, withdraw, now)).toEqual({ ...withdraw, at: now });
      expect(askedAfterWish(fakeMonthly({ state: 'never-began' }), withdraw, now)).toBeNull();
    });

    it('is done with the end, unless a fan waits for the money', () => {
      expect(askedAfterEnd(fakeMonthly({ asked: before('end') }))).toBeNull();
      const withdrawing = before('end', 'withdrawn');
      expect(askedAfterEnd(fakeMonthly({ asked: withdrawing }))).toBe(withdrawing);
    });
  });
});

describe('next look', () => {
  describe('next look', () => {
    const minute = 60_000;
    const hour = 60 * minute;
    const day = 24 * hour;
    const away = { since: noon - day, lookAt: noon + 9 * day };
    const counted = { contrib: { active: 1, perYear: 6444 } } as const;

    // Holds pay-262, pay-436.
    test.each<[string, Partial<Monthly>, number | null]>([
      ['an open page: after two minutes', { state: 'starting' }, noon + 2 * minute],
      [
        'a page open for hours: less often',
        { state: 'starting', syncedAt: noon + 4 * hour },
        noon + 5 * hour,
      ],
      ['a page that ran out: never', { state: 'never-began' }, null],
      ['an end: never', { state: 'ended' }, null],
      [
        'an end of today whose tips are not all known: after an hour',
        { state: 'ended', tipsBehind: true, updatedAt: noon - day + 1 },
        noon + hour,
      ],
      [
        'one that never began and whose tries are not all known: after an hour',
        { state: 'never-began', tipsBehind: true, updatedAt: noon - 1 },
        noon + hour,
      ],
      [
        'an end of yesterday whose tips are not all known: after a day',
        { state: 'ended', tipsBehind: true, updatedAt: noon - day },
        noon + day,
      ],
      [
        'a charge: two hours after it is due',
        { state: 'active', nextChargeAt: noon + day, ...counted },
        noon + day + 2 * hour,
      ],
      [
        'a distant charge: after a week',
        { state: 'active', nextChargeAt: noon + 30 * day, ...counted },
        noon + 7 * day,
      ],
      ...(['active', 'ending'] as const).map((state): [string, Partial<Monthly>, number] => [
        `a bill of ${state} that was seen before it was paid: two hours after it was made`,
        {
          state,
          nextChargeAt: noon + 30 * day,
          endingAt: noon + 30 * day,
          lastPaidAt: noon - 31 * day,
          lastInvoiceAt: noon - 1000,
          ...counted,
        },
        noon - 1000 + 2 * hour,
      ]),
      [
        'a charge that is late: after half as long again',
        { state: 'active', nextChargeAt: noon - 4 * hour, ...counted },
        noon + 2 * hour,
      ],
      [
        'a charge that was asked for just in time: after 15 minutes at the least',
        { state: 'paused', pausedUntil: noon - 2 * hour, syncedAt: noon - 110 * minute },
        noon,
      ],
      [
        'an account that an earlier release saw disconnect: after a week',
        { state: 'active', nextChargeAt: noon },
        noon + 7 * day,
      ],
      ...(['starting', 'active', 'ending', 'paused', 'needs-action', 'overdue'] as const).map(
        (state): [string, Partial<Monthly>, number] => [
          `an account that has disconnected, ${state}: when that is due, whatever else is`,
          { state, nextChargeAt: noon, endingAt: noon, elsewhere: away },
          away.lookAt,
        ],
      ),
      ['an end of an account that has disconnected: never', { state: 'ended', elsewhere: away }, null],
      [
        'a withdrawal from an account that has disconnected: when that is due',
        { state: 'ended', elsewhere: away, asked: { what: 'end', reason: 'withdrawn', at: 0 } },
        away.lookAt,
      ],
      [
        'tips that are not all known of an account that has disconnected: when that is due',
        { state: 'ended', elsewhere: away, tipsBehind: true },
        away.lookAt,
      ],
      [
        'a request that Stripe has not confirmed: after an hour',
        { asked: { what: 'end', reason: 'fan', at: 0 } },
        noon + hour,
      ],
      [
        'a request that may only be noted: after a minute',
        { asked: { what: 'stop', reason: 'owner', at: noon + 1 }, state: 'active', ...counted },
        noon + 1 + minute,
      ],
      [
        'a request to an account that has disconnected: when that is due',
        { asked: { what: 'stop', reason: 'owner', at: 0 }, state: 'active', elsewhere: away },
        away.lookAt,
      ],
      [
        'a stopped one: after its last period',
        { state: 'ending', endingAt: noon + day },
        noon + day + 2 * hour,
      ],
      ['a pause without an end: after a week', { state: 'paused' }, noon + 7 * day],
      [
        'an overdue one: two hours after the next try',
        { state: 'overdue', nextChargeAt: noon + hour },
        noon + 3 * hour,
      ],
      ['an overdue one without a next try: daily', { state: 'overdue' }, noon + day],
      [
        'one that the bank asks about: daily',
        { state: 'needs-action', nextChargeAt: noon + 9 * day },
        noon + day,
      ],
    ])('Stripe is asked about %s', (_what, given, expected) => {
      expect(nextLookAt(fakeMonthly({ syncedAt: noon, ...given }))).toBe(expected);
    });

    it('a new one counts from its creation', () => {
      expect(nextLookAt(fakeMonthly())).toBe(noon + 2 * minute);
    });

    it('a state that nobody knows is no reason to ask never again', () => {
      expect(() => nextLookAt(fakeMonthly({ state: 'odd' as never }))).toThrow('Unexpected value');
    });
  });

  describe('elsewhere', () => {
    const day = 24 * 60 * 60_000;
    const active = projectMonthly(fakeMonthly(), fakeMonthlySnapshot());

    // Holds pay-392.
    test.each(monthlyStates)(
      'one that was %s counts no more, and is elsewhere unless it is over',
      (state) => {
        const away = outOfReach({ ...active, state }, noon);
        expect(away).toMatchObject({ state, contrib: noSupport });
        expect(away.elsewhere?.since).toBe(isOver(state) ? undefined : noon);
        expect(isElsewhere(away)).toBe(!isOver(state));
        expect(isElsewhere({ ...active, state })).toBe(false);
      },
    );

    // Holds pay-394.
    it('is asked about a week later, and then after as long again as it has been away: seven times in two years', () => {
      let away = outOfReach(active, noon);
      const looks: number[] = [];
      for (let at = nextLookAt(away) ?? 0; at <= noon + 730 * day; at = nextLookAt(away) ?? 0) {
        looks.push((at - noon) / day);
        away = outOfReach(away, at);
      }
      expect(looks).toEqual([7, 14, 28, 56, 112, 224, 448]);
    });

    // Holds pay-393.
    it('is Stripe’s answer and nothing else after it is back, whatever it was before and however long it was away', () => {
      const answer = fc.constantFrom(
        fakeSubscription(),
        fakeSubscription({ cancelAtPeriodEnd: true }),
        fakeSubscription({ status: 'past_due' }),
        fakeSubscription({ status: 'canceled', endedAt: noon + day }),
      );
      fc.assert(
        fc.property(
          answer,
          fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 }),
          (subscription, days) => {
            const snapshot = fakeMonthlySnapshot({ subscription, askedAt: noon + 3000 * day });
            let away: Monthly = active;
            let now = noon;
            for (const passed of days) away = outOfReach(away, (now += passed * day));
            away = backInReach(away, now);
            expect(nextLookAt(away)).toBe(now);
            expect(projectMonthly(away, snapshot)).toEqual(projectMonthly(active, snapshot));
          },
        ),
      );
    });

    it('an active one that does not count is elsewhere too: an earlier release stored no more', () => {
      const old = { ...active, contrib: noSupport };
      expect(isElsewhere(old)).toBe(true);
      expect(backInReach(old, noon + day)).toMatchObject({
        elsewhere: { since: active.syncedAt, lookAt: noon + day },
      });
      expect(backInReach({ ...old, syncedAt: null }, noon).elsewhere?.since).toBe(noon);
    });

    it('is out of reach by the connected account while the marks are not written', () => {
      const connected = { accountId: 'acct_ada', disconnectedAt: null };
      expect(isOutOfReach(active, connected)).toBe(false);
      expect(isOutOfReach(active, null)).toBe(false);
      expect(isOutOfReach(active, { ...connected, disconnectedAt: noon })).toBe(true);
      expect(isOutOfReach(active, { ...connected, accountId: 'acct_other' })).toBe(true);
      expect(isOutOfReach({ ...active, state: 'ended' }, { ...connected, disconnectedAt: noon })).toBe(false);
      expect(isOutOfReach(outOfReach(active, noon), connected)).toBe(true);
    });

    // Holds pay-402.
    it('asks no more about the tips of one that has ended', () => {
      const ended: Monthly = { ...active, state: 'ended', tipsBehind: true };
      expect(nextLookAt(outOfReach(ended, noon))).toBeNull();
    });

    it('keeps a request, and of one that has ended only a withdrawal', () => {
      const asked = { what: 'end', reason: 'fan', at: noon } as const;
      expect(outOfReach({ ...active, asked }, noon).asked).toBe(asked);
      expect(outOfReach({ ...active, state: 'ended', asked }, noon).asked).toBeNull();
      const withdrawal = { ...asked, reason: 'withdrawn' } as const;
      const away = outOfReach({ ...active, state: 'ended', asked: withdrawal }, noon);
      expect([away.asked, nextLookAt(away)]).toEqual([withdrawal, noon + 7 * day]);
    });
  });
});
