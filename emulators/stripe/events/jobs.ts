import type { Sandbox } from '../sandbox';
import type { JobEntity } from '../state/event-entities';

export interface JobRunner {
  schedule(): void;
  /** Moves the clock to each job in turn and runs it at its own time; resolves with the number of jobs. */
  advance(until: number, afterEach: () => Promise<void>): Promise<number>;
  stop(): void;
}

const LONGEST_TIMER = 2 ** 31 - 1;

/** Runs scheduled work when it is due: each job once, in order of time, each in its own transaction. */
export function createJobRunner(
  { store, clock }: Pick<Sandbox, 'store' | 'clock'>,
  perform: (task: JobEntity['task']) => void,
): JobRunner {
  let timer: NodeJS.Timeout | null = null;
  let soon: NodeJS.Immediate | null = null;
  let stopped = false;

  const due = (until: number): JobEntity | undefined =>
    store
      .all('job')
      .filter((job) => job.dueAt <= until)
      .sort((a, b) => a.dueAt - b.dueAt)[0];

  const runOne = ({ id, dueAt, task }: JobEntity): void =>
    store.transact(() => {
      if (dueAt > clock.now()) clock.advance(dueAt - clock.now());
      store.remove('job', id);
      perform(task);
    });

  const run = (): void => {
    soon = null;
    for (let job = due(clock.now()); job; job = due(clock.now())) runOne(job);
    if (timer) clearTimeout(timer);
    timer = null;
    const next = Math.min(...store.all('job').map(({ dueAt }) => dueAt));
    if (next < Number.POSITIVE_INFINITY)
      timer = setTimeout(run, Math.min(Math.max(next - clock.now(), 1), LONGEST_TIMER)).unref();
  };

  return {
    async advance(until, afterEach) {
      let steps = 0;
      for (let job = due(until); job && !stopped; job = due(until)) {
        runOne(job);
        steps += 1;
        await afterEach();
      }
      if (until > clock.now()) store.transact(() => clock.advance(until - clock.now()));
      return steps;
    },
    schedule: () => {
      if (!stopped) soon ??= setImmediate(run);
    },
    stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      if (soon) clearImmediate(soon);
    },
  };
}
