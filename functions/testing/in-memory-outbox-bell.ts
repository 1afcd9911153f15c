import type { OutboxBell, OutboxRing } from '../outbox/outbox-bell';

/** Rings nothing by itself: a test takes the rings, drops them, doubles them or answers them in another order. */
export class InMemoryOutboxBell implements OutboxBell {
  readonly rings: { readonly ring: OutboxRing; readonly at: number }[] = [];

  ring(ring: OutboxRing, at: number): Promise<void> {
    this.rings.push({ ring, at });
    return Promise.resolve();
  }

  /** Takes the rings that are due. */
  take(now: number): readonly OutboxRing[] {
    const due = this.rings.filter(({ at }) => at <= now);
    const later = this.rings.filter(({ at }) => at > now);
    this.rings.splice(0, this.rings.length, ...later);
    return due.map(({ ring }) => ring);
  }
}
