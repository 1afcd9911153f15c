import type { FeeRule } from './cover-costs';
import { currencies, roundDownToStep, type Currency } from './money';
import { feeTable } from './fee-table';

export { coverCosts, type FeeRule } from './cover-costs';

const whole = 10_000;

/** Null when we have no fee for that account: then nothing is estimated, and "cover the costs" is not offered. */
export function feeRule(country: string | null, currency: Currency, platformBps = 0): FeeRule | null {
  const row = country !== null && Object.hasOwn(feeTable, country) ? feeTable[country] : undefined;
  const fixed = row?.fixed[currency];
  return row === undefined || fixed === undefined ? null : { bps: row.bps, fixed, platformBps };
}

/** The estimate of Stripe's fee for `amount`, in minor units, rounded half up as Stripe does. Zero when we have no fee. */
export function estimateFee(amount: number, rule: Pick<FeeRule, 'bps' | 'fixed'> | null): number {
  return rule === null ? 0 : Math.floor((amount * rule.bps + whole / 2) / whole) + rule.fixed;
}

/**
 * The host's share of `amount`, rounded down. Zero when the owner would keep nothing after Stripe's estimated fee: Stripe refuses a share above the
 * captured amount. A zero share must be left out of the request.
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
