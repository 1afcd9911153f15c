import { collections } from '@busker/core/documents/documents';
import {
  refundRequestDocument,
  tipDocument,
  type RefundRequest,
} from '@busker/core/money-documents/tip-document';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import type { PaymentStatus, Tip } from '@busker/core/tip/tip';
import { reconcileState, noteGone, tooManyGone } from '../connect/follow-account';
import type { Deps } from '../deps';
import { logKeyRefusal } from '../log';
import { endPayment, suspendedOwners } from '../open-tips/change-amount';
import type { JobRun } from '../queue/job-work';
import { NotAnswered, readableItems, sweepThrough, type SweepResult } from '../queue/sweep';
import type { JobEnd } from '../queue/task-queue';
import { repeatRefund } from '../refunds/refund-tip';
import { readable, stored, type Store } from '../store/store';
import { syncTip, unchanged } from '../tips/sync-tip';
import type { Trigger } from '../tips/write-tip';

const pageSize = 200;

/**
 * Every tip in one of these states that was not written since `before`. All are read before any is processed: processing moves a tip to the end of
 * the order, which would disturb the pages. `sweep` is the one that asks, for the log.
 */
export async function openTips(
  deps: Pick<Deps, 'store' | 'log'>,
  sweep: string,
  statuses: readonly PaymentStatus[],
  before: number,
): Promise<readonly Tip[]> {
  const tips: Tip[] = [];
  let after: string | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof findPage>> = await findPage(deps.store, statuses, before, after);
    tips.push(...readableItems(deps, sweep, page));
    after = page.at(-1)?.path ?? null;
    if (page.length < pageSize) return tips;
  }
}

function findPage(store: Store, statuses: readonly PaymentStatus[], before: number, after: string | null) {
  return store.find(
    {
      from: collections.tips,
      group: true,
      where: [
        ['payment.status', 'in', statuses],
        ['updatedAt', '<', new Date(before)],
      ],
      orderBy: [['updatedAt', 'asc']],
      limit: pageSize,
      after,
    },
    tipDocument.decode,
  );
}

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const trigger: Trigger = { cause: 'schedule', eventId: null };

/** Hourly: cancels abandoned payments, so that no old client secret stays valid, and those whose owner was suspended meanwhile. */
export async function endAbandoned(deps: Deps): Promise<SweepResult> {
  const now = deps.clock.now();
  const open = await openTips(
    deps,
    'end-abandoned',
    ['awaiting', 'requires_action', 'unknown'],
    now - hourMs,
  );
  const stopped = await suspendedOwners(deps, open);
  const abandoned = open.filter(
    ({ createdAt, payment, ownerUid }) =>
      now - createdAt >= dayMs || payment.attempts > 0 || stopped.has(ownerUid),
  );
  return sweepThrough(deps, 'end-abandoned', abandoned, (tip) => endPayment(deps, tip));
}

/** Hourly: repeats refunds whose answer was lost, with the same key. */
export async function repeatRefunds(deps: Deps): Promise<SweepResult> {
  const before = new Date(deps.clock.now() - 2 * 60_000);
  const found = await deps.store.find(
    {
      from: collections.refunds,
      group: true,
      where: [
        ['status', '==', 'requested'],
        ['createdAt', '<', before],
      ],
      orderBy: [['createdAt', 'asc']],
      limit: 500,
    },
    refundRequestDocument.decode,
  );
  return sweepThrough(deps, 'repeat-refunds', found, ({ path, value }) =>
    repeat(deps, path, readable(path, value)),
  );
}

async function repeat(deps: Deps, path: string, request: RefundRequest): Promise<boolean> {
  const [, uid = '', , tipId = ''] = path.split('/');
  const tip = await deps.store.read(stored.tip(uid, tipId));
  if (tip === undefined) return false;
  const settled = await repeatRefund(deps, tip, request, trigger);
  const synced = await syncTip(deps, { uid, tipId }, trigger);
  if (!synced.ok) unchanged(synced.problem);
  if (!settled.ok && settled.problem.code === 'service-unavailable')
    throw new NotAnswered(new Error('A refund could not be asked for again'));
  return settled.ok;
}

const hour = 60 * 60_000;
/** Milliseconds after which a fan who opens the sheet has Stripe asked what the account may do. */
const freshFor = 24 * hour;
/** Milliseconds in which an account is asked about once, however many servers want it. */
const onceIn = hour;
/** Milliseconds that a fan may wait for the wish to be stored. It is one write. */
const patience = 150;
/** Accounts that a process remembers. */
const mostRemembered = 10_000;

/** When each process wanted a check of an account. */
const wanted = new WeakMap<Deps['jobs'], Map<string, number>>();

/**
 * A fan opened the sheet: if Stripe was not asked about the account for a day, a job asks. A process wants that once a day for an account, so many
 * requests cost one write and one check. It never fails, and the fan waits at most `patience` for it.
 */
export async function reconcileSoon(
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

/** The job `look`: asks what one account may do, and stores when that was asked. The next check of its class stays when it is. */
export async function reconcileForSheet(deps: Deps, { key }: JobRun): Promise<JobEnd> {
  const owner = await deps.store.read(stored.stripeAccount(key));
  if (owner === undefined) return 'done';
  if (owner.stateAt !== null && deps.clock.now() - owner.stateAt < onceIn) return 'done';
  const checked = await reconcileState(deps, owner, true);
  if (!checked.ok) {
    const { problem } = checked;
    if (problem.kind === 'gone') return 'done';
    if (problem.kind === 'unavailable' && problem.key !== undefined) logKeyRefusal(deps.log, problem.key);
    throw new Error(`Stripe was not asked about an account: ${problem.kind}`);
  }
  if (checked.value === 'newly-gone' && (await noteGone(deps, owner)) === 'noted') await tooManyGone(deps);
  return 'done';
}
