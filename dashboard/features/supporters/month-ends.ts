/** The last moments of the last `count` months before `now` in UTC, the oldest first; the last one is `now`. */
export function monthEnds(now: number, count: number): readonly number[] {
  const today = new Date(now);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  const ends = Array.from({ length: count - 1 }, (_, at) => Date.UTC(year, month - count + 2 + at) - 1);
  return [...ends, now];
}
