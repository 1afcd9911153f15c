import { expect, it } from 'vitest';
import { daysIn } from '../locale/zoned-day';
import { feesByMonth, feeSums } from './fee-lines';

const line = (id: string, at: number, amount: number, currency = 'usd') => ({ id, at, amount, currency });

it('adds fees by month of the owner’s zone and by currency, with what Stripe gave back, and leaves out other days', () => {
  const lines = [
    line('a', Date.UTC(2026, 0, 31, 23, 30), 4),
    line('b', Date.UTC(2026, 0, 31, 22), 3),
    line('c', Date.UTC(2026, 1, 1), -1),
    line('d', Date.UTC(2026, 1, 2), 7, 'eur'),
    line('e', Date.UTC(2025, 11, 31, 22), 100),
  ];
  const year = { from: '2026-01-01', until: '2026-12-31' };
  expect(feesByMonth(lines, daysIn('Europe/Berlin'), year)).toEqual([
    { month: '2026-01', sums: [{ currency: 'usd', amount: 3 }] },
    {
      month: '2026-02',
      sums: [
        { currency: 'eur', amount: 7 },
        { currency: 'usd', amount: 3 },
      ],
    },
  ]);
  expect(feeSums([])).toEqual([]);
});
