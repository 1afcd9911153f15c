import type { Tip } from './tip';

/** The time `years` years after a time (epoch milliseconds), on the same day of the year in UTC. */
export function yearsAfter(at: number, years: number): number {
  const date = new Date(at);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.getTime();
}

/** Whether a tip has a text that is erased after the owner's number of years: the fan's name and message, and the reply, which may name the fan. */
export const hasTexts = ({ fan, reply }: Pick<Tip, 'fan' | 'reply'>): boolean =>
  fan.name !== null || fan.message !== null || reply !== null;
