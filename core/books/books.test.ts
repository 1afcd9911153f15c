import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fakeTip, noon } from '../testing/fakes';
import { bookLine, BookSums, SumsBy } from './book-sums';
import type { Tip } from '../tip/tip';

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
  expect(bookLine(paid())?.booked).toMatchObject({ received: 546, stripeFee: 46, hostShare: 20, kept: 480 });
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
