import type { Micros } from '../values/instant';

/** A strictly increasing clock in microseconds: every commit gets an instant of its own, also over restarts. */
export class CommitClock {
  private last: Micros;

  constructor(
    highWater: Micros,
    private readonly now: () => number = Date.now,
  ) {
    this.last = highWater;
  }

  /** A new instant, later than every instant handed out before. */
  next(): Micros {
    this.last = Math.max(this.last + 1, this.now() * 1000);
    return this.last;
  }

  /** The instant of reads: everything committed until now has an earlier or equal one. */
  read(): Micros {
    return this.next();
  }
}
