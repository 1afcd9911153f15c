import type { PaymentsState } from '../../../core/money/payments-state';
import { lookAtState, noteGone, tooManyGone } from '../../connect/follow-account';
import type { Deps } from '../../deps';
import { logKeyRefusal } from '../../log';
import type { JobEnd } from '../../queue/task-queue';
import type { JobRun } from '../../queue/job-work';
import { stored } from '../../store/stored';

const hour = 60 * 60_000;
/** Milliseconds after which a fan who opens the sheet has Stripe asked what the account may do. */
const freshFor = 24 * hour;
/** Milliseconds in which an account is asked about once, however many servers want it. */
const onceIn = hour;
/** Milliseconds that a fan may wait for the wish to be stored. It is one write. */
const patience = 150;
/** Accounts that a process remembers. */
const mostRemembered = 10_000;

/** When each process wanted a look at an account. */
const wanted = new WeakMap<Deps['jobs'], Map<string, number>>();

/**
 * A fan opened the sheet: if Stripe was not asked about the account for a day, a job asks. A process wants that once a day for an account, so many
 * requests cost one write and one look. It never fails, and the fan waits at most `patience` for it.
 */
export async function lookSoon(
  { jobs, clock, log }: Pick<Deps, 'jobs' | 'clock' | 'log'>,
  { accountId, checkedAt }: Pick<PaymentsState, 'accountId' | 'checkedAt'>,
): Promise<void> {
  const now = clock.now();
  if (accountId === null || checkedAt === null || now - checkedAt < freshFor) return;
  const times = wanted.get(jobs) ?? new Map<string, number>();
  wanted.set(jobs, times);
  if (now - (times.get(accountId) ?? -Infinity) < freshFor) return;
  if (times.size >= mostRemembered) times.clear();
  times.set(accountId, now);
  const stop = new AbortController();
  const late = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, patience);
    stop.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  const wish = jobs
    .want('look', accountId)
    .catch((error: unknown) => log.serviceUnavailable({ service: 'store', error }));
  await Promise.race([wish, late]);
  stop.abort();
}

/** The job `look`: asks what one account may do, and stores when that was asked. The next look of its class stays when it is. */
export async function lookForSheet(deps: Deps, { key }: JobRun): Promise<JobEnd> {
  const owner = await deps.store.read(stored.stripeAccount(key));
  if (owner === undefined) return 'done';
  if (owner.stateAt !== null && deps.clock.now() - owner.stateAt < onceIn) return 'done';
  const looked = await lookAtState(deps, owner, true);
  if (!looked.ok) {
    const { problem } = looked;
    if (problem.kind === 'gone') return 'done';
    if (problem.kind === 'unavailable' && problem.key !== undefined) logKeyRefusal(deps.log, problem.key);
    throw new Error(`Stripe was not asked about an account: ${problem.kind}`);
  }
  if (looked.value === 'newly-gone' && (await noteGone(deps, owner)) === 'noted') await tooManyGone(deps);
  return 'done';
}
