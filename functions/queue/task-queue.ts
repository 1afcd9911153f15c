import type { Clock } from '../store/clock';

/**
 * Asks that a task is run at `at` (epoch milliseconds) or later: at least once, perhaps twice, perhaps late, perhaps never. The documents are the truth,
 * and a schedule finds what no task told. A task that is lost is logged, and never an error.
 */
export interface TaskQueue<Task> {
  enqueue(task: Task, at: number): Promise<void>;
}

/** For a process that only writes what is to be done, such as a command: the server's schedule finds it. */
export const silentQueue: TaskQueue<unknown> = { enqueue: () => Promise.resolve() };

/** Runs tasks by timers of this process, for a server without Cloud Tasks. It takes nothing before `start` and nothing after `stop`. */
export class TimerQueue<Task> implements TaskQueue<Task> {
  private run: ((task: Task) => void) | null = null;
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly clock: Clock,
    /** Milliseconds. What is due later is left to the schedule. */
    private readonly mostAheadMs: number,
  ) {}

  enqueue(task: Task, at: number): Promise<void> {
    const wait = at - this.clock.now();
    const { run } = this;
    if (run === null || wait > this.mostAheadMs) return Promise.resolve();
    const timer = setTimeout(
      () => {
        this.timers.delete(timer);
        run(task);
      },
      Math.max(0, wait),
    );
    // A waiting timer must not keep the process alive.
    timer.unref();
    this.timers.add(timer);
    return Promise.resolve();
  }

  start(run: (task: Task) => void): void {
    this.run = run;
  }

  stop(): void {
    this.run = null;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}
