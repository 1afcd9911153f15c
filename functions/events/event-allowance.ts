import type { CardEvent } from '../../core/api/event-api';
import type { Clock } from '../store/clock';

const windowMs = 60 * 60_000;

/**
 * The views and clicks that count from one address in a window. A household or an office shares an address; nobody reads one card thirty times an
 * hour.
 */
const points = { subject: 30, all: 300 } as const;

/** This many counters take some megabytes; above that the oldest are dropped. */
const maxCounters = 20_000;

/** A profile's views, or the clicks on one of its links. */
const subjectOf = (event: CardEvent) =>
  event.kind === 'view' ? `view ${event.handle}` : `click ${event.handle} ${event.link}`;

/**
 * Limits the counted views and clicks of one address. Kept in the memory of each server instance: a view is not worth a request to the store, and
 * nothing about visitors is stored. Addresses come as fingerprints and are forgotten within the hour.
 */
export class EventAllowance {
  private counters = new Map<string, number>();
  private endsAt = 0;

  constructor(
    private readonly clock: Clock,
    private readonly factor: number,
  ) {}

  /** Returns the events that count. */
  admit(address: string, events: readonly CardEvent[]): readonly CardEvent[] {
    this.beginWindow();
    return events.filter(
      (event) =>
        this.take(`${address} ${subjectOf(event)}`, points.subject) && this.take(address, points.all),
    );
  }

  private beginWindow(): void {
    const now = this.clock.now();
    if (now < this.endsAt) return;
    this.counters = new Map();
    this.endsAt = now + windowMs;
  }

  private take(key: string, most: number): boolean {
    const count = this.counters.get(key) ?? 0;
    if (count >= most * this.factor) return false;
    this.counters.set(key, count + 1);
    const [oldest] = this.counters.keys();
    if (this.counters.size > maxCounters && oldest !== undefined) this.counters.delete(oldest);
    return true;
  }
}
