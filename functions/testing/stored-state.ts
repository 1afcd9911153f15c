import { paths } from '@busker/core/documents/documents';
import { insightDocument } from '@busker/core/insights/insight-document';
import type { JobId } from '@busker/core/jobs/job-document';
import { sumTotals, tipDocument, totalsShardDocument } from '@busker/core/money-documents/tip-document';
import type { Totals } from '@busker/core/money/money';
import type { Tip } from '@busker/core/tip/tip';
import type { Deps } from '../deps';
import { runAnyJob } from '../jobs/recurring-jobs';
import { sweepOutbox } from '../outbox/sweep-outbox';
import type { RunEnd } from '../queue/job-work';
import { dueJobs } from '../queue/task-queue';
import { rollUp } from '../view-counts/roll-up';
import { adaUid, type Scenario } from './ada';
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
