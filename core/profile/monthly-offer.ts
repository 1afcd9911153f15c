import * as v from 'valibot';
import { intervals } from '../money/intervals';

const amounts = v.nullable(
  v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1))), v.minLength(1), v.maxLength(6)),
);

/**
 * Whether fans can give every month or year. `presets` in minor units for one period; null = made from the currency's usual ones. Profiles and drafts
 * of earlier releases lack it.
 */
export const monthlyOffer = v.strictObject({
  on: v.boolean(),
  intervals: v.pipe(
    v.array(v.picklist(intervals)),
    v.minLength(1),
    v.check((chosen) => new Set(chosen).size === chosen.length),
  ),
  presets: v.strictObject({ month: amounts, year: amounts }),
});
export type MonthlyOffer = v.InferOutput<typeof monthlyOffer>;

export const noMonthlyOffer: MonthlyOffer = {
  on: false,
  intervals: ['month'],
  presets: { month: null, year: null },
};

/** Whether an owner has left everything as it is at the start. */
export const isUnusedOffer = ({ on, intervals: chosen, presets: { month, year } }: MonthlyOffer): boolean =>
  !on && chosen.length === 1 && chosen[0] === 'month' && month === null && year === null;
