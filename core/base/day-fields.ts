import * as v from 'valibot';
import { isTimeZone } from './zoned-day';

/** Whether this is a day of the calendar, such as `2026-01-31`. JavaScript reads the thirtieth of February as a day of March. */
export function isDay(given: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(given)) return false;
  const read = Date.parse(given);
  return !Number.isNaN(read) && new Date(read).toISOString().startsWith(given);
}

const refusedDay = (name: string) => `${name} must be a day such as 2026-01-31.`;

/** A field that must be a day. `name` is the field's name, for the sentence of a refusal. */
export const dayField = (name: string) =>
  v.pipe(v.string(refusedDay(name)), v.check(isDay, refusedDay(name)));

/** The same, or empty = no limit. */
export const dayOrNone = (name: string) =>
  v.pipe(
    v.string(refusedDay(name)),
    v.check((given) => given === '' || isDay(given), refusedDay(name)),
  );

const refusedZone = 'zone must be a time zone such as Europe/Berlin.';

export const zoneField = v.pipe(
  v.string(refusedZone),
  v.maxLength(60, refusedZone),
  v.check(isTimeZone, refusedZone),
);
