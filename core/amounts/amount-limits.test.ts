import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencies, currencyCodes, isWithinLimits } from '../money/money';
import { maxPresets, pagePresets } from './page-presets';
import { checkTipAmount, largestAmount, tipAmounts } from './amount-limits';
import { runs } from '../testing/runs';

const nothingChosen = { presets: null, min: null, max: null };

describe("a profile's amounts", () => {
  it("are the currency's defaults when the owner chose none", () => {
    expect(tipAmounts('usd', nothingChosen)).toEqual({
      limits: { min: 100, max: 50_000, step: 1 },
      presets: [300, 500, 1000],
    });
  });

  // Holds web-065, pay-054.
  it("follow the owner's choice, but not below the currency's minimum", () => {
    expect(tipAmounts('usd', { presets: [700, 200, 700, 50], min: 50, max: 900 })).toEqual({
      limits: { min: 100, max: 900, step: 1 },
      presets: [700, 200],
    });
    expect(tipAmounts('usd', { ...nothingChosen, max: 99_999_999 }).limits.max).toBe(99_999_999);
  });

  it('are rounded inwards to the currency’s step', () => {
    const { limits } = tipAmounts('isk', { ...nothingChosen, min: 20_050, max: 70_050 });
    expect(limits).toEqual({ min: 20_100, max: 70_000, step: 100 });
  });

  it('include a preset when no chosen preset fits', () => {
    expect(tipAmounts('usd', { presets: [100], min: 2000, max: 5000 }).presets).toEqual([2000, 4000]);
    expect(tipAmounts('usd', { presets: null, min: 2000, max: 2000 }).presets).toEqual([2000]);
  });

  it('have presets in order within their limits, whatever the owner chose', () => {
    const choice = fc.option(fc.integer({ min: 1, max: largestAmount }));
    const presets = fc.option(
      fc.array(fc.integer({ min: 1, max: largestAmount }), { minLength: 1, maxLength: 6 }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...currencyCodes),
        choice,
        choice,
        presets,
        (currency, min, max, wished) => {
          const { limits, presets: offered } = tipAmounts(currency, { min, max, presets: wished });
          expect(limits.min).toBeGreaterThanOrEqual(currencies[currency].min);
          expect(limits.min).toBeLessThanOrEqual(limits.max);
          expect(limits.max).toBeLessThanOrEqual(largestAmount);
          expect(offered.length).toBeGreaterThan(0);
          expect(offered.filter((amount) => !isWithinLimits(amount, limits))).toEqual([]);
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});

describe('a tip’s amount', () => {
  const limits = { min: 15_000, max: 90_000, step: 100 };

  it('is accepted within the limits', () => {
    expect(checkTipAmount(20_000, limits)).toEqual({ ok: true, value: 20_000 });
  });

  it.each([
    [100, 'amount-too-small'],
    [100_000, 'amount-too-large'],
    [20_050, 'invalid-fields'],
    [20_000.5, 'invalid-fields'],
  ])('%d is refused as %s, with the field and the limits', (amount, code) => {
    const checked = checkTipAmount(amount, limits);
    expect(checked).toMatchObject({ ok: false, problem: { code, figures: { min: 15_000, max: 90_000 } } });
    expect(checked).toHaveProperty('problem.fields.tipAmount');
  });
});

describe("a page's `amounts` attribute", () => {
  const limits = { min: 100, max: 2000, step: 1 };

  // Holds tag-025.
  it.each([
    ['3,5,10', [300, 500, 1000]],
    ['2.50 5', [250, 500]],
    ['5, 5, 100', [500]],
    ['abc, 4', [400]],
    ['', [700]],
    ['100', [700]],
    ['1,2,3,4,5,6,7,8', [100, 200, 300, 400, 500, 600]],
  ])('%j becomes %j', (attribute, offered) => {
    expect(pagePresets(attribute, 'usd', limits, [700])).toEqual(offered);
    expect(offered.length).toBeLessThanOrEqual(maxPresets);
  });
});
