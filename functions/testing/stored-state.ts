import { paths } from '@busker/core/documents/documents';
import { insightDocument } from '@busker/core/insights/insight-document';
import type { JobId } from '@busker/core/jobs/job-document';
import {
  sumTotals,
  tipDocument,
  totalsShardDocument,
  refundRequestDocument,
} from '@busker/core/money-documents/tip-document';
import type { Totals } from '@busker/core/money/money';
import type { RefundSnapshot } from '@busker/core/tip-state/payment-snapshot';
import type { Tip } from '@busker/core/tip/tip';
import type { Deps } from '../deps';
import { runAnyJob } from '../jobs/recurring-jobs';
import { runSweep, runSweeps } from '../jobs/run-sweep';
import { sweepOutbox } from '../outbox/sweep-outbox';
import type { RunEnd } from '../queue/job-work';
import type { SweepResult } from '../queue/sweep';
import { dueJobs } from '../queue/task-queue';
import { followUnsettled } from '../reconcile/follow-unsettled';
import { rollUp } from '../view-counts/roll-up';
import { adaUid, type Scenario, adaToken, bearerOf } from './ada';
import type { InMemoryDeps } from './in-memory-deps';

/** Reads the store of a scenario. */
export function tipIn(scenario: Scenario, tipId: string): Tip {
  const tip = tipDocument.decode(scenario.deps.store.get(paths.tip(adaUid, tipId)));
  if (!tip.ok) throw new Error('No such tip');
  return tip.value;
}

export function totalsIn(scenario: Scenario): Totals {
  const shards = Object.entries(scenario.deps.store.dump())
    .filter(([path]) => path.startsWith(`${paths.totals(adaUid)}/`))
    .map(([, data]) => totalsShardDocument.decode(data));
  return sumTotals(shards.flatMap((shard) => (shard.ok ? [shard.value] : [])));
}

interface CountedDays {
  readonly views: number;
  readonly clicks: Readonly<Record<string, number>>;
  /** Views by site. */
  readonly sites: Readonly<Record<string, number>>;
  /** Views by day. */
  readonly days: Readonly<Record<string, number>>;
}

/** The counted days of an owner. */
export function storedCounts(
  { store }: { readonly store: Pick<InMemoryDeps['store'], 'dump'> },
  uid: string = adaUid,
): CountedDays {
  const none = (): Record<string, number> => ({});
  const sum = { views: 0, clicks: none(), sites: none(), days: none() };
  for (const [path, data] of Object.entries(store.dump())) {
    if (!path.startsWith(`${paths.insights(uid)}/`)) continue;
    const shard = insightDocument.decode(data);
    if (!shard.ok) throw new Error(`${path} cannot be read`);
    const { day, views, clicks, sites = {} } = shard.value;
    sum.views += views;
    sum.days[day] = (sum.days[day] ?? 0) + views;
    for (const [site, count] of Object.entries(sites)) sum.sites[site] = (sum.sites[site] ?? 0) + count;
    for (const [link, count] of Object.entries(clicks)) sum.clicks[link] = (sum.clicks[link] ?? 0) + count;
  }
  return sum;
}

/** The same after the instance ended and everything was rolled up. */
export async function countedIn(deps: InMemoryDeps, uid: string = adaUid): Promise<CountedDays> {
  await deps.counting.end();
  await rollUp(deps);
  return storedCounts(deps, uid);
}

/**
 * Runs every job that is due, oldest first, slice by slice, until none is due, and the schedule of the outbox. Returns the slices in their order.
 */
export async function workOff(deps: Deps): Promise<readonly (readonly [job: JobId, end: RunEnd])[]> {
  await sweepOutbox(deps, () => Promise.resolve());
  const slices: (readonly [JobId, RunEnd])[] = [];
  for (;;) {
    const before = slices.length;
    for (const { id } of await dueJobs(deps)) {
      const end = await runAnyJob(deps, id);
      if (end !== 'idle') slices.push([id, end]);
    }
    if (slices.length === before) return slices;
  }
}

/** Everything that a request may have changed: the store, and every outgoing call. */
export function traces({ deps }: Scenario): string {
  const { payments, refunds, accounts, wallets, pages } = deps;
  const calls = [payments, refunds, accounts, wallets].map((each) => each.calls);
  return JSON.stringify([deps.store.dump(), calls, pages.asked]);
}

const minute = 60_000;

const day = 24 * 60 * minute;

/** Checks every account that is due. */
export const reconcileDue = (deps: Deps): Promise<readonly SweepResult[]> => runSweeps(deps, ['reconcile']);

/** A day passes, and then the daily work with Stripe is done. */
export async function aDayLater({ deps }: Scenario, days = 1): Promise<readonly SweepResult[]> {
  deps.clock.advance(days * day);
  return reconcileNow(deps);
}

/** Asks about unsettled tips, then checks every account that is due. */
export const reconcileNow = async (deps: Deps): Promise<readonly SweepResult[]> => [
  ...(await followUnsettled(deps)),
  ...(await reconcileDue(deps)),
];

/** Runs all schedules as often as in two days: one of them must find every change whose event was lost. */
export async function twoDays(scenario: Scenario): Promise<void> {
  for (const [minutes, name] of [
    [5, 'every-5-minutes'],
    [60, 'hourly'],
    [24 * 60, 'hourly'],
    [5, 'every-5-minutes'],
    [60, 'daily'],
    [60, 'hourly'],
    [21 * 60, 'daily'],
    [60, 'hourly'],
  ] as const) {
    scenario.deps.clock.advance(minutes * minute);
    await runSweep(scenario.deps, name);
  }
}

/** The payment of a tip, to change it at Stripe without an event. */
export function paymentOf(scenario: Scenario, id: string) {
  const payment = scenario.deps.payments.payments.get(id);
  if (payment === undefined) throw new Error(`There is no payment ${id}`);
  return payment;
}

export const setRefunds = (scenario: Scenario, id: string, status: RefundSnapshot['status']) => {
  const payment = paymentOf(scenario, id);
  payment.refunds = payment.refunds.map((refund) => ({ ...refund, status }));
};

const refundBody = { requestId: '0f9b1c2d-3e4f-4a5b-8c6d-eeeeeeeeeeee', amount: 200, reason: 'duplicate' };
export const refundByOwner = (scenario: Scenario, tipId: string) =>
  scenario.call('POST', `/v1/me/tips/${tipId}/refunds`, refundBody, bearerOf(adaToken));
export const requestIn = (scenario: Scenario, tipId: string) =>
  refundRequestDocument.decode(scenario.deps.store.dump()[paths.refund(adaUid, tipId, refundBody.requestId)]);
