import { answerRing, type RingDeps } from './answer-ring';
import type { OutboxRing } from './outbox-bell';
import { sweepOutbox, usualAges } from './sweep-outbox';
import type { TimerOutboxBell } from './timer-outbox-bell';

const sweepEveryMs = 60_000;

/** At most so many rings are answered at the same time: each may wait for a slow receiver. */
const atOnce = 20;

/** Plans and sends by timers of this process, without Cloud Tasks and Cloud Scheduler. What an earlier process left is found at once. Returns a function that ends it. */
export function startOutbox(deps: RingDeps, bell: TimerOutboxBell): () => void {
  const waiting: OutboxRing[] = [];
  let running = 0;
  const next = () => {
    if (running >= atOnce) return;
    const ring = waiting.shift();
    if (ring === undefined) return;
    running += 1;
    void answerRing(deps, ring)
      .catch((error: unknown) => deps.log.outboxRingLost({ ring: ring.kind, error }))
      .finally(() => {
        running -= 1;
        next();
      });
  };
  bell.start((ring) => {
    waiting.push(ring);
    next();
  });
  const sweep = (ages = usualAges) =>
    void sweepOutbox(deps, (ring) => answerRing(deps, ring), ages).catch((error: unknown) =>
      deps.log.sweepFailed({ sweep: 'outbox', missed: 0, error }),
    );
  sweep({ events: 0, due: 0 });
  const timer = setInterval(() => sweep(), sweepEveryMs);
  // A waiting timer must not keep the process alive.
  timer.unref();
  return () => {
    clearInterval(timer);
    bell.stop();
  };
}
