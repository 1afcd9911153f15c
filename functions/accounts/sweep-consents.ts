import { collections } from '../../core/documents/documents';
import type { Deps } from '../deps';
import type { JobRun } from '../queue/job-work';
import type { SweepResult } from '../queue/sweep';

const pageSize = 200;

/**
 * Daily: removes the consents of deleted accounts whose time is over (core/monthly/monthly.ts). A consent that was removed is not found again, so
 * each page is another one, and a run that stops begins with what is left.
 */
export async function sweepConsents(
  { store, clock, log }: Pick<Deps, 'store' | 'clock' | 'log'>,
  run: Pick<JobRun, 'save' | 'isOver' | 'progress'>,
): Promise<SweepResult | 'more'> {
  const now = new Date(clock.now());
  const old = {
    from: collections.consents,
    where: [['removeAt', '<=', now]],
    orderBy: [['removeAt', 'asc']],
    limit: pageSize,
  } as const;
  let { done } = run.progress;
  for (;;) {
    const found = await store.find(old, () => null);
    if (found.length === 0) break;
    await store.commit([], (writes) => {
      for (const { path } of found) writes.remove(path);
    });
    done += found.length;
    await run.save('removing', { done, total: null });
    if (run.isOver()) return 'more';
  }
  const result: SweepResult = { sweep: 'sweep-consents', checked: done, changed: done, missed: 0 };
  log.sweepDone(result);
  return result;
}
