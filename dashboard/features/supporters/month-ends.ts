/** The last moments of this month in UTC (`now` is in it) and of the `count` - 1 months before, the oldest first. */
export function monthEnds(now: number, count: number): readonly number[] {
  const today = new Date(now);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  return Array.from({ length: count }, (_, at) => Date.UTC(year, month - count + 2 + at) - 1);
}
