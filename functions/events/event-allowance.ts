import type { CardEvent } from '../../core/api/channel-api';
import { MemoryLimit } from '../limits/memory-limit';
import type { Clock } from '../store/clock';

/**
 * The events that count. A household or an office shares an address. A single profile can have thousands of visitors a second; what is above that is
 * a flood, and must not fill the batches.
 */
const rules = {
  address: { points: 60, windowMs: 60_000 },
  handle: { points: 5000, windowMs: 1000 },
} as const;

/**
 * Limits the counted events of one address and of one profile. Kept in the memory of each server instance: a view is not worth a request to the
 * store, and nothing about visitors is stored. Addresses come as fingerprints and are forgotten within a minute of the next event.
 */
export class EventAllowance {
  private readonly addresses: MemoryLimit;
  private readonly handles: MemoryLimit;

  /** `factor` multiplies both limits. */
  constructor(
    private readonly clock: Clock,
    factor: number,
  ) {
    this.addresses = new MemoryLimit(rules.address.windowMs, rules.address.points * factor);
    this.handles = new MemoryLimit(rules.handle.windowMs, rules.handle.points * factor);
  }

  /** Returns the events that count. */
  admit(address: string, events: readonly CardEvent[]): readonly CardEvent[] {
    const now = this.clock.now();
    return events.filter(({ handle }) => this.addresses.take(address, now) && this.handles.take(handle, now));
  }
}
