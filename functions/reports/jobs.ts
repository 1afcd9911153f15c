import type { JobKind } from '../../core/documents/job-document';
import { each, sweepThrough, type Recurring, type SweepResult } from '../queue/sweep';
import { collections } from '../../core/documents/documents';
import { decodeReport } from '../../core/documents/report-document';
import { afterEvent, inState } from '../../core/report/report';
import type { Deps } from '../deps';
import { readable, stored } from '../store/stored';
import { allAppeals, waitingReports } from './receive-report';

/** How many reports one run looks at. The oldest decisions are closed first, so the next run continues with the rest. */
const atMost = 500;

/** Daily: closes decided reports when the time for objections is over. The store erases them half a year later. */
export async function closeReports(deps: Deps): Promise<SweepResult> {
  const { store, clock } = deps;
  const found = await store.find(
    {
      from: collections.reports,
      where: [['state.name', '==', 'decided']],
      orderBy: [['state.decision.at', 'asc']],
      limit: atMost,
    },
    (data) => readable(collections.reports, decodeReport(data)),
  );
  const at = clock.now();
  const due = found.filter(({ value }) => afterEvent(value.state, { kind: 'close', at }).ok);
  return sweepThrough(deps, 'close-reports', due, ({ value: { id } }) =>
    store.transaction(async (tx) => {
      const report = await tx.read(stored.report(id));
      const next = report && afterEvent(report.state, { kind: 'close', at });
      if (!report || next?.ok !== true) return false;
      tx.write(stored.report(id), inState(report, next.value));
      return true;
    }),
  );
}

const hour = 60 * 60_000;

/** Milliseconds. What waits longer for a person raises an alert. docs/operations.md promises an answer to an objection within 14 days. */
export const waitsTooLong = { report: 24 * hour, objection: 7 * 24 * hour } as const;

/** Hourly: says how many reports and objections wait too long for a person, and how long the oldest one has waited. */
export async function watchWaiting(deps: Deps): Promise<SweepResult> {
  const now = deps.clock.now();
  // A profile that is hidden was looked at: its report waits for the rest of the decision, for at most seven days.
  const reports = (await waitingReports(deps))
    .filter(({ state }) => state.name !== 'decided')
    .map(({ receivedAt }) => receivedAt);
  const objections = (await allAppeals(deps)).open.map(({ madeAt }) => madeAt);
  const waits = [
    { what: 'report', since: reports },
    { what: 'objection', since: objections },
  ] as const;
  for (const { what, since } of waits) {
    const late = since.filter((at) => now - at > waitsTooLong[what]);
    if (late.length === 0) continue;
    deps.log.decisionLate({
      what,
      waiting: late.length,
      hours: Math.floor((now - Math.min(...late)) / hour),
    });
  }
  const result = {
    sweep: 'watch-waiting',
    checked: reports.length + objections.length,
    changed: 0,
    missed: 0,
  };
  deps.log.sweepDone(result);
  return result;
}

export const reportSweeps = {
  'watch-waiting': each('hourly', watchWaiting),
  'close-reports': each('daily', closeReports),
} satisfies Partial<Record<JobKind, Recurring>>;
