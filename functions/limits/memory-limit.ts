/** This many counters take some megabytes; above that the oldest are dropped. */
const maxCounters = 20_000;

/** At most `points` of something for each key in a fixed window, counted in the memory of this instance. All counters start again when it ends. */
export class MemoryLimit {
  private counters = new Map<string, number>();
  private endsAt = 0;

  constructor(
    private readonly windowMs: number,
    private readonly points: number,
  ) {}

  /** Milliseconds until all counters start again. */
  waitMs(now: number): number {
    return Math.max(0, this.endsAt - now);
  }

  /** Counts `points`; false = the limit was reached before them. `now` in epoch milliseconds. */
  take(key: string, now: number, points = 1, most = this.points): boolean {
    if (now >= this.endsAt) {
      this.counters = new Map();
      this.endsAt = now + this.windowMs;
    }
    const count = this.counters.get(key) ?? 0;
    if (count >= most) return false;
    this.counters.set(key, count + points);
    const [oldest] = this.counters.keys();
    if (this.counters.size > maxCounters && oldest !== undefined) this.counters.delete(oldest);
    return true;
  }
}
