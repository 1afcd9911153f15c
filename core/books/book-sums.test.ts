import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakeTip } from '../testing/fakes';
import {
  afterFeesApart,
  beforeFeesApart,
  bookLine,
  byCurrency,
  feeApartName,
  feeApartOf,
  sumsOf,
} from './book-sums';

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
