import { currencies, type Currency } from './currencies';
import { feeTable } from './fee-table';
import { roundDownToStep, roundUpToStep } from './money';

/** The estimate behind "cover the costs": Stripe's basis points and fixed part, and the host's own basis points (usually 0). */
export interface FeeRule {
  readonly bps: number;
  readonly fixed: number;
  readonly platformBps: number;
}

const whole = 10_000;

/** Null when we know no fee for that account: then nothing is estimated, and covering the costs is not offered. */
export function feeRule(country: string | null, currency: Currency, platformBps = 0): FeeRule | null {
  const row = country !== null && Object.hasOwn(feeTable, country) ? feeTable[country] : undefined;
  const fixed = row?.fixed[currency];
  return row === undefined || fixed === undefined ? null : { bps: row.bps, fixed, platformBps };
}

/** What Stripe will probably keep of `amount`, in minor units, rounded half up as Stripe does. Zero when we know no fee. */
export function estimateFee(amount: number, rule: Pick<FeeRule, 'bps' | 'fixed'> | null): number {
  return rule === null ? 0 : Math.floor((amount * rule.bps + whole / 2) / whole) + rule.fixed;
}

/**
 * The total to charge so that the owner keeps `tipAmount` after all estimated fees: never less, and at most 2 minor units more before
 * it is rounded up to the currency's step. `cover` is what the fan adds. Integers throughout.
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

/**
 * The host's share of `amount`, rounded down. Zero (then it must be left out of the request) when the share would not leave the owner
 * anything after Stripe's estimated fee: Stripe refuses a share above the captured amount.
 */
export function applicationFee(
  amount: number,
  platformBps: number,
  currency: Currency,
  estimatedFee: number,
): number {
  const share = roundDownToStep(Math.floor((amount * platformBps) / whole), currencies[currency].step);
  return share < amount - estimatedFee ? share : 0;
}
