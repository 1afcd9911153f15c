import { currencies, roundUpToStep, type Currency } from '../money/money';

/** The estimate behind "cover the costs": Stripe's basis points and fixed part, and the host's own basis points (usually 0). */
export interface FeeRule {
  readonly bps: number;
  readonly fixed: number;
  readonly platformBps: number;
}

const whole = 10_000;

/**
 * The total to charge so that the owner keeps `tipAmount` after all estimated fees: never less, and at most 2 minor units more before rounding up to
 * the currency's step. `cover` is what the fan adds. Integers throughout.
 */
export function coverCosts(
  tipAmount: number,
  rule: FeeRule,
  currency: Currency,
): { readonly total: number; readonly cover: number } {
  const kept = whole - rule.bps - rule.platformBps;
  const exact = Math.ceil(((tipAmount + rule.fixed) * whole) / kept);
  const total = roundUpToStep(exact, currencies[currency].step);
  return { total, cover: total - tipAmount };
}
