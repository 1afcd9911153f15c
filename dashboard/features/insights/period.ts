import { isDay } from '../../../core/base/zoned-day';
import { lengthOf, shifted, type Day, type DayRange } from './zone-days';

export const presets = [7, 28, 90] as const;
/** A number of days that ends today, or a range that the owner chose. */
export type Preset = (typeof presets)[number];

/** Each day is a document to read, and so is each day of the period before. */
export const mostDays = 365;

export const untilToday = (today: Day, days: Preset): DayRange => ({
  from: shifted(today, 1 - days),
  to: today,
});

export type RangeFault = 'incomplete' | 'backwards' | 'future' | 'too-long';

/** What is wrong with a chosen range; null = nothing. */
export function rangeFault(range: DayRange, today: Day): RangeFault | null {
  if (!isDay(range.from) || !isDay(range.to)) return 'incomplete';
  if (range.from > range.to) return 'backwards';
  if (range.to > today) return 'future';
  return lengthOf(range) > mostDays ? 'too-long' : null;
}
