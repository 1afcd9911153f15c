import { collections } from '../../core/documents/documents';
import { decodeReport } from '../../core/documents/report-document';
import { afterEvent, inState } from '../../core/report/report';
import type { Deps } from '../deps';
import { sweepThrough, type SweepResult } from '../queue/sweep';
import { readable, stored } from '../store/stored';

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
