import { sendLetter, type LetterDeps } from '../mail/send-letter';
import { collect, type CollectDeps } from '../outbox/collect';
import { deliver } from '../outbox/deliver';
import type { OutboxTask } from '../outbox/outbox-task';
import { relay } from '../outbox/relay';
import { sweepOutbox, usualAges } from '../outbox/sweep-outbox';
import type { TimerQueue } from '../queue/task-queue';
import { tellWatch, type WatchDeps } from '../watch/fan-watch';

type OutboxTaskDeps = CollectDeps & WatchDeps & LetterDeps;

/** Does what a task asks for, if it is still to be done. It throws only when the store does not answer, or a document cannot be read. */
export function runOutboxTask(deps: OutboxTaskDeps, task: OutboxTask): Promise<void> {
  switch (task.kind) {
    case 'relay':
      return relay(deps, task.uid, task.eventId);
    case 'deliver':
      return deliver(deps, task.uid, task.deliveryId, 'quick');
    case 'deliver-slowly':
      return deliver(deps, task.uid, task.deliveryId, 'slow');
    case 'collect':
      return collect(deps, task.uid, task.channelId);
    case 'watch':
      return tellWatch(deps, task.tipId);
    case 'letter':
      return sendLetter(deps, task.id);
  }
}

const sweepEveryMs = 60_000;

/** At most so many tasks are answered at the same time: each may wait for a slow receiver. */
const atOnce = 20;

/** Of one owner, at most so many: a slow receiver must not hold up the other owners. */
const atOnceOfOwner = 5;

/** Whose receivers a task is for: an owner, the fan of a tip, or the recipient of a letter. */
const ownerOf = (task: OutboxTask): string =>
  'uid' in task ? task.uid : task.kind === 'watch' ? task.tipId : task.id;

/** Plans and sends by timers of this process, without Cloud Tasks and Cloud Scheduler. What an earlier process left is found at once. Returns a function that ends it. */
export function startOutbox(deps: OutboxTaskDeps, queue: TimerQueue<OutboxTask>): () => void {
  const waiting: OutboxTask[] = [];
  const running: OutboxTask[] = [];
  const hasRoom = (task: OutboxTask) =>
    running.filter((other) => ownerOf(other) === ownerOf(task)).length < atOnceOfOwner;
  const next = () => {
    if (running.length >= atOnce) return;
    const at = waiting.findIndex(hasRoom);
    const [task] = at === -1 ? [] : waiting.splice(at, 1);
    if (task === undefined) return;
    running.push(task);
    void runOutboxTask(deps, task)
      .catch((error: unknown) => deps.log.outboxRingLost({ ring: task.kind, error }))
      .finally(() => {
        running.splice(running.indexOf(task), 1);
        next();
      });
  };
  queue.start((task) => {
    waiting.push(task);
    next();
  });
  const sweep = (ages = usualAges) =>
    void sweepOutbox(deps, (found) => runOutboxTask(deps, found), ages).catch((error: unknown) =>
      deps.log.sweepFailed({ sweep: 'outbox', missed: 0, error }),
    );
  sweep({ events: 0, due: 0 });
  const timer = setInterval(() => sweep(), sweepEveryMs);
  // A waiting timer must not keep the process alive.
  timer.unref();
  return () => {
    clearInterval(timer);
    queue.stop();
  };
}
