import { expect, it } from 'vitest';
import { billingRule } from './billing-fees';
import { coverCosts, feeRule } from './fees';
import { perYear } from './amount-limits';

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
