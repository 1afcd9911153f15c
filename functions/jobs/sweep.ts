import { unreachable } from '../../core/base/result';
import type { Deps } from '../deps';
import { logKeyRefusal } from '../http/log-stripe-failure';
import type { KeyRefusal } from '../stripe/payments';
import type { SyncFailure } from '../tips/sync-tip';

/** The number of items that a sweep checked and changed. */
export interface SweepResult {
  readonly sweep: string;
  readonly checked: number;
  readonly changed: number;
  /** The items that Stripe did not answer about. The next run tries them again. */
  readonly missed: number;
}

/** Stripe did not answer or refused the request, so the state of the item is unknown. */
export class NotAnswered extends Error {
  /** `key`: Stripe refused the server's own key. */
  constructor(
    override readonly cause: Error,
    readonly key?: KeyRefusal,
  ) {
    super('Stripe did not answer a sweep', { cause });
  }
}

/** For a sweep a failure is either an answer (nothing changed), or the check did not happen and must be reported. */
export function unchanged(failure: SyncFailure): false {
  switch (failure.kind) {
    // A disconnected account, a deleted tip, or a tip that others are writing: nothing to do.
    case 'gone':
    case 'no-tip':
    case 'contention':
      return false;
    case 'unavailable':
      throw new NotAnswered(
        failure.error instanceof Error ? failure.error : new Error('unavailable'),
        failure.key,
      );
    case 'refused':
      throw new NotAnswered(new Error(`Stripe refused: ${failure.code}`));
    default:
      return unreachable(failure);
  }
}

const atOnce = 8;

/**
 * Processes a list, a few items at a time. A failed item is logged and does not stop the others; the next run tries it again. While Stripe is
 * unavailable all of them fail for the same reason: that is one error line with their number.
 */
export async function sweepThrough<T>(
  deps: Pick<Deps, 'log'>,
  sweep: string,
  items: readonly T[],
  work: (item: T) => Promise<boolean>,
): Promise<SweepResult> {
  const result = await sweepPage(deps, sweep, items, work);
  deps.log.sweepDone(result);
  return result;
}

/** The same for one page of a longer list: the line of the log is left to the last page. */
export async function sweepPage<T>(
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
  const refused = missed.find(({ key }) => key !== undefined)?.key;
  if (refused !== undefined) logKeyRefusal(log, refused);
  return { sweep, checked: items.length, changed, missed: missed.length };
}
