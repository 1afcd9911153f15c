import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FakeStripe, type FakeStripeEvent } from '../testing/fake-stripe';
import { fakeTip, noon } from '../testing/fakes';
import { projectTip } from '../tip-state/tip-projection';
import type { Tip } from '../tip/tip';
import {
  BookSums,
  SumsBy,
  afterFeesApart,
  beforeFeesApart,
  bookLine,
  splitLine,
  byCurrency,
  feeApartName,
  feeApartOf,
  sumsOf,
} from './book-sums';
import { booksQuery, isPayoutId, payoutQuery, payoutsQuery } from './books-api';
import {
  nextPayoutDay,
  payoutFailure,
  payoutLineKinds,
  payoutSums,
  type PayoutLine,
  type PayoutSchedule,
} from './payout';

describe('book sums', () => {
  const contrib = { count: 1, gross: 500, refunded: 0, disputed: 0 };
  const payment = { status: 'succeeded', attempts: 1, lastError: null, succeededAt: 1 } as const;
  const paid = fakeTip({ amount: 500, currency: 'usd', contrib, payment, state: 'paid' });
  const unpaid = fakeTip({ contrib: { count: 0, gross: 0, refunded: 0, disputed: 0 }, state: 'failed' });

  it('adds the tips that count, each currency by itself, and leaves the others out', () => {
    const sums = sumsOf([paid, unpaid, paid, { ...paid, currency: 'eur' }]);
    expect(sums.map(({ currency, count, received }) => [currency, count, received]).toSorted()).toEqual([
      ['eur', 1, 500],
      ['usd', 2, 1000],
    ]);
  });

  const fees = { estimated: 0, stripe: 45, application: 0, net: 455, settlementCurrency: 'usd' };

  it('joins what is booked and what is not into one sum for each currency, and keeps currencies of balances apart', () => {
    const booked = { ...paid, fees };
    const bookedInEuros = { ...paid, fees: { ...fees, net: 400, settlementCurrency: 'eur' } };
    const sums = byCurrency(
      sumsOf([booked, paid, bookedInEuros, booked, { ...paid, currency: 'gbp' }]).map(beforeFeesApart),
    );
    expect(sums.map(({ currency, count, received }) => [currency, count, received])).toEqual([
      ['gbp', 1, 500],
      ['usd', 4, 2000],
    ]);
    expect(sums[1]?.booked.map((sum) => [sum.bookedIn, sum.count, sum.booked.kept])).toEqual([
      ['usd', 2, 910],
      ['eur', 1, 400],
    ]);
    expect(sums.map(({ unbooked }) => unbooked?.count)).toEqual([1, 1]);
    expect(byCurrency(sumsOf([booked]).map(beforeFeesApart))[0]?.unbooked).toBeNull();
  });

  it('a line names the way to pay whose fee Stripe books apart from the payment', () => {
    const paidBy = (paymentMethodType: string) => ({
      ...paid,
      stripe: { ...paid.stripe, paymentMethodType },
    });
    expect(bookLine(paidBy('mobilepay'))?.feeApart).toBe('mobilepay');
    expect(bookLine(paidBy('card'))?.feeApart).toBeNull();
  });

  const keptOf = (sums: ReturnType<typeof afterFeesApart>) =>
    sums.map(({ currency, bookedIn, count, feesApart, booked }) => [
      currency,
      bookedIn,
      count,
      feesApart,
      booked.kept,
    ]);

  // Holds pay-430.
  it('takes fees that Stripe booked apart from what is left, once, in the row of their own currency', () => {
    const booked = { ...paid, fees };
    const eurosInDollars = { ...booked, currency: 'eur' } as const;
    const sums = sumsOf([booked, booked, eurosInDollars, { ...paid, currency: 'gbp' }]);
    const usd = { currency: 'usd', amount: 7 };
    expect(keptOf(afterFeesApart(sums, [usd, { currency: 'gbp', amount: 2 }]))).toEqual([
      ['eur', 'usd', 1, 0, 455],
      ['gbp', 'gbp', 0, 2, -2],
      ['gbp', null, 1, 0, 0],
      ['usd', 'usd', 2, 7, 903],
    ]);
    expect(keptOf(afterFeesApart(sumsOf([eurosInDollars]), [usd]))).toEqual([['eur', 'usd', 1, 7, 448]]);
    expect(keptOf(afterFeesApart([], [{ currency: 'usd', amount: -3 }]))).toEqual([['usd', 'usd', 0, -3, 3]]);
  });

  it('makes no row for fees of nothing, nor for a currency whose decimals nobody here knows', () => {
    const none = [
      { currency: 'usd', amount: 0 },
      { currency: 'xxx', amount: 5 },
    ];
    expect(afterFeesApart([], none)).toEqual([]);
  });

  // Holds pay-430.
  it('what is left in each balance is what the tips brought less these fees, whatever the tips and the fees', () => {
    const currency = fc.constantFrom('usd', 'eur', 'gbp', 'jpy');
    const tip = fc
      .record({ currency, settlementCurrency: fc.option(currency), net: fc.integer({ min: -900, max: 900 }) })
      .map(({ currency: charged, settlementCurrency, net }) => ({
        ...paid,
        currency: charged as 'usd',
        fees: settlementCurrency === null ? paid.fees : { ...fees, net, settlementCurrency },
      }));
    const fee = fc.record({ currency, amount: fc.integer({ min: -50, max: 50 }) });
    fc.assert(
      fc.property(fc.array(tip), fc.uniqueArray(fee, { selector: (each) => each.currency }), (tips, some) => {
        const before = sumsOf(tips);
        const after = afterFeesApart(before, some);
        for (const wanted of ['usd', 'eur', 'gbp', 'jpy']) {
          const kept = (of: typeof before) =>
            of.reduce((sum, { bookedIn, booked }) => sum + (bookedIn === wanted ? booked.kept : 0), 0);
          const amount = some.find((each) => each.currency === wanted)?.amount ?? 0;
          expect(kept(after)).toBe(kept(before) - amount);
        }
      }),
    );
  });
});

