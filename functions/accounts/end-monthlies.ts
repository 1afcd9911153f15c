import { paths } from '../../core/documents/documents';
import { decodeMonthly } from '../../core/documents/monthly-document';
import { ok } from '../../core/base/result';
import type { Deps } from '../deps';
import { unchanged } from '../jobs/sweep';
import { endMonthly, isRunning } from '../monthly/end-monthly';
import { allDocuments } from '../store/all-documents';

/**
 * Ends every running monthly tip of an account that is being deleted: otherwise fans would go on paying somebody whose page is gone. Throws when
 * Stripe does not answer. One on an account that has disconnected can only be ended at Stripe.
 */
export async function endMonthlies(deps: Deps, uid: string): Promise<void> {
  const from = paths.monthlies(uid);
  for await (const { value: monthly } of allDocuments(deps.store, from, decodeMonthly)) {
    if (!isRunning(monthly)) continue;
    const ended = await endMonthly(deps, monthly, 'account');
    if (!ended.ok) unchanged(ended.problem);
  }
}

/** Removes an owner's monthly tips with their logs. */
export async function removeMonthlies({ store }: Pick<Deps, 'store'>, uid: string): Promise<void> {
  for await (const { path } of allDocuments(store, paths.monthlies(uid), ok)) {
    const logs = paths.monthlyLogs(uid, path.split('/').at(-1) ?? '');
    const found: string[] = [path];
    for await (const entry of allDocuments(store, logs, ok)) found.push(entry.path);
    await store.commit([], (writes) => {
      for (const each of found) writes.remove(each);
    });
  }
}
