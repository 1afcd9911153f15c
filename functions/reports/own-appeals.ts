import { decodeAppeal } from '../../core/documents/appeal-document';
import { collections } from '../../core/documents/documents';
import { afterEvent, inState, type Appeal } from '../../core/report/report';
import type { Deps } from '../deps';
import { readable, stored } from '../store/stored';

/** More than one person can have: each restriction allows one objection, and a year after its answer it is erased. */
const mostOfOne = 500;

/** The objections that an owner made, for the export and the deletion. They do not contain what others wrote about the page. */
export async function ownAppeals({ store }: Pick<Deps, 'store'>, uid: string): Promise<readonly Appeal[]> {
  const from = collections.appeals;
  const query = { from, where: [['uid', '==', uid]], limit: mostOfOne } as const;
  const found = await store.find(query, (data) => readable(from, decodeAppeal(data)));
  return found.map(({ value }) => value).filter((appeal) => appeal.from === 'owner');
}

/** Erases the objections of an owner who deletes the account. A report that waits for the answer is closed. It can be repeated. */
export async function withdrawAppeals(deps: Pick<Deps, 'store' | 'clock'>, uid: string): Promise<void> {
  const at = deps.clock.now();
  for (const { id, reportId } of await ownAppeals(deps, uid)) {
    await deps.store.transaction(async (tx) => {
      const report = reportId === null ? undefined : await tx.read(stored.report(reportId));
      const next = report && afterEvent(report.state, { kind: 'withdraw-appeal', at });
      if (report && next?.ok === true) tx.write(stored.report(report.id), inState(report, next.value));
      tx.remove(stored.appeal(id).path);
    });
  }
}
