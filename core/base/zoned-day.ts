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
