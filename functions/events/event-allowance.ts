import type { CardEvent } from '../../core/api/event-api';
import type { Clock } from '../store/clock';

/**
 * The events that count. A household or an office shares an address. A single profile can have thousands of visitors a second; what is above that is
 * a flood, and must not fill the batches.
 */
const rules = {
  address: { points: 60, windowMs: 60_000 },
  handle: { points: 5000, windowMs: 1000 },
} as const;

/** This many counters take some megabytes; above that the oldest are dropped. */
const maxCounters = 20_000;

/** Counts in fixed windows, in memory. All counters start again when a window ends. */
class Buckets {
  private counters = new Map<string, number>();
  private endsAt = 0;

  constructor(
    private readonly windowMs: number,
    private readonly points: number,
  ) {}

  take(key: string, now: number): boolean {
    if (now >= this.endsAt) {
      this.counters = new Map();
      this.endsAt = now + this.windowMs;
    }
    const count = this.counters.get(key) ?? 0;
    if (count >= this.points) return false;
    this.counters.set(key, count + 1);
    const [oldest] = this.counters.keys();
    if (this.counters.size > maxCounters && oldest !== undefined) this.counters.delete(oldest);
    return true;
  }
}

/**
 * Limits the counted events of one address and of one profile. Kept in the memory of each server instance: a view is not worth a request to the
 * store, and nothing about visitors is stored. Addresses come as fingerprints and are forgotten within a minute of the next event.
 */
export class EventAllowance {
  private readonly addresses: Buckets;
  private readonly handles: Buckets;

  /** `factor` multiplies both limits. */
  constructor(
    private readonly clock: Clock,
    factor: number,
  ) {
    this.addresses = new Buckets(rules.address.windowMs, rules.address.points * factor);
    this.handles = new Buckets(rules.handle.windowMs, rules.handle.points * factor);
  }

  /** Returns the events that count. */
  admit(address: string, events: readonly CardEvent[]): readonly CardEvent[] {
    const now = this.clock.now();
    return events.filter(({ handle }) => this.addresses.take(address, now) && this.handles.take(handle, now));
  }
}
