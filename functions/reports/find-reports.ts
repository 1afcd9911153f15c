import { collections } from '../../core/documents/documents';
import { decodeReport } from '../../core/documents/report-document';
import { isUrgent, type Report } from '../../core/report/report';
import { mayDecide } from '../../core/report/report-states';
import type { Deps } from '../deps';
import { readable, stored } from '../store/stored';

const shown = 200;

/** The report with this number; undefined = no report has this number, or the text is not a number. */
export async function findReport(
  { store }: Pick<Deps, 'store'>,
  number: string,
): Promise<Report | undefined> {
  return /^[0-9a-f]{12}$/.test(number) ? store.read(stored.report(number)) : undefined;
}

/** The reports that wait for a decision, urgent ones first, then the oldest. */
export async function waitingReports({ store }: Pick<Deps, 'store'>): Promise<readonly Report[]> {
  const from = collections.reports;
  const found = await store.find(
    { from, where: [['state.name', 'in', ['received', 'looked-at', 'decided']]], limit: shown },
    (data) => readable(from, decodeReport(data)),
  );
  return found
    .map(({ value }) => value)
    .filter(({ state }) => mayDecide(state))
    .toSorted((a, b) => Number(isUrgent(b.kind)) - Number(isUrgent(a.kind)) || a.receivedAt - b.receivedAt);
}
