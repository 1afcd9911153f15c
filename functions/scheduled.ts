import { onSchedule } from 'firebase-functions/scheduler';
import { onTaskDispatched } from 'firebase-functions/tasks';
import { isJobId } from '@busker/core/jobs/job-document';
import { parseConfig } from './config';
import type { Deps } from './deps';
import { functionOptions } from './function-options';
import type { JobQueue } from './queue/job-work';
import { runAnyJob, tick as tickNow } from './jobs/recurring-jobs';
import { runOutboxTask } from './jobs/start-timers';
import { liveDeps } from './live-deps';
import { readTask, type OutboxFunction } from './outbox/outbox-task';
import { sweepOutbox } from './outbox/sweep-outbox';

const options = functionOptions(process.env);

/** Made at the first run, so that a deploy can read this file without any secret. */
let made: Deps | undefined;
const deps = (): Deps => (made ??= liveDeps(parseConfig(process.env)));

/** The schedule of all jobs. A run does not start while the previous one is running. */
export const tick = onSchedule({ ...options.schedule, schedule: 'every 5 minutes' }, () => tickNow(deps()));

/** A queue of Cloud Tasks: each task is one job. It is tried again only when the store did not answer. */
const queue = (name: JobQueue) =>
  onTaskDispatched<unknown>(options[name], async ({ data }) => {
    const id = typeof data === 'object' && data !== null && 'job' in data ? data.job : undefined;
    if (typeof id !== 'string' || !isJobId(id)) return;
    await runAnyJob(deps(), id);
  });

export const looks = queue('looks');
export const sweeps = queue('sweeps');
export const work = queue('work');

/** A task of the outbox. It fails, and is tried again, only when the store did not answer; every answer of a receiver is stored with the time of the next try. */
const outboxQueue = (name: OutboxFunction) =>
  onTaskDispatched<unknown>(options[name], async ({ data }) => {
    const task = readTask(data);
    if (task !== undefined) await runOutboxTask(deps(), task);
  });

export const outboxrelay = outboxQueue('outboxrelay');
export const outboxsend = outboxQueue('outboxsend');
export const outboxslow = outboxQueue('outboxslow');

/** Finds work without a task. It must not wait for the jobs of `tick`. */
export const outboxsweep = onSchedule({ ...options.outboxSweep, schedule: 'every 1 minutes' }, async () => {
  const own = deps();
  await sweepOutbox(own, (task) => runOutboxTask(own, task));
});
