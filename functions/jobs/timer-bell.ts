import type { JobId } from '../../core/documents/job-document';
import type { Clock } from '../store/clock';
import { ringsAhead, type Bell } from './jobs';

/** Rings by timers of this process, for a server without Cloud Tasks. It rings nothing before `start` and nothing after `stop`. */
export class TimerBell implements Bell {
  private run: ((job: JobId) => void) | null = null;
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(private readonly clock: Clock) {}

  ring(job: JobId, at: number): Promise<void> {
    const wait = at - this.clock.now();
    const { run } = this;
    if (run === null || wait > ringsAhead) return Promise.resolve();
    const timer = setTimeout(
      () => {
        this.timers.delete(timer);
        run(job);
      },
      Math.max(0, wait),
    );
    // A waiting timer must not keep the process alive.
    timer.unref();
    this.timers.add(timer);
    return Promise.resolve();
  }

  start(run: (job: JobId) => void): void {
    this.run = run;
  }

  stop(): void {
    this.run = null;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}

/** For a process that only writes jobs, such as a command: `tick` of the server finds them. */
export const silentBell: Bell = { ring: () => Promise.resolve() };
