import { expect, it } from 'vitest';
import { fakeTip } from '../testing/fakes';
import { sumsOf } from './book-sums';

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
