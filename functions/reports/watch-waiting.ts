import type { Deps } from '../deps';
import type { SweepResult } from '../queue/sweep';
import { allAppeals } from './find-appeals';
import { waitingReports } from './find-reports';

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
