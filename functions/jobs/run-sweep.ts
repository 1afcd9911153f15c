import type { Deps } from '../deps';
import type { JobRun } from '../queue/job-work';
import { sweepSlice, type SweepResult } from '../queue/sweep';
import {
  recurringJobs,
  recurringKey,
  recurringKinds,
  sweepPeriods,
  type RecurringKind,
  type SweepName,
} from './recurring-jobs';

export type { SweepName } from './recurring-jobs';

/** A run in this process, without a document and without an end of its time. */
function runFrom(cursor: string | null, progress: JobRun['progress'], keep: (run: JobRun) => void): JobRun {
  return {
    key: recurringKey,
    input: null,
    cursor,
    progress,
    save: (next, made = progress) => Promise.resolve(keep(runFrom(next, made, keep))),
    isOver: () => false,
  };
}

/** Runs one sweep from its beginning to its end, now, whether its job is due or not. It is safe beside the job. Throws what the sweep throws. */
async function runOne(deps: Deps, kind: RecurringKind): Promise<readonly SweepResult[]> {
  let run = runFrom(null, { done: 0, total: null }, (next) => {
    run = next;
  });
  for (;;) {
    const end = await sweepSlice(deps, kind, recurringJobs[kind], run);
    if (end !== 'more') return end;
  }
}

export const kindsOf = (name: SweepName): readonly RecurringKind[] =>
  recurringKinds.filter((kind) => recurringJobs[kind].everyMs === sweepPeriods[name]);

/**
 * Runs sweeps one after the other, for a person and for tests. Their jobs keep their times. A failed sweep is logged, has no result, and does not
 * stop the later ones.
 */
export async function runSweeps(
  deps: Deps,
  kinds: readonly RecurringKind[],
): Promise<readonly SweepResult[]> {
  const results: SweepResult[] = [];
  for (const kind of kinds) results.push(...(await runOne(deps, kind).catch(() => [])));
  return results;
}

export const runSweep = (deps: Deps, name: SweepName): Promise<readonly SweepResult[]> =>
  runSweeps(deps, kindsOf(name));
