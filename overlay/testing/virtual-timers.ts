import type { Timers } from '../timers';

interface Waiting {
  readonly at: number;
  readonly act: () => void;
}

/** A clock that a test moves. Timers run in the order of their times. */
export class VirtualTimers implements Timers {
  private waiting: Waiting[] = [];

  constructor(private time = Date.UTC(2026, 9, 1, 12)) {}

  now = (): number => this.time;

  after = (ms: number, act: () => void): (() => void) => {
    const timer = { at: this.time + Math.max(0, ms), act };
    this.waiting.push(timer);
    return () => {
      this.waiting = this.waiting.filter((other) => other !== timer);
    };
  };

  /** How many timers wait: a page that runs for hours must not gather them. */
  get open(): number {
    return this.waiting.length;
  }

  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const next = this.waiting.toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > end) break;
      this.waiting = this.waiting.filter((other) => other !== next);
      this.time = next.at;
      next.act();
    }
    this.time = end;
  }
}
