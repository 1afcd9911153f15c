import * as v from 'valibot';

/** Whether this runtime knows the time zone (`Europe/Berlin`, `UTC`). */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Reads the calendar day (`YYYY-MM-DD`) of a time in milliseconds, in one time zone. Formatted in Swedish, which writes dates in this form. */
export function daysIn(zone: string): (millis: number) => string {
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (millis) => format.format(millis);
}

const hour = 60 * 60_000;

/** When a day begins in a time zone (milliseconds), also where clocks change at midnight. A day that the zone skipped begins with the next one. */
export function dayStart(day: string, zone: string): number {
  const utc = Date.parse(day);
  // Formats write far years with other numbers of digits. No tip is that old.
  if (day < '1971' || day > '9998') return utc;
  const dayOf = daysIn(zone);
  // A zone is at most 14 hours away from UTC.
  let before = utc - 15 * hour;
  let reached = utc + 39 * hour;
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (dayOf(middle) < day) before = middle;
    else reached = middle;
  }
  return reached;
}

/**
 * The moment (milliseconds) at which clocks in a time zone show `time` (`20:30`) on a day. A time that clocks skip is as much later. Who asks for several
 * times keeps the function: its format takes far longer to make than to use.
 */
export function momentsIn(zone: string): (day: string, time: string) => number {
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  /** What the clocks show at a moment, read as if it were UTC. */
  const shownAt = (millis: number) => Date.parse(`${format.format(millis).replace(' ', 'T')}Z`);
  return (day, time) => {
    const wanted = Date.parse(`${day}T${time}:00Z`);
    const guess = 2 * wanted - shownAt(wanted);
    const found = guess + wanted - shownAt(guess);
    return shownAt(found) === wanted ? found : Math.max(guess, found);
  };
}

/** The day after, without a time zone. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 24 * hour).toISOString().slice(0, 10);

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The first and the last day of a month, which counts from 1. */
export function daysOfMonth(year: number, month: number): { readonly from: string; readonly until: string } {
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const start = `${year}-${twoDigits(month)}`;
  return { from: `${start}-01`, until: `${start}-${twoDigits(lastDay)}` };
}

/** Whether this is a day of the calendar, such as `2026-01-31`. JavaScript reads the thirtieth of February as a day of March. Firestore has no time before the year 1 or after 9999, and who asks for a day also asks for its neighbours. */
export function isDay(given: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(given) || given < '0002' || given >= '9999') return false;
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

/** UTC, in the form that spreadsheets read as a time: `2026-01-31 09:30:00`. Empty for null. */
export const tableTime = (millis: number | null): string =>
  millis === null ? '' : new Date(millis).toISOString().slice(0, 19).replace('T', ' ');
