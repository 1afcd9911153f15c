import { unreachable } from '../../core/base/result';
import type { Deps } from '../deps';
import type { SyncFailure } from '../tips/sync-tip';

/** What a sweep looked at and changed. */
export interface SweepResult {
  readonly sweep: string;
  readonly looked: number;
  readonly changed: number;
  /** What could not be looked at because Stripe did not say anything about it. The next run meets it again. */
  readonly missed: number;
}

/** Stripe did not answer, or refused to be asked: what a sweep set out to look at stays unknown. */
export class NotAnswered extends Error {
  constructor(override readonly cause: Error) {
    super('Stripe did not answer a sweep', { cause });
  }
}

/** For a sweep, a failure is either an answer, so that nothing has changed, or it has to be told: the look did not happen. */
export function unchanged(failure: SyncFailure): false {
  switch (failure.kind) {
    // A disconnected account, a tip that is not there any more, one that others are writing: nothing is left to do here.
    case 'gone':
    case 'no-tip':
    case 'contention':
      return false;
    case 'unavailable':
      throw new NotAnswered(failure.error instanceof Error ? failure.error : new Error('unavailable'));
    case 'refused':
      throw new NotAnswered(new Error(`Stripe refused: ${failure.code}`));
    default:
      return unreachable(failure);
  }
}

const atOnce = 8;

/**
 * Works through a list, a few at a time. One that fails is told to the log and does not stop the others; the next run meets it again.
 * While Stripe is away all of them fail alike: that is one line, an error, which says how many were missed.
 */
export async function sweepThrough<T>(
  { log }: Pick<Deps, 'log'>,
  sweep: string,
  items: readonly T[],
  work: (item: T) => Promise<boolean>,
): Promise<SweepResult> {
  let changed = 0;
  const missed: NotAnswered[] = [];
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        if (await work(item)) changed += 1;
      } catch (error) {
        if (error instanceof NotAnswered) missed.push(error);
        else log.sweepFailed({ sweep, missed: 1, error });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const [first] = missed;
  if (first !== undefined) log.sweepFailed({ sweep, missed: missed.length, error: first.cause });
  const result = { sweep, looked: items.length, changed, missed: missed.length };
  log.sweepDone(result);
  return result;
}
