import { onSchedule } from 'firebase-functions/scheduler';
import { onTaskDispatched } from 'firebase-functions/tasks';
import { isJobId } from '../core/documents/job-document';
import { parseConfig } from './config';
import type { Deps } from './deps';
import { functionOptions } from './function-options';
import type { JobQueue } from './jobs/job-work';
import { runJob } from './jobs/run-job';
import { tick as tickNow } from './jobs/tick';
import { liveDeps } from './live-deps';

const options = functionOptions(process.env);

/** Made at the first run, so that a deploy can read this file without any secret. */
let made: Deps | undefined;
const deps = (): Deps => (made ??= liveDeps(parseConfig(process.env)));

/** The schedule of all jobs. A run does not start while the previous one is running. */
export const tick = onSchedule({ ...options.schedule, schedule: 'every 5 minutes' }, () => tickNow(deps()));

/** A queue of Cloud Tasks: each task is a ring for one job. It is tried again only when the store did not answer. */
const queue = (name: JobQueue) =>
  onTaskDispatched<unknown>(options[name], async ({ data }) => {
    const id = typeof data === 'object' && data !== null && 'job' in data ? data.job : undefined;
    if (typeof id !== 'string' || !isJobId(id)) return;
    await runJob(deps(), id);
  });

export const looks = queue('looks');
export const sweeps = queue('sweeps');
export const work = queue('work');
