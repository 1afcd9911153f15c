import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { perYear, coverCosts } from '../amounts/amount-limits';
import { daysIn } from '../locale/zoned-day';
import { currencies, type Currency } from '../money/money';
import { runs } from '../testing/runs';
import {
  applicationFee,
  billingRule,
  estimateFee,
  feeRule,
  feeTable,
  hostShareBps,
  shareOnlyAtHome,
  feeSums,
  feesByMonth,
} from './fees';

describe('fees', () => {
  const ruleOf = (country: string, currency: Currency, platformBps = 0) => {
    const rule = feeRule(country, currency, platformBps);
    if (rule === null) throw new Error(`no fee for ${country} ${currency}`);
    return rule;
  };

  test.each<[country: string, currency: Currency, tip: number, total: number]>([
    ['US', 'usd', 300, 340],
    ['US', 'usd', 500, 546],
    ['DE', 'eur', 500, 533],
    ['JP', 'jpy', 500, 519],
    ['TH', 'thb', 10_000, 11_417],
  ])(
    'an owner in %s with %s keeps the whole tip of %i when %i is charged',
    (country, currency, tip, total) => {
      expect(coverCosts(tip, ruleOf(country, currency), currency)).toEqual({ total, cover: total - tip });
    },
  );

  it('estimates as Stripe rounds: half up', () => {
    expect(estimateFee(500, { bps: 290, fixed: 30 })).toBe(45);
    expect(estimateFee(50, { bps: 100, fixed: 0 })).toBe(1);
    expect(estimateFee(49, { bps: 100, fixed: 0 })).toBe(0);
    expect(estimateFee(500, null)).toBe(0);
  });

  it('has no fee for an unknown country, a missing country, or a currency without a row', () => {
    expect(feeRule('ZZ', 'usd')).toBeNull();
    expect(feeRule(null, 'usd')).toBeNull();
    expect(feeRule('US', 'eur')).toBeNull();
    expect(feeRule('constructor', 'usd')).toBeNull();
  });

  // Holds pay-058.
  it('every row has a date, a rate under 10 % and whole fixed parts', () => {
    for (const row of Object.values(feeTable)) {
      expect(row.asOf).toMatch(/^20\d\d-(0[1-9]|1[0-2])$/);
      expect(row.bps).toBeGreaterThan(0);
      expect(row.bps).toBeLessThan(1000);
      for (const fixed of Object.values(row.fixed)) expect(Number.isSafeInteger(fixed)).toBe(true);
    }
  });

  const rules = fc.record({
    bps: fc.integer({ min: 0, max: 1000 }),
    fixed: fc.integer({ min: 0, max: 10_000 }),
    platformBps: fc.integer({ min: 0, max: 3000 }),
  });
  const tips = fc.integer({ min: 1, max: 99_999_999 });

  // Holds web-020, pay-061.
  it('covering the costs never leaves the owner less, and charges at most 2 minor units more', () => {
    fc.assert(
      fc.property(tips, rules, (tip, rule) => {
        const { total } = coverCosts(tip, rule, 'usd');
        const share = Math.floor((total * rule.platformBps) / 10_000);
        const kept = total - estimateFee(total, rule) - share;
        expect(kept).toBeGreaterThanOrEqual(tip);
        expect(kept).toBeLessThanOrEqual(tip + 2);
      }),
      { numRuns: runs(2000) },
    );
  });

  // Holds pay-061.
  it("a covered total is a multiple of the currency's step", () => {
    fc.assert(
      fc.property(
        tips,
        rules,
        fc.constantFrom<Currency>('isk', 'ugx', 'kwd', 'usd', 'jpy'),
        (tip, rule, currency) => {
          const { step } = currencies[currency];
          const { total, cover } = coverCosts(tip * step, rule, currency);
          expect(total % step).toBe(0);
          expect(cover).toBe(total - tip * step);
        },
      ),
    );
  });

  // Holds pay-063.
  it("the host's share is rounded down to the step, and zero if it would use up the tip", () => {
    expect(applicationFee(999, 500, 'usd', 59)).toBe(49);
    expect(applicationFee(100_000, 250, 'isk', 0)).toBe(2500);
    expect(applicationFee(99_900, 250, 'isk', 0)).toBe(2400);
    expect(applicationFee(100, 9000, 'usd', 33)).toBe(0);
    expect(applicationFee(500, 0, 'usd', 45)).toBe(0);
  });
});

describe('billing fees', () => {
  const german = feeRule('DE', 'eur') ?? { bps: 0, fixed: 0, platformBps: 0 };
  const japanese = feeRule('JP', 'jpy') ?? { bps: 0, fixed: 0, platformBps: 0 };

  // Holds pay-240.
  it('covering a monthly tip adds the 0.7 % of Stripe Billing: EUR 5.00 once is 5.33, every month 5.37', () => {
    expect(coverCosts(500, german, 'eur').total).toBe(533);
    expect(coverCosts(500, billingRule(german), 'eur').total).toBe(537);
    expect(coverCosts(6000, billingRule(german), 'eur').total).toBe(6161);
  });

  it('a currency without decimals is covered in whole units', () => {
    expect(coverCosts(500, billingRule(japanese), 'jpy').total).toBe(523);
  });

  it('a year has twelve monthly amounts, or one yearly amount', () => {
    expect([perYear(537, 'month'), perYear(6161, 'year')]).toEqual([6444, 6161]);
  });
});

// Holds pay-421.
describe('the host’s share', () => {
  it.each(shareOnlyAtHome)('of an account in %s is taken by a host of that country alone', (country) => {
    expect(hostShareBps(500, country, 'US')).toBe(0);
    expect(hostShareBps(500, country, null)).toBe(0);
    expect(hostShareBps(500, country, country)).toBe(500);
  });

  it.each(['US', 'DE', 'JP', null])('of an account in %s is as the host has set it', (country) => {
    for (const host of ['US', 'DE', null]) expect(hostShareBps(500, country, host)).toBe(500);
  });
});

describe('fee lines', () => {
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
});
