import { collections } from '../../core/documents/documents';
import { decodeReport } from '../../core/documents/report-document';
import { isUrgent, mayDecide, type Report } from '../../core/report/report';
import type { Deps } from '../deps';
import type { Query } from '../store/store';
import { readable, stored } from '../store/stored';

const shown = 200;

/** The report with this number; undefined = no report has this number, or the text is not a number. */
export async function findReport(
  { store }: Pick<Deps, 'store'>,
  number: string,
): Promise<Report | undefined> {
  return /^[0-9a-f]{12}$/.test(number) ? store.read(stored.report(number)) : undefined;
}

/** The reports that wait for a decision, urgent ones first, then the oldest. Reports with a final decision do not take their places. */
export async function waitingReports(deps: Pick<Deps, 'store'>): Promise<readonly Report[]> {
  const [fresh, hidden] = await Promise.all([
    reportsWhere(deps, [['state.name', 'in', ['received', 'looked-at']]]),
    reportsWhere(deps, [
      ['state.name', '==', 'decided'],
      ['state.decision.outcome', '==', 'hidden'],
    ]),
  ]);
  return [...fresh, ...hidden]
    .filter(({ state }) => mayDecide(state))
    .toSorted((a, b) => Number(isUrgent(b.kind)) - Number(isUrgent(a.kind)) || a.receivedAt - b.receivedAt);
}

/** The reports about an owner, newest first. */
export async function reportsAbout(deps: Pick<Deps, 'store'>, uid: string): Promise<readonly Report[]> {
  const found = await reportsWhere(deps, [['subject.uid', '==', uid]]);
  return found.toSorted((a, b) => b.receivedAt - a.receivedAt);
}

async function reportsWhere(
  { store }: Pick<Deps, 'store'>,
  where: NonNullable<Query['where']>,
): Promise<readonly Report[]> {
  const from = collections.reports;
  const found = await store.find({ from, where, limit: shown }, (data) => readable(from, decodeReport(data)));
  return found.map(({ value }) => value);
}
