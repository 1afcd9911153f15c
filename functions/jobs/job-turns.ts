import type { JobId } from '../../core/documents/job-document';
import type { JobQueue } from './job-work';

/** As many at once as Cloud Tasks starts (functions/function-options.ts). */
const atOnce: Readonly<Record<JobQueue, number>> = { looks: 5, sweeps: 3, work: 4 };

/** Runs jobs of this process in turn, a few of each queue at once. A job that waits already is not added again. */
export class JobTurns {
  private readonly waiting: Readonly<Record<JobQueue, Set<JobId>>> = {
    looks: new Set(),
    sweeps: new Set(),
    work: new Set(),
  };
  private readonly running = { looks: 0, sweeps: 0, work: 0 };

  constructor(
    private readonly queueOf: (job: JobId) => JobQueue,
    /** Must not reject. */
    private readonly run: (job: JobId) => Promise<void>,
  ) {}

  add(job: JobId): void {
    const queue = this.queueOf(job);
    this.waiting[queue].add(job);
    this.next(queue);
  }

  private next(queue: JobQueue): void {
    const [job] = this.waiting[queue];
    if (job === undefined || this.running[queue] >= atOnce[queue]) return;
    this.waiting[queue].delete(job);
    this.running[queue] += 1;
    void this.run(job).finally(() => {
      this.running[queue] -= 1;
      this.next(queue);
    });
  }
}