describe('fee apart', () => {
  const cycle = { monthlyId: 'm1', number: 1, invoiceId: null, subscriptionId: null, period: null };
  const tip = fakeTip();
  const paidBy = (paymentMethodType: string) => fakeTip({ stripe: { ...tip.stripe, paymentMethodType } });

  // Holds pay-420.
  it('is the one of Stripe Billing for a monthly tip, the one of MobilePay for such a tip, and none for a card', () => {
    expect(feeApartName(feeApartOf(fakeTip({ cycle })))).toBe('Stripe Billing');
    expect(feeApartName(feeApartOf(paidBy('mobilepay')))).toBe('MobilePay');
    expect(feeApartOf(paidBy('card'))).toBeNull();
  });

  // Holds pay-420.
  it('of a monthly tip is named in its line of the books', () => {
    const paid = fakeTip({
      cycle,
      payment: { ...tip.payment, status: 'succeeded', succeededAt: 1 },
      contrib: { ...tip.contrib, count: 1, gross: 500 },
    });
    expect(bookLine(paid)?.feeApart).toBe('stripe_billing');
  });
});

describe('the books', () => {
  const paid = (given: Partial<Tip> = {}): Tip =>
    fakeTip({
      state: 'paid',
      payment: { status: 'succeeded', attempts: 0, lastError: null, succeededAt: noon },
      contrib: { count: 1, gross: 546, refunded: 0, disputed: 0 },
      fees: { estimated: 46, stripe: 46, application: 20, net: 480, settlementCurrency: 'usd' },
      ...given,
    });

  const returned = { refundNet: 0, disputeNet: 0, disputeFee: 0, refundedAt: noon, disputedAt: null };

  it('keeps what is left after fees, refunds and disputes', () => {
    expect(bookLine(paid())?.booked).toMatchObject({
      received: 546,
      stripeFee: 46,
      hostShare: 20,
      kept: 480,
    });
    const refunded = paid({
      contrib: { count: 1, gross: 546, refunded: 546, disputed: 0 },
      returned: { ...returned, refundNet: -526 },
    });
    // The share of the host came back, Stripe's fee did not.
    expect(bookLine(refunded)?.booked).toMatchObject({ refunds: -526, kept: -46 });
    const lost = paid({
      contrib: { count: 1, gross: 546, refunded: 0, disputed: 546 },
      returned: { ...returned, disputeNet: -2046, disputeFee: 1500 },
    });
    expect(bookLine(lost)?.booked).toMatchObject({ disputes: -546, disputeFee: 1500, kept: -1566 });
  });

  // Holds dash-931.
  describe('and what came back of it', () => {
    const twice = paid({
      contrib: { count: 1, gross: 546, refunded: 300, disputed: 0 },
      returned: {
        ...returned,
        refundNet: -290,
        refundedAt: noon + 50,
        refundsMade: [
          { at: noon + 10, net: -100, amount: 100 },
          { at: noon + 50, net: -190, amount: 200 },
        ],
      },
    });

    // Holds pay-943.
    it('leave each refund on its own day, and the payment and its fee with the tip', () => {
      expect(splitLine(twice)).toMatchObject({
        line: { count: 1, received: 546, refunded: 0, booked: { refunds: 0, kept: 480 } },
        later: [
          { count: 0, paidAt: noon + 10, received: 0, refunded: 100, booked: { refunds: -100, kept: -100 } },
          {
            count: 0,
            paidAt: noon + 50,
            received: 0,
            refunded: 200,
            booked: { received: 0, stripeFee: 0, refunds: -190, kept: -190 },
          },
        ],
      });
      expect(splitLine(paid())).toEqual({ line: bookLine(paid()), later: [] });
      expect(splitLine(fakeTip())).toBeNull();
    });

    it('leave a lost dispute and its fee on the day on which it began', () => {
      const lost = paid({
        contrib: { count: 1, gross: 546, refunded: 0, disputed: 546 },
        returned: {
          ...returned,
          refundedAt: null,
          disputedAt: noon + 30,
          disputeNet: -2046,
          disputeFee: 1500,
        },
      });
      expect(splitLine(lost)).toMatchObject({
        line: { disputed: 0, booked: { disputes: 0, disputeFee: 0, kept: 480 } },
        later: [
          { paidAt: noon + 30, disputed: 546, booked: { disputes: -546, disputeFee: 1500, kept: -2046 } },
        ],
      });
    });

    // Holds dash-991.
    it('leave what a dispute took on its day, and what came back when it was won on the later day', () => {
      const won = paid({
        returned: {
          ...returned,
          refundedAt: null,
          disputedAt: noon + 10,
          disputeNet: -1500,
          disputeFee: 1500,
          disputesMoved: [
            { at: noon + 10, net: -2046, fee: 1500, amount: 546 },
            { at: noon + 30, net: 546, fee: 0, amount: -546 },
          ],
          disputeMovedAt: noon + 30,
        },
      });
      expect(splitLine(won)).toMatchObject({
        line: { count: 1, disputed: 0, booked: { disputes: 0, disputeFee: 0, kept: 480 } },
        later: [
          { count: 0, paidAt: noon + 10, disputed: 546, booked: { disputes: -546, disputeFee: 1500 } },
          { count: 0, paidAt: noon + 30, disputed: -546, booked: { disputes: 546, kept: 546 } },
        ],
      });
    });

    it('count a return of an earlier release, whose day nobody stored, with the tip', () => {
      const old = paid({ contrib: { count: 1, gross: 546, refunded: 100, disputed: 0 } });
      expect(splitLine(old)).toEqual({ line: bookLine(old), later: [] });
    });
  });

  it('has no line for a tip that was not paid, or that is held because its payment differs', () => {
    expect(bookLine(fakeTip())).toBeNull();
    expect(bookLine(paid({ contrib: { count: 0, gross: 0, refunded: 0, disputed: 0 } }))).toBeNull();
  });

  it('says nothing about the balance before Stripe has booked the payment, or when the return was not stored', () => {
    expect(bookLine(paid({ fees: fakeTip().fees }))).toMatchObject({ received: 546, booked: null });
    expect(
      bookLine(paid({ contrib: { count: 1, gross: 546, refunded: 100, disputed: 0 } }))?.booked,
    ).toBeNull();
  });

  const money = fc.integer({ min: 0, max: 1_000_000 });
  const anyPaid = fc
    .record({
      currency: fc.constantFrom('usd' as const, 'eur' as const, 'jpy' as const),
      settled: fc.constantFrom('usd', 'eur', null),
      gross: money,
      stripe: money,
      application: money,
      refunded: money,
      disputeFee: money,
      disputed: money,
    })
    .map(({ currency, settled, gross, stripe, application, refunded, disputeFee, disputed }) =>
      paid({
        currency,
        contrib: { count: 1, gross, refunded, disputed },
        fees:
          settled === null
            ? fakeTip().fees
            : {
                estimated: 0,
                stripe,
                application,
                net: gross - stripe - application,
                settlementCurrency: settled,
              },
        returned: { ...returned, refundNet: -refunded, disputeNet: -disputed - disputeFee, disputeFee },
      }),
    );

  // Holds pay-140.
  it('keeps in each row the sum of its parts, and in all rows together the sum of all tips, in any order', () => {
    fc.assert(
      fc.property(fc.array(anyPaid, { maxLength: 30 }), (tips) => {
        const sums = new BookSums();
        for (const line of tips.map(bookLine)) if (line !== null) sums.add(line);
        const rows = sums.all();
        for (const { booked } of rows) {
          const { received, stripeFee, hostShare, refunds, disputes, disputeFee, kept } = booked;
          expect(kept).toBe(received - stripeFee - hostShare + refunds + disputes - disputeFee);
        }
        const onBalance = (currency: string) =>
          tips
            .filter(({ fees }) => fees.settlementCurrency === currency)
            .reduce(
              (total, { fees, returned: back }) =>
                total + (fees.net ?? 0) + (back?.refundNet ?? 0) + (back?.disputeNet ?? 0),
              0,
            );
        for (const currency of ['usd', 'eur']) {
          const kept = rows.filter(({ bookedIn }) => bookedIn === currency);
          expect(kept.reduce((total, { booked }) => total + booked.kept, 0)).toBe(onBalance(currency));
        }
        expect(rows.reduce((total, { count }) => total + count, 0)).toBe(tips.length);
        const backwards = new BookSums();
        for (const row of rows.toReversed()) backwards.addSum(row);
        expect(new Set(backwards.all())).toEqual(new Set(rows));
      }),
    );
  });

  const event: fc.Arbitrary<FakeStripeEvent> = fc.oneof(
    fc.record({
      kind: fc.constant('refunded' as const),
      amount: fc.constantFrom(1, 200, 546),
      status: fc.constantFrom('pending' as const, 'succeeded' as const),
    }),
    fc.record({
      kind: fc.constant('refund-settled' as const),
      status: fc.constantFrom('succeeded' as const, 'failed' as const),
    }),
    fc.record({
      kind: fc.constant('disputed' as const),
      status: fc.constantFrom('warning_needs_response' as const, 'needs_response' as const),
    }),
    fc.record({
      kind: fc.constant('dispute-moved' as const),
      status: fc.constantFrom('needs_response' as const, 'won' as const, 'lost' as const),
    }),
  );

  // Holds dash-991, dash-1303.
  it('have on all days together the whole of a tip, and until each day what Stripe had booked by then, whatever happens to it', () => {
    const dispute = fc.constant<readonly FakeStripeEvent[]>([
      { kind: 'disputed', status: 'needs_response' },
      { kind: 'dispute-moved', status: 'won' },
    ]);
    const history = fc.oneof(fc.array(event, { maxLength: 8 }), dispute);
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 9 }), (events, seconds) => {
        const stripe = new FakeStripe();
        stripe.happens({ kind: 'succeeded' });
        for (const each of events) stripe.happens(each);
        const tip = projectTip(fakeTip(), stripe.snapshot());
        const end = noon + seconds * 1000 + 500;
        const split = splitLine(tip);
        const sums = new BookSums();
        if (split !== null) for (const line of [split.line, ...split.later]) sums.add(line);
        expect(sums.all()).toEqual(sumsOf([tip]));
        const lines = split === null ? [] : [split.line, ...split.later.filter(({ paidAt }) => paidAt < end)];
        const kept = lines.reduce((sum, { booked }) => sum + (booked?.kept ?? 0), 0);
        expect(kept).toBe(lines.length > 0 ? (tip.fees.net ?? 0) + stripe.bookedUntil(end) : kept);
      }),
    );
  });

  it('keeps the sums of each month apart, in the order of their first tip', () => {
    const months = new SumsBy<string>();
    for (const month of ['2026-03', '2026-01', '2026-03']) {
      const line = bookLine(paid());
      if (line !== null) months.at(month).add(line);
    }
    expect(months.all().map(([month, [sum]]) => [month, sum?.count])).toEqual([
      ['2026-03', 2],
      ['2026-01', 1],
    ]);
  });

  it('lists the rows of every month in the same order: by currency, not booked ones last', () => {
    const sums = new BookSums();
    const unbooked = paid({ fees: fakeTip().fees });
    for (const line of [unbooked, paid(), paid({ currency: 'eur' }), unbooked].map(bookLine))
      if (line !== null) sums.add(line);
    expect(sums.all().map(({ currency, bookedIn }) => [currency, bookedIn])).toEqual([
      ['eur', 'usd'],
      ['usd', 'usd'],
      ['usd', null],
    ]);
  });
});

