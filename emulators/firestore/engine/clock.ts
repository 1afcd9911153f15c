import type { Micros } from '../values/instant';

/** A strictly increasing clock in microseconds: every commit gets its own time, also after a restart. */
export class CommitClock {
  private last: Micros;

  constructor(
    highWater: Micros,
    private readonly now: () => number = Date.now,
  ) {
    this.last = highWater;
  }

  /** A new time, later than all times before. */
  next(): Micros {
    this.last = Math.max(this.last + 1, this.now() * 1000);
    return this.last;
  }

  /** The time of reads: all commits up to now have an earlier or equal time. */
  read(): Micros {
    return this.next();
  }
}
