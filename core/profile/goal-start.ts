import * as v from 'valibot';
import { currencyCodes, type Currency } from '../money/currency-codes';

/** Minor units received so far, by currency. */
type Kept = Readonly<Partial<Record<Currency, number>>>;

/**
 * The start of an owner's goal: its label, and the amount received before it, which does not count. It stays when the goal is hidden, so that showing
 * the goal again continues with the same start.
 */
export interface GoalStart {
  readonly label: string;
  readonly kept: Kept;
}

export const goalStart: v.GenericSchema<unknown, GoalStart> = v.object({
  label: v.string(),
  kept: v.record(v.picklist(currencyCodes), v.pipe(v.number(), v.safeInteger())),
});

/** The amount that counts for the goal, never below zero: tips from before the goal may be refunded later. */
export function reachedSince(start: GoalStart | null, currency: Currency, kept: number): number {
  return Math.max(0, kept - (start?.kept[currency] ?? 0));
}

/** The start of a goal after the amount of a test tip was removed from the totals. A goal that began before real tips starts at zero. */
export function goalStartWithout(start: GoalStart, currency: Currency, kept: number): GoalStart {
  const before = start.kept[currency];
  if (before === undefined) return start;
  return { ...start, kept: { ...start.kept, [currency]: Math.max(0, before - kept) } };
}
