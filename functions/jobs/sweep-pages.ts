import * as v from 'valibot';
import type { Deps } from '../deps';
import type { JobRun } from './job-work';
import { sweepPage, type SweepResult } from './sweep';

export interface SweepPages<T> {
  readonly sweep: string;
  /**
   * The items after the last one of the earlier page, and where this page ends; null = it is the last one. `at` is null on the first page of a run.
   */
  readonly nextPage: (
    at: string | null,
  ) => Promise<{ readonly items: readonly T[]; readonly at: string | null }>;
  /** Whether it changed the item. */
  readonly work: (item: T) => Promise<boolean>;
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const cursorOf = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ at: v.nullable(v.string()), checked: count, changed: count, missed: count }),
);
type SweepCursor = v.InferOutput<typeof cursorOf>;

const begin: SweepCursor = { at: null, checked: 0, changed: 0, missed: 0 };

/** A cursor of another release starts the round again. */
function readCursor(cursor: string | null): SweepCursor {
  const read = v.safeParse(cursorOf, cursor);
  return read.success ? read.output : begin;
}

/** Sweeps page by page, and saves after each page where it is and what it did so far. `more` when the time of the slice is over. */
export async function sweepPages<T>(
  deps: Pick<Deps, 'log'>,
  run: JobRun,
  { sweep, nextPage, work }: SweepPages<T>,
): Promise<SweepResult | 'more'> {
  let { at, ...done } = readCursor(run.cursor);
  for (;;) {
    const page = await nextPage(at);
    const { checked, changed, missed } = await sweepPage(deps, sweep, page.items, work);
    done = {
      checked: done.checked + checked,
      changed: done.changed + changed,
      missed: done.missed + missed,
    };
    at = page.at;
    if (at === null) break;
    await run.save(JSON.stringify({ at, ...done }), { done: done.checked, total: null });
    if (run.isOver()) return 'more';
  }
  const result: SweepResult = { sweep, ...done };
  deps.log.sweepDone(result);
  return result;
}
