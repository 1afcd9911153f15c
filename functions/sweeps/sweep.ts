import type { Deps } from '../deps';

/** What a sweep looked at and changed. */
export interface SweepResult {
  readonly sweep: string;
  readonly looked: number;
  readonly changed: number;
}

const atOnce = 8;

/** Works through a list, a few at a time. One that fails is told to the log and does not stop the others; the next run meets it again. */
export async function sweepThrough<T>(
  { log }: Pick<Deps, 'log'>,
  sweep: string,
  items: readonly T[],
  work: (item: T) => Promise<boolean>,
): Promise<SweepResult> {
  let changed = 0;
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        if (await work(item)) changed += 1;
      } catch (error) {
        log.sweepFailed({ sweep, error });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  log.sweepDone({ sweep, looked: items.length, changed });
  return { sweep, looked: items.length, changed };
}
