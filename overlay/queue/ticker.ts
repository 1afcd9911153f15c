import type { Entry } from './entry';

/** Milliseconds that a small tip is shown. */
const showMs = 4000;
const mostWaiting = 20;

/** The line for tips below the minimum: one after another, without a sound. Of many, the newest. */
export class Ticker {
  private waiting: readonly Entry[] = [];
  private until = 0;
  shown: Entry | null = null;

  add(entries: readonly Entry[]): void {
    this.waiting = [...this.waiting, ...entries].slice(-mostWaiting);
  }

  /** Answers whether another one is shown now. */
  step(now: number): boolean {
    if (this.shown !== null && now < this.until) return false;
    const [next = null, ...rest] = this.waiting;
    const isOther = next !== this.shown;
    this.waiting = rest;
    this.shown = next;
    this.until = now + showMs;
    return isOther;
  }

  nextAt(): number | null {
    return this.shown === null ? null : this.until;
  }
}