describe('books api', () => {
  const reads = (from: string, until: string, zone = 'UTC') =>
    v.safeParse(booksQuery, { from, until, zone }).success;

  it('reads days and a time zone, a leap year at most', () => {
    expect(reads('2028-01-01', '2028-12-31', 'Asia/Tokyo')).toBe(true);
    expect(reads('2026-05-05', '2026-05-05')).toBe(true);
    expect(reads('2028-01-01', '2029-01-01')).toBe(false);
    expect(reads('2026-05-05', '2026-05-04')).toBe(false);
  });

  it('refuses days that do not exist, and unknown time zones', () => {
    for (const day of ['2026-02-30', '2026-13-01', '2026-00-10', 'today', ''])
      expect(reads(day, '2026-12-31'), day).toBe(false);
    expect(reads('2026-01-01', '2026-12-31', 'Mars')).toBe(false);
  });
});

describe('payouts api', () => {
  it('takes the ids that Stripe gives as the start of a page, and nothing else', () => {
    expect(v.is(payoutsQuery, {})).toBe(true);
    expect(v.is(payoutsQuery, { after: 'po_1Abc' })).toBe(true);
    expect(v.is(payoutQuery, { after: 'txn_1Abc' })).toBe(true);
    for (const after of ['txn_1', 'po_', 'po_../x', '', `po_${'x'.repeat(101)}`])
      expect(v.is(payoutsQuery, { after }), after).toBe(false);
    expect(v.is(payoutsQuery, { limit: '5' })).toBe(false);
  });

  it('knows the id of a payout by its shape', () => {
    expect(isPayoutId('po_1Abc')).toBe(true);
    for (const other of ['', 'pi_1', 'po_1/2', 'po_1?x', '../po_1'])
      expect(isPayoutId(other), other).toBe(false);
  });
});

