import { expect, it } from 'vitest';
import { fakeTip } from '../testing/fakes';
import { bookLine } from './book-line';
import { byCurrency, sumsOf } from './book-sums';

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
  const sums = byCurrency(sumsOf([booked, paid, bookedInEuros, booked, { ...paid, currency: 'gbp' }]));
  expect(sums.map(({ currency, count, received }) => [currency, count, received])).toEqual([
    ['gbp', 1, 500],
    ['usd', 4, 2000],
  ]);
  expect(sums[1]?.booked.map((sum) => [sum.bookedIn, sum.count, sum.booked.kept])).toEqual([
    ['usd', 2, 910],
    ['eur', 1, 400],
  ]);
  expect(sums.map(({ unbooked }) => unbooked?.count)).toEqual([1, 1]);
  expect(byCurrency(sumsOf([booked]))[0]?.unbooked).toBeNull();
});

it('a line names the way to pay whose fee Stripe books apart from the payment', () => {
  const paidBy = (paymentMethodType: string) => ({ ...paid, stripe: { ...paid.stripe, paymentMethodType } });
  expect(bookLine(paidBy('mobilepay'))?.feeApart).toBe('mobilepay');
  expect(bookLine(paidBy('card'))?.feeApart).toBeNull();
});
