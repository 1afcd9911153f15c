/** The time `years` years after a time (epoch milliseconds), on the same day of the year in UTC. */
export function yearsAfter(at: number, years: number): number {
  const date = new Date(at);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.getTime();
}
