import { yearsAfter } from '../tip/text-lifetime';
import { isOver, type Monthly } from './monthly';

/** What the end of a name depends on: when the latest payment was made, and the owner's years for texts. Times in epoch milliseconds. */
interface NameTimes {
  readonly latestAt: number;
  readonly keepTipsYears: number;
  readonly now: number;
}

/**
 * The monthly tip without its fan's name, if it is over and the texts of its latest payment are past their time; else the same object. One that goes on
 * keeps the name, since its next payment is made with it.
 */
export function withNameInTime(monthly: Monthly, { latestAt, keepTipsYears, now }: NameTimes): Monthly {
  const { state, fan } = monthly;
  if (fan.name === null || !isOver(state) || yearsAfter(latestAt, keepTipsYears) > now) return monthly;
  return { ...monthly, fan: { ...fan, name: null } };
}
