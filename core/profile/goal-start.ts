import * as v from 'valibot';
import { currencyCodes, type Currency } from '../money/currency-codes';
import { keptOf, type Totals } from '../money/totals';

/** Minor units kept so far, by currency. */
type Kept = Readonly<Partial<Record<Currency, number>>>;

/**
 * Where an owner's goal began: its label, and what had been kept until then, which does not count for it. Stays when the goal is hidden,
 * so that showing it again goes on where it was.
 */
export interface GoalStart {
  readonly label: string;
  readonly kept: Kept;
}

export const goalStart: v.GenericSchema<unknown, GoalStart> = v.object({
  label: v.string(),
  kept: v.record(v.picklist(currencyCodes), v.pipe(v.number(), v.safeInteger())),
});

/** A goal with another label is another goal and begins with nothing; with another amount it is the same one. */
export function goalStartAfter(
  previous: GoalStart | null,
  goal: { readonly label: string } | null,
  sums: Totals,
): GoalStart | null {
  if (goal === null || previous?.label === goal.label) return previous;
  const kept: Partial<Record<Currency, number>> = {};
  for (const currency of currencyCodes) {
    const sum = sums[currency];
    if (sum !== undefined) kept[currency] = keptOf(sum);
  }
  return { label: goal.label, kept };
}

/** What counts for the goal, never below zero: earlier tips may be given back after it began. */
export function reachedSince(start: GoalStart | null, currency: Currency, kept: number): number {
  return Math.max(0, kept - (start?.kept[currency] ?? 0));
}

/** Where a goal began, once what was kept of a test tip is out of the totals. A goal that began before real tips begins with nothing. */
export function goalStartWithout(start: GoalStart, currency: Currency, kept: number): GoalStart {
  const before = start.kept[currency];
  if (before === undefined) return start;
  return { ...start, kept: { ...start.kept, [currency]: Math.max(0, before - kept) } };
}
