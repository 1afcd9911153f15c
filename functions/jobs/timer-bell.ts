import type { JobId } from '../../core/documents/job-document';
import { jobsAheadMs, TimerQueue } from '../queue/task-queue';
import type { Clock } from '../clock';

// Programs outside of this repository import both by these names.
export { silentQueue as silentBell } from '../queue/task-queue';

/** The queue of jobs by timers of this process. */
export class TimerBell extends TimerQueue<JobId> {
  constructor(clock: Clock) {
    super(clock, jobsAheadMs);
  }
}
