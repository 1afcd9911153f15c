import { problem, fail, ok, type Result } from '../base/result';
import { currencies, type Currency } from '../money/money';

/** How often a fan can give by themselves: every month or every year. */
export const intervals = ['month', 'year'] as const;
export type Interval = (typeof intervals)[number];

export const monthsOf = (every: Interval): 1 | 12 => (every === 'year' ? 12 : 1);

/** The sum of a year. It is exact, where twelfths of a yearly amount would be rounded. */
export const perYear = (amount: number, every: Interval): number => (amount * 12) / monthsOf(every);

/** The amounts that may be sent, in minor units. Every amount is a multiple of `step`. */
export interface AmountLimits {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

export function isWithinLimits(minorUnits: number, limits: AmountLimits): boolean {
  return (
    Number.isSafeInteger(minorUnits) &&
    minorUnits >= limits.min &&
    minorUnits <= limits.max &&
    minorUnits % limits.step === 0
  );
}

export function roundUpToStep(minorUnits: number, step: number): number {
  return Math.ceil(minorUnits / step) * step;
}

export function roundDownToStep(minorUnits: number, step: number): number {
  return Math.floor(minorUnits / step) * step;
}

/** The owner's choice of amounts, in minor units; null = the currency's default. */
interface AmountChoices {
  readonly presets: readonly number[] | null;
  readonly min: number | null;
  readonly max: number | null;
}

/** The amounts that a profile accepts and suggests. There is always at least one preset, and `min` is never above `max`. */
export interface ProfileAmounts {
  readonly limits: AmountLimits;
  readonly presets: readonly number[];
}

/** The largest amount that every payment method supports: eight digits. */
export const largestAmount = 99_999_999;

/**
 * The currency's limits with the owner's choice applied. The owner can raise the minimum and move the maximum in both directions, but not below the
 * currency's own minimum.
 */
export function tipAmounts(currency: Currency, choices: AmountChoices): ProfileAmounts {
  const { step, min: lowest, max: usual, presets: usualPresets } = currencies[currency];
  const highest = roundDownToStep(largestAmount, step);
  const min = Math.min(roundUpToStep(Math.max(choices.min ?? lowest, lowest), step), highest);
  const max = Math.max(roundDownToStep(Math.min(choices.max ?? usual, highest), step), min);
  const limits = { min, max, step };
  return { limits, presets: presetsWithin(limits, choices.presets, usualPresets) };
}

/**
 * The same for one period of a monthly or yearly tip. A year may be twelve times as much; without the owner's choice, each of a year's suggestions is
 * twelve times the usual one.
 */
export function intervalAmounts(
  currency: Currency,
  choices: Omit<AmountChoices, 'presets'>,
  every: Interval,
  presets: readonly number[] | null,
): ProfileAmounts {
  const months = monthsOf(every);
  const monthly = tipAmounts(currency, { ...choices, presets: null });
  const { step, min, max } = monthly.limits;
  const limits = { step, min, max: Math.min(max * months, roundDownToStep(largestAmount, step)) };
  const usual = currencies[currency].presets.map((preset) => preset * months);
  return { limits, presets: presetsWithin(limits, presets, usual) };
}

/** The usable amounts of the first list that has any; else the smallest tip and multiples of it. */
export function presetsWithin(
  limits: AmountLimits,
  ...wishes: readonly (readonly number[] | null)[]
): readonly number[] {
  const fitting = (wish: readonly number[] | null): readonly number[] => [
    ...new Set((wish ?? []).filter((amount) => isWithinLimits(amount, limits))),
  ];
  const multiples = [1, 2, 5].map((factor) => limits.min * factor);
  return wishes.map(fitting).find((offered) => offered.length > 0) ?? fitting(multiples);
}

/** Accepts a tip's amount, or says why not and names the field. `figures` carries the limits. */
export function checkTipAmount(tipAmount: number, limits: AmountLimits): Result<number> {
  if (isWithinLimits(tipAmount, limits)) return ok(tipAmount);
  const figures = { min: limits.min, max: limits.max, step: limits.step };
  const refuse = (code: 'amount-too-small' | 'amount-too-large' | 'invalid-fields', why: string) =>
    fail(problem(code, { fields: { tipAmount: why }, figures }));
  if (tipAmount < limits.min) return refuse('amount-too-small', 'This is less than the smallest tip.');
  if (tipAmount > limits.max) return refuse('amount-too-large', 'This is more than the largest tip.');
  return refuse('invalid-fields', 'This amount is not possible in this currency.');
}

/** The estimate behind "cover the costs": Stripe's basis points and fixed part, and the host's own basis points (usually 0). */
export interface FeeRule {
  readonly bps: number;
  readonly fixed: number;
  readonly platformBps: number;
}

/**
 * The total to charge so that the owner keeps `tipAmount` after all estimated fees: never less, and at most 2 minor units more before rounding up to
 * the currency's step. `cover` is what the fan adds. Integers throughout.
 */
export function coverCosts(
  tipAmount: number,
  rule: FeeRule,
  currency: Currency,
): { readonly total: number; readonly cover: number } {
  const kept = 10_000 - rule.bps - rule.platformBps;
  const exact = Math.ceil(((tipAmount + rule.fixed) * 10_000) / kept);
  const total = roundUpToStep(exact, currencies[currency].step);
  return { total, cover: total - tipAmount };
}
