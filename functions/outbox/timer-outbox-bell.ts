import type { Clock } from '../store/clock';
import { outboxRingsAhead, type OutboxBell, type OutboxRing } from './outbox-bell';

/** Rings by timers of this process, for a server without Cloud Tasks. It rings nothing before `start` and nothing after `stop`. */
export class TimerOutboxBell implements OutboxBell {
  private answer: ((ring: OutboxRing) => void) | null = null;
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(private readonly clock: Clock) {}

  ring(ring: OutboxRing, at: number): Promise<void> {
    const wait = at - this.clock.now();
    const { answer } = this;
    if (answer === null || wait > outboxRingsAhead) return Promise.resolve();
    const timer = setTimeout(
      () => {
        this.timers.delete(timer);
        answer(ring);
      },
      Math.max(0, wait),
    );
    // A waiting timer must not keep the process alive.
    timer.unref();
    this.timers.add(timer);
    return Promise.resolve();
  }

  start(answer: (ring: OutboxRing) => void): void {
    this.answer = answer;
  }

  stop(): void {
    this.answer = null;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}