describe('payout days', () => {
  const next = (schedule: PayoutSchedule, now: string) => {
    const day = nextPayoutDay(schedule, Date.parse(now));
    return day === null ? null : new Date(day).toISOString().slice(0, 10);
  };

  it('finds the next day of a weekly payout, a week ahead on the day itself', () => {
    const fridays: PayoutSchedule = { interval: 'weekly', days: ['friday'] };
    expect(next(fridays, '2026-11-25T10:00:00Z')).toBe('2026-11-27');
    expect(next(fridays, '2026-11-27T10:00:00Z')).toBe('2026-12-04');
    expect(next({ interval: 'weekly', days: ['friday', 'monday'] }, '2026-11-27T10:00:00Z')).toBe(
      '2026-11-30',
    );
  });

  it('finds the next day of a monthly payout, and the last day of a short month', () => {
    expect(next({ interval: 'monthly', days: [1] }, '2026-11-25T10:00:00Z')).toBe('2026-12-01');
    expect(next({ interval: 'monthly', days: [31] }, '2027-01-31T10:00:00Z')).toBe('2027-02-28');
    expect(next({ interval: 'monthly', days: [15] }, '2026-12-15T00:00:00Z')).toBe('2027-01-15');
  });

  it('knows no single day of daily and manual payouts', () => {
    for (const interval of ['daily', 'manual', 'unknown'] as const)
      expect(next({ interval }, '2026-11-25T10:00:00Z')).toBeNull();
  });
});

