import { ok } from '../../core/base/result';
import { consentOf } from '../../core/documents/consent-document';
import { paths } from '../../core/documents/documents';
import type { Deps } from '../deps';
import { allDocuments } from '../store/all-documents';
import { stored } from '../store/stored';

/**
 * Removes the monthly tips of an account that is being deleted, with their logs. Each leaves its fan's consent in the same transaction while that is to be
 * kept, so a deletion that is interrupted loses none, and one that is repeated writes the same.
 */
export async function removeMonthlies(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  uid: string,
): Promise<void> {
  const deletedAt = (await store.read(stored.ledger(uid)))?.deletedAt ?? clock.now();
  for await (const { path } of allDocuments(store, paths.monthlies(uid), ok)) {
    const id = path.split('/').at(-1) ?? '';
    await store.transaction(async (tx) => {
      const monthly = await tx.read(stored.monthly(uid, id));
      if (monthly === undefined) return;
      // The log is written only together with its monthly tip, so a later line repeats this transaction.
      const lines: string[] = [];
      for await (const line of allDocuments(store, paths.monthlyLogs(uid, id), ok)) lines.push(line.path);
      const kept = consentOf(monthly, deletedAt);
      if (kept !== null) tx.write(stored.consent(id), kept);
      for (const each of [path, ...lines]) tx.remove(each);
    });
  }
}
