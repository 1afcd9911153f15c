/** UTC, in the form that spreadsheets read as a time: `2026-01-31 09:30:00`. Empty for null. */
export const tableTime = (millis: number | null): string =>
  millis === null ? '' : new Date(millis).toISOString().slice(0, 19).replace('T', ' ');