describe('payout sums', () => {
  const anyLine: fc.Arbitrary<PayoutLine> = fc.record({
    id: fc.string(),
    kind: fc.constantFrom(...payoutLineKinds),
    bookedAt: fc.nat(),
    amount: fc.integer({ min: -99_999_999, max: 99_999_999 }),
    fee: fc.integer({ min: -10_000, max: 99_999 }),
    paymentIntentId: fc.constant(null),
    about: fc.constant(null),
  });

  it('parts add up to the total, which is the sum of all lines after fees, for any lines', () => {
    fc.assert(
      fc.property(fc.array(anyLine), (lines) => {
        const { total, ...parts } = payoutSums(lines);
        expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(total);
        expect(total).toBe(lines.reduce((sum, { amount, fee }) => sum + amount - fee, 0));
      }),
    );
  });

  it('names each part of a payout', () => {
    const line = (kind: PayoutLine['kind'], amount: number, fee = 0): PayoutLine => ({
      id: kind,
      kind,
      bookedAt: 0,
      amount,
      fee,
      paymentIntentId: null,
      about: null,
    });
    const lines = [
      line('tip', 1000, 59),
      line('tip', 500, 45),
      line('refund', -300),
      line('refund-failed', 300),
      line('dispute', -500, 1500),
      line('dispute-returned', 500),
      line('payout', -200),
      line('payout-failed', 700),
      line('other', -10),
    ];
    expect(payoutSums(lines)).toEqual({
      tips: 1500,
      refunds: 0,
      disputes: 0,
      fees: -1604,
      payouts: 500,
      other: -10,
      total: 386,
    });
  });
});

describe('payout failure', () => {
  it('groups Stripe’s codes by what the owner can do, and takes any other code', () => {
    expect(payoutFailure('account_closed')).toBe('account-closed');
    expect(payoutFailure('no_account')).toBe('account-unknown');
    expect(payoutFailure('incorrect_account_holder_name')).toBe('wrong-holder');
    expect(payoutFailure('declined')).toBe('bank-refused');
    expect(payoutFailure('invalid_currency')).toBe('wrong-currency');
    expect(payoutFailure('insufficient_funds')).toBe('balance-too-low');
    expect(payoutFailure('a_new_code')).toBe('other');
    expect(payoutFailure(null)).toBe('other');
  });
});
