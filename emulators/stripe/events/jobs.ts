import type { Sandbox } from '../sandbox';
import type { JobEntity } from '../state/event-entities';

export interface JobRunner {
  schedule(): void;
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

  const due = (): JobEntity | undefined =>
    store
      .all('job')
      .filter((job) => job.dueAt <= clock.now())
      .sort((a, b) => a.dueAt - b.dueAt)[0];

  const run = (): void => {
    soon = null;
    for (let job = due(); job; job = due()) {
      const { id, task } = job;
      store.transact(() => {
        store.remove('job', id);
        perform(task);
      });
    }
    if (timer) clearTimeout(timer);
    timer = null;
    const next = Math.min(...store.all('job').map(({ dueAt }) => dueAt));
    if (next < Number.POSITIVE_INFINITY)
      timer = setTimeout(run, Math.min(Math.max(next - clock.now(), 1), LONGEST_TIMER)).unref();
  };

  return {
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
