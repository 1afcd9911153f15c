import { answerRing, type RingDeps } from './answer-ring';
import type { OutboxRing } from './outbox-bell';
import { sweepOutbox, usualAges } from './sweep-outbox';
import type { TimerOutboxBell } from './timer-outbox-bell';

const sweepEveryMs = 60_000;

/** At most so many rings are answered at the same time: each may wait for a slow receiver. */
const atOnce = 20;

/** Of one owner, at most so many: a slow receiver must not hold up the other owners. */
const atOnceOfOwner = 5;

/** Whose receivers a ring is for: an owner, the fan of a tip, or the recipient of a letter. */
const ownerOf = (ring: OutboxRing): string =>
  'uid' in ring ? ring.uid : ring.kind === 'watch' ? ring.tipId : ring.id;

/** Plans and sends by timers of this process, without Cloud Tasks and Cloud Scheduler. What an earlier process left is found at once. Returns a function that ends it. */
export function startOutbox(deps: RingDeps, bell: TimerOutboxBell): () => void {
  const waiting: OutboxRing[] = [];
  const running: OutboxRing[] = [];
  const hasRoom = (ring: OutboxRing) =>
    running.filter((other) => ownerOf(other) === ownerOf(ring)).length < atOnceOfOwner;
  const next = () => {
    if (running.length >= atOnce) return;
    const at = waiting.findIndex(hasRoom);
    const [ring] = at === -1 ? [] : waiting.splice(at, 1);
    if (ring === undefined) return;
    running.push(ring);
    void answerRing(deps, ring)
      .catch((error: unknown) => deps.log.outboxRingLost({ ring: ring.kind, error }))
      .finally(() => {
        running.splice(running.indexOf(ring), 1);
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
