import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeTip } from '../../testing/fakes';
import { conversion, daysUntil, insightsOf } from './insight-sums';

const now = Date.UTC(2026, 10, 21, 0, 5);
const days = daysUntil(now, 7);
const paid = (at: number) =>
  ({ status: 'succeeded', attempts: 1, lastError: null, succeededAt: at }) as const;
const shard = (day: string, views: number, clicks: Record<string, number> = {}) =>
  ({ v: 1, day, views, clicks }) as const;

test('a period ends today and holds each day once', () => {
  expect(days).toHaveLength(7);
  expect(days[0]).toBe('2026-11-15');
  expect(days.at(-1)).toBe('2026-11-21');
  expect(new Set(daysUntil(now, 90)).size).toBe(90);
});

test('adds the shards of a day, and leaves out other days', () => {
  const sums = insightsOf(
    days,
    [shard('2026-11-20', 3, { a: 1 }), shard('2026-11-20', 4, { a: 1, b: 5 }), shard('2026-11-01', 99)],
    [],
  );
  expect(sums.days.find(({ day }) => day === '2026-11-20')).toMatchObject({ views: 7, clicks: 7 });
  expect(sums.views).toBe(7);
  expect(sums.links).toEqual([
    { id: 'b', clicks: 5 },
    { id: 'a', clicks: 2 },
  ]);
});

// Holds dash-075.
test('never adds different currencies, and subtracts refunds', () => {
  const tips = [
    makeTip({ amount: 500, payment: paid(now) }),
    makeTip({
      amount: 700,
      payment: paid(now),
      contrib: { count: 1, gross: 700, refunded: 200, disputed: 0 },
    }),
    makeTip({ amount: 1000, currency: 'jpy', payment: paid(now) }),
  ];
  const sums = insightsOf(days, [], tips);
  expect(sums.money).toEqual({ usd: { tips: 2, kept: 1000 }, jpy: { tips: 1, kept: 1000 } });
  expect(sums.moneyByDay).toEqual({ usd: { '2026-11-21': 1000 }, jpy: { '2026-11-21': 1000 } });
});

test('leaves out what the totals leave out', () => {
  const contrib = { count: 0, gross: 0, refunded: 0, disputed: 0 };
  expect(insightsOf(days, [], [makeTip({ payment: paid(now), contrib })]).tips).toBe(0);
});

// Holds dash-074.
test('days add up to the whole, whatever is counted', () => {
  const counts = fc.record({ day: fc.constantFrom(...days), views: fc.nat(1000), clicks: fc.nat(50) });
  fc.assert(
    fc.property(fc.array(counts), fc.array(fc.nat(6)), (given, ages) => {
      const tips = ages.map((age) => makeTip({ payment: paid(now - age * 86_400_000) }));
      const sums = insightsOf(
        days,
        given.map(({ day, views, clicks }) => shard(day, views, { a: clicks })),
        tips,
      );
      expect(sums.views).toBe(given.reduce((sum, { views }) => sum + views, 0));
      expect(sums.links[0]?.clicks ?? 0).toBe(sums.clicks);
      expect(sums.days.reduce((sum, day) => sum + day.tips, 0)).toBe(tips.length);
      expect(sums.byPlacement.reduce((sum, place) => sum + place.tips, 0)).toBe(tips.length);
    }),
  );
});

test('has no ratio without views', () => {
  expect(conversion(3, 0)).toBeNull();
  expect(conversion(1, 50)).toBe(0.02);
});
