import { collections } from '../../../core/documents/documents';
import {
  decodeStripeAccount,
  type StripeAccountOwner,
} from '../../../core/documents/stripe-account-document';
import { tooManyGone } from '../../connect/follow-account';
import type { Deps } from '../../deps';
import { logKeyRefusal } from '../../log';
import type { JobRun } from '../../queue/job-work';
import { NotAnswered, allReadable, sweepThrough, type SweepResult } from '../../queue/sweep';
import { readable, stored } from '../../store/stored';
import { laterLook, lookAtAccount } from './look-at-account';

/** Accounts that one query brings. */
const pageSize = 100;
/** Accounts that are looked at together, and the milliseconds until the next ones begin: at four calls for each, 20 calls of Stripe in a second. */
const together = { accounts: 5, everyMs: 1000 } as const;

/** How a round went so far, and why it ended early. */
interface Round {
  checked: number;
  changed: number;
  readonly missed: NotAnswered[];
  stopped: 'too-many-gone' | 'stripe-away' | null;
}

const newRound = (): Round => ({ checked: 0, changed: 0, missed: [], stopped: null });

function dueAccounts({ store, clock }: Deps) {
  return store.find(
    {
      from: collections.stripeAccounts,
      where: [['nextLookAt', '<=', new Date(clock.now())]],
      orderBy: [['nextLookAt', 'asc']],
      limit: pageSize,
    },
    decodeStripeAccount,
  );
}

/**
 * Looks at the accounts that are due, the longest waiting first, until none is due, `isOver` says so, or the round must stop. Each look moves its
 * account's next look, so the query needs no cursor: a round that was killed goes on where it ended.
 */
async function lookThrough(deps: Deps, round: Round, afterPage: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const page = await dueAccounts(deps);
    for (let at = 0; at < page.length && round.stopped === null; at += together.accounts) {
      const began = deps.clock.now();
      await lookTogether(deps, round, page.slice(at, at + together.accounts));
      const isLast = at + together.accounts >= page.length && page.length < pageSize;
      const left = together.everyMs - (deps.clock.now() - began);
      if (!isLast && left > 0) await deps.pause(left);
    }
    if (round.stopped !== null || page.length < pageSize || !(await afterPage())) return;
  }
}

type DueAccounts = Awaited<ReturnType<typeof dueAccounts>>;

/** A document that cannot be read fails like a look, so that the others behind it are still looked at. */
async function lookTogether(deps: Deps, round: Round, due: DueAccounts): Promise<void> {
  const missedBefore = round.missed.length;
  const ends = await Promise.all(
    due.map(async ({ path, value }) => {
      try {
        return await lookAtAccount(deps, readable(path, value));
      } catch (error) {
        await laterLook(deps, path, error);
        if (error instanceof NotAnswered) round.missed.push(error);
        else deps.log.sweepFailed({ sweep: 'reconcile', missed: 1, error });
        return 'same';
      }
    }),
  );
  round.checked += due.length;
  round.changed += ends.filter((end) => end === 'changed' || end === 'marked').length;
  if (round.missed.length - missedBefore === due.length) round.stopped = 'stripe-away';
  if (ends.includes('noted') && (await tooManyGone(deps))) round.stopped = 'too-many-gone';
}

/** One line for all accounts that Stripe did not answer about, since they fail for the same reason. */
function report({ log }: Deps, { checked, changed, missed }: Round): SweepResult {
  const [first] = missed;
  if (first !== undefined) log.sweepFailed({ sweep: 'reconcile', missed: missed.length, error: first.cause });
  const refused = missed.find(({ key }) => key !== undefined)?.key;
  if (refused !== undefined) logKeyRefusal(log, refused);
  const result = { sweep: 'reconcile', checked, changed, missed: missed.length };
  log.sweepDone(result);
  return result;
}

/**
 * Hourly, as a job of its own: looks at every account that is due. To drive a virtual day, give `Deps` a clock that moves by `pause` (the in-memory one
 * does) and by the time of each call, store accounts with `encodeStripeAccount` (`look`, `nextLookAt`, `lastTipAt`, `comparedAt`), and run the jobs
 * that are due (`tick` wants this one and `follow-unsettled`).
 */
export async function reconcile(deps: Deps, run: JobRun): Promise<readonly SweepResult[] | 'more'> {
  const round = newRound();
  const { done } = run.progress;
  await lookThrough(deps, round, async () => {
    await run.save(`after ${done + round.checked}`, { done: done + round.checked, total: null });
    return !run.isOver();
  });
  const result = report(deps, round);
  return run.isOver() && round.stopped === null ? 'more' : [result];
}

/**
 * Compares everything of one account, when somebody asks for it. `unknown`: no owner has connected it. `gone`: Stripe does not show it to us now; the
 * look an hour later decides what that means.
 */
export async function reconcileAccount(
  deps: Deps,
  accountId: string,
): Promise<'changed' | 'same' | 'gone' | 'unknown' | 'not-answered'> {
  const owner = await deps.store.read(stored.stripeAccount(accountId));
  if (owner === undefined) return 'unknown';
  try {
    const end = await lookAtAccount(deps, owner, 'all');
    if (end !== 'noted') return end === 'marked' ? 'gone' : end;
    await tooManyGone(deps);
    return 'gone';
  } catch (error) {
    if (error instanceof NotAnswered) return 'not-answered';
    throw error;
  }
}

/** The same for every account, due or not: after an outage or a restore, when a person wants to know that everything agrees. */
export async function reconcileAll(deps: Deps): Promise<readonly SweepResult[]> {
  const owners: StripeAccountOwner[] = [];
  for await (const owner of allReadable(deps, 'reconcile', collections.stripeAccounts, decodeStripeAccount))
    owners.push(owner);
  let stopped = false;
  return [
    await sweepThrough(deps, 'reconcile', owners, async (owner) => {
      if (stopped) throw new NotAnswered(new Error('Too many accounts are gone'));
      const end = await lookAtAccount(deps, owner, 'all');
      if (end === 'noted' && (await tooManyGone(deps))) stopped = true;
      return end === 'changed' || end === 'marked';
    }),
  ];
}
